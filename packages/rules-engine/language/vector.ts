import { readdirSync, readFileSync } from 'node:fs';

/**
 * JSON with tags for types that JSON lacks: `$float`, `$timestamp`, `$bytes` (base 64), `$latlng`, `$path`,
 * `$serverTimestamp`.
 */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Fields = Record<string, Json>;

export interface VectorRequest {
  method: 'get' | 'list' | 'create' | 'update' | 'delete';
  /** Relative to `documents`, or starting with `b` for Storage; for a list, the collection. */
  path: string;
  auth?: { uid: string; token?: Fields };
  /** The fields set by a create or update; an update merges them into the document. */
  data?: Fields;
  /** Further writes of the same batch; null deletes. */
  batch?: { path: string; data: Fields | null }[];
  where?: [field: string, operator: '==', value: Json][];
  limit?: number;
  /** A query of all collections of this name. */
  group?: string;
  /** ISO 8601; default: now. */
  time?: string;
  /** Storage: the object before and after. */
  resource?: Fields;
  requestResource?: Fields;
}

/**
 * One decision of the rules language. Either `expression` is the condition of a get, or `rules` decide on `request`.
 */
export interface Vector {
  name: string;
  service: 'cloud.firestore' | 'firebase.storage';
  expression?: string;
  /** The content of the outermost match; `rules_version = '1';` in front changes the version. */
  rules?: string;
  request: VectorRequest;
  documents: Record<string, Fields>;
  allowed: boolean;
  /** A part of the reason, if an error denies the request. */
  error?: string;
  /** The reason why no client can send this request. */
  skip?: string;
  /** The reason why the decision applies only to this package's runtime. */
  local?: string;
  /** Collections that the replay opens for the rest of the batch. */
  open?: string[];
}

type WrittenVector = Omit<Vector, 'service' | 'request' | 'documents'> &
  Partial<Pick<Vector, 'service' | 'request' | 'documents'>>;

export interface VectorFile {
  name: string;
  vectors: Vector[];
}

const FOLDER = new URL('./vectors/', import.meta.url);

export function readVectors(): VectorFile[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => {
      const file = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as { vectors: WrittenVector[] };
      return { name: name.replace('.json', ''), vectors: file.vectors.map(complete) };
    });
}

function complete(vector: WrittenVector): Vector {
  return {
    service: 'cloud.firestore',
    request: { method: 'get', path: 'vectors/1' },
    documents: {},
    ...vector,
  };
}

/** The whole rules file of a vector. */
export function sourceOf({ service, expression, rules, open = [] }: Vector): string {
  const [, version = '2', body] = /^(?:rules_version = '(\d)';)?(.*)$/s.exec(rules ?? '') ?? [];
  const opened = open.map((collection) => `match /${collection}/{any} { allow write: if true; }`);
  const lines = [
    expression === undefined ? body : `match /vectors/{vector} { allow get: if ${expression}; }`,
    ...opened,
  ];
  const outermost = service === 'cloud.firestore' ? '/databases/{database}/documents' : '/b/{bucket}/o';
  return `rules_version = '${version}';\nservice ${service} {\n  match ${outermost} {\n    ${lines.join('\n    ')}\n  }\n}\n`;
}

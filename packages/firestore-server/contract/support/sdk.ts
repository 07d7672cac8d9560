import type { FirestoreTarget } from './target.ts';

/** A document's data in the SDK's classes. */
export type Data = Record<string, unknown>;

type Operator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'not-in' | 'array-contains' | 'array-contains-any';

export type Condition =
  | readonly [field: string, op: Operator, value: unknown]
  | { and: readonly Condition[] }
  | { or: readonly Condition[] };

/** A query as data. The field `__name__` is the document id; a field in backticks is a single name. */
export interface QuerySpec {
  collection: string;
  group?: boolean;
  where?: readonly Condition[];
  orderBy?: readonly (readonly [field: string, direction: 'asc' | 'desc'])[];
  startAt?: readonly unknown[];
  startAfter?: readonly unknown[];
  endAt?: readonly unknown[];
  endBefore?: readonly unknown[];
  limit?: number;
  limitToLast?: number;
}

interface Found {
  path: string;
  data: Data;
}

/** The special values of an SDK. */
export interface Values {
  serverTimestamp(): unknown;
  increment(n: number): unknown;
  minimum(n: number): unknown;
  maximum(n: number): unknown;
  arrayUnion(...elements: unknown[]): unknown;
  arrayRemove(...elements: unknown[]): unknown;
  deleteField(): unknown;
  timestamp(seconds: number, nanos: number): unknown;
  geoPoint(latitude: number, longitude: number): unknown;
  bytes(...bytes: number[]): unknown;
  vector(...numbers: number[]): unknown;
  reference(path: string): unknown;
}

/** The common interface of the three Firestore SDKs, so that one table of facts runs on all of them. */
export interface Sdk {
  name: 'admin' | 'lite' | 'full';
  values: Values;
  get(path: string): Promise<Data | undefined>;
  set(path: string, data: Data, options?: { merge: true } | { mergeFields: string[] }): Promise<void>;
  update(path: string, data: Data): Promise<void>;
  /** Updates the field with the path of these names. */
  updateField(path: string, names: string[], value: unknown): Promise<void>;
  remove(path: string): Promise<void>;
  add(collection: string, data: Data): Promise<string>;
  batch(writes: readonly BatchedWrite[]): Promise<void>;
  query(spec: QuerySpec): Promise<Found[]>;
  count(spec: QuerySpec): Promise<number>;
  sum(spec: QuerySpec, field: string): Promise<number>;
  average(spec: QuerySpec, field: string): Promise<number | null>;
  /** Reads the document and stores the result of `change`; retried by the SDK. */
  transact(path: string, change: (data: Data | undefined) => Data | null): Promise<void>;
  /** The code of an error in the spelling of the web SDKs: 'not-found'. */
  codeOf(error: unknown): string;
  close(): Promise<void>;
}

export type BatchedWrite =
  | { set: string; data: Data; merge?: true }
  | { update: string; data: Data }
  | { remove: string };

export type OpenSdk = (target: FirestoreTarget) => Promise<Sdk>;

/** The lite SDK derives codes from the HTTP status, where 400 is ambiguous. */
export function invalidArgument({ name }: Sdk): string {
  return name === 'lite' ? 'failed-precondition' : 'invalid-argument';
}

/** Plain data that is equal if two SDKs represent the same value. */
export function plain(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return Object.is(value, -0) ? 0 : value;
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Uint8Array) return { bytes: [...value] };
  if ('toUint8Array' in value) return { bytes: [...(value as { toUint8Array(): Uint8Array }).toUint8Array()] };
  if ('toMillis' in value) {
    const { seconds, nanoseconds } = value as unknown as { seconds: number; nanoseconds: number };
    return { timestamp: [seconds, nanoseconds] };
  }
  if ('latitude' in value && 'longitude' in value) return { geo: [value.latitude, value.longitude] };
  if ('firestore' in value && 'path' in value) return { reference: value.path };
  if ('toArray' in value) return { vector: (value as { toArray(): number[] }).toArray() };
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

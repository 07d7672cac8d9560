import type { Run } from './compiled.ts';
import { documentMap } from './session.ts';
import type { Value } from './values.ts';
import { RulesError } from './values.ts';

interface Access {
  readonly name: string;
  readonly isAfter: boolean;
  readonly isTest: boolean;
}

/** The functions that read other documents; Storage rules have only `firestore.get` and `firestore.exists`. */
export const DOCUMENT_ACCESS: ReadonlyMap<string, Access> = new Map(
  [
    { name: 'get', isAfter: false, isTest: false },
    { name: 'exists', isAfter: false, isTest: true },
    { name: 'getAfter', isAfter: true, isTest: false },
    { name: 'existsAfter', isAfter: true, isTest: true },
  ].map((access) => [access.name, access]),
);

/** Evaluates a document access. For a missing document, `get` is an error and `exists` is false. */
export function readDocument(access: Access, argument: Run): Run {
  return (frame) => {
    const value = argument(frame);
    if (value instanceof RulesError) return value;
    const segments = documentSegments(value);
    if (segments === null) {
      return new RulesError(`${access.name} needs the path of a document, /databases/(default)/documents/…`);
    }
    const document = frame.session.read(segments.slice(3).join('/'), access);
    if (document instanceof RulesError) return document;
    if (access.isTest) return document !== null;
    return document === null
      ? new RulesError(`${access.name}: there is no document ${segments.slice(3).join('/')}`)
      : documentMap(document, segments);
  };
}

function documentSegments(value: Value): readonly string[] | null {
  if (value === null || typeof value !== 'object' || !('kind' in value) || value.kind !== 'path') return null;
  const [root, database, documents, ...rest] = value.segments;
  const isInDatabase = root === 'databases' && database === '(default)' && documents === 'documents';
  return isInDatabase && rest.length > 0 && rest.length % 2 === 0 ? value.segments : null;
}

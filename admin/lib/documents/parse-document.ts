import { kinds, type Kind, type KindDocuments } from '@frontage/model/kinds';
import { readFields, type FieldProblem } from '@frontage/model/stored-fields';
import type { Data } from '@frontage/model/writes/write';
import { toPlain } from './plain.ts';

/** A parsed document with its errors. A document with errors is not published. */
export interface Stored<K extends Kind> {
  document: KindDocuments[K];
  problems: FieldProblem[];
}

/** Parses `data` with timestamps as ISO strings. Invalid fields stay correctable in an editor: see `readFields`. */
export function parseDocument<K extends Kind>(kind: K, id: string, data: Data): Stored<K> {
  const { fields, problems } = readFields(kinds[kind], toPlain(data) as Record<string, unknown>);
  return { document: { id, ...fields } as unknown as KindDocuments[K], problems };
}

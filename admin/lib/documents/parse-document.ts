import { kinds, type Kind, type KindDocuments } from '@frontage/model/kinds';
import { readFields, type FieldProblem } from '@frontage/model/stored-fields';
import type { Data } from '@frontage/model/writes/write';
import { toPlain } from './plain.ts';

/** A document as the back office shows it, and what is wrong with it: such a document is not on the site. */
export interface Stored<K extends Kind> {
  document: KindDocuments[K];
  problems: FieldProblem[];
}

/** The document in `data`, moments as ISO strings, good enough for an editor to correct it: see `readFields`. */
export function parseDocument<K extends Kind>(kind: K, id: string, data: Data): Stored<K> {
  const { fields, problems } = readFields(kinds[kind], toPlain(data) as Record<string, unknown>);
  return { document: { id, ...fields } as unknown as KindDocuments[K], problems };
}

import { kinds, type Kind, type KindDocuments } from '@frontage/model/kinds';
import type { Data } from '@frontage/model/writes/write';
import { toPlain } from './plain.ts';

export interface FieldProblem {
  field: string;
  message: string;
}

/** A document as the back office shows it, and what is wrong with it: such a document is not on the site. */
export interface Stored<K extends Kind> {
  document: KindDocuments[K];
  problems: FieldProblem[];
}

/**
 * The document in `data`, moments as ISO strings. A field its schema refuses keeps its value where the type fits, so that
 * an editor can correct it, and otherwise takes the kind's default; either way it is named in `problems`.
 */
export function parseDocument<K extends Kind>(kind: K, id: string, data: Data): Stored<K> {
  const { schema, fallback } = kinds[kind];
  const plain = toPlain(data) as Record<string, unknown>;
  const parsed = schema.safeParse(plain);
  if (parsed.success) return { document: { id, ...parsed.data } as unknown as KindDocuments[K], problems: [] };

  const problems = parsed.error.issues.map((issue) => ({ field: String(issue.path[0] ?? ''), message: issue.message }));
  const bad = new Set(problems.map((problem) => problem.field));
  const fields = Object.keys(schema.shape).map((field) => {
    const value = plain[field];
    if (!bad.has(field)) return [field, schema.shape[field]?.parse(value)];
    const fits = value !== null && typeof value === typeof fallback[field];
    return [field, fits ? value : fallback[field]];
  });
  return { document: { id, ...Object.fromEntries(fields) } as KindDocuments[K], problems };
}

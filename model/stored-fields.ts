import type { z } from 'zod';

export interface FieldProblem {
  field: string;
  message: string;
}

interface Shape {
  schema: z.ZodObject<Readonly<Record<string, z.ZodType>>>;
  /** Values for fields that are missing or have the wrong type. */
  fallback: Readonly<Record<string, unknown>>;
}

/**
 * Reads the fields of a schema from `data`, plain JSON. An invalid field keeps its value if it has the right type, and
 * otherwise gets the fallback; in both cases `problems` contains it.
 */
export function readFields(
  { schema, fallback }: Shape,
  data: Readonly<Record<string, unknown>>,
): { fields: Record<string, unknown>; problems: FieldProblem[] } {
  const parsed = schema.safeParse(data);
  if (parsed.success) return { fields: parsed.data, problems: [] };

  const problems = parsed.error.issues.map((issue) => ({ field: String(issue.path[0] ?? ''), message: issue.message }));
  const invalidFields = new Set(problems.map((problem) => problem.field));
  const fields = Object.keys(schema.shape).map((field) => {
    const value = data[field];
    if (!invalidFields.has(field)) return [field, schema.shape[field]?.parse(value)];
    const hasType = value !== null && typeof value === typeof fallback[field];
    return [field, hasType ? value : fallback[field]];
  });
  return { fields: Object.fromEntries(fields) as Record<string, unknown>, problems };
}

import type { z } from 'zod';
import type { Lack } from '../editor.ts';

/** What keeps values from passing as what a schema asks for: one word for each field. */
export function lacksOf(schema: z.ZodType, values: unknown): readonly Lack[] {
  const issues = schema.safeParse(values).error?.issues ?? [];
  const lacks = new Map<string, Lack>();
  for (const { path, message } of issues) {
    const field = String(path[0] ?? '');
    if (!lacks.has(field)) lacks.set(field, { field, message });
  }
  return [...lacks.values()];
}

import type { z } from 'zod';
import type { ValidationIssue } from '../editor.ts';

/** The first validation error of each field. */
export function validationErrors(schema: z.ZodType, values: unknown): readonly ValidationIssue[] {
  const errors = new Map<string, ValidationIssue>();
  for (const { path, message } of schema.safeParse(values).error?.issues ?? []) {
    const field = String(path[0] ?? '');
    if (!errors.has(field)) errors.set(field, { field, message });
  }
  return [...errors.values()];
}

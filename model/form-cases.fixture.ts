import { describe, expect, it } from 'vitest';
import type { z } from 'zod';

/** The error message for a value of a field; null if it is valid. */
export type Case = [field: string, value: unknown, message: string | null];

export interface FormCases {
  form: string;
  schema: z.ZodType;
  valid: object;
  cases: Case[];
}

export const long = (length: number): string => 'x'.repeat(length);

/** The first message of each invalid field by its path; {} if the input is valid. */
function problems(schema: z.ZodType, input: unknown): Record<string, string> {
  const result = schema.safeParse(input);
  if (result.success) return {};
  const messages = result.error.issues.map((issue) => [issue.path.join('.'), issue.message] as const);
  return Object.fromEntries(messages.reverse());
}

/** Defines tests for each form: its valid example, and the example with one field changed per case. */
export function testForms(forms: readonly FormCases[]): void {
  describe.each(forms)('$form form', ({ schema, valid, cases }) => {
    it('accepts its valid example', () => {
      expect(problems(schema, valid)).toEqual({});
    });

    it.each(cases)('validates %s = %j with message %s', (field, value, message) => {
      const shown = problems(schema, { ...valid, [field]: value });
      expect(shown).toEqual(message === null ? {} : { [field]: message });
    });
  });
}

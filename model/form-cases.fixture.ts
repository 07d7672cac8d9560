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

/** Messages by field path of the first issues; {} when the input is valid. */
function problems(schema: z.ZodType, input: unknown): Record<string, string> {
  const result = schema.safeParse(input);
  if (result.success) return {};
  const said = result.error.issues.map((issue) => [issue.path.join('.'), issue.message] as const);
  return Object.fromEntries(said.reverse());
}

/** Tests each form with its valid example, and with each case's field changed. */
export function testForms(forms: readonly FormCases[]): void {
  describe.each(forms)('$form form', ({ schema, valid, cases }) => {
    it('accepts its valid example', () => {
      expect(problems(schema, valid)).toEqual({});
    });

    it.each(cases)('%s = %j → %s', (field, value, message) => {
      const shown = problems(schema, { ...valid, [field]: value });
      expect(shown).toEqual(message === null ? {} : { [field]: message });
    });
  });
}

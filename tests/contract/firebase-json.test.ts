import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';

interface Validator {
  (value: unknown): boolean;
  errors?: unknown[] | null;
}

// The schema with which `firebase deploy` validates firebase.json. The CLI logs its errors only at debug level.
const { getValidator } = createRequire(import.meta.url)('firebase-tools/lib/firebaseConfigValidate') as {
  getValidator(): Validator;
};

it('firebase.json matches firebase-tools’ schema', () => {
  const validate = getValidator();
  validate(JSON.parse(readFileSync(join(import.meta.dirname, '../../firebase.json'), 'utf8')));
  expect(validate.errors ?? []).toEqual([]);
});

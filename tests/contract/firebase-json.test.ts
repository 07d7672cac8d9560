import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';

interface Validator {
  (value: unknown): boolean;
  errors?: unknown[] | null;
}

// What `firebase deploy` checks firebase.json with; it complains at debug level alone.
const { getValidator } = createRequire(import.meta.url)('firebase-tools/lib/firebaseConfigValidate') as {
  getValidator(): Validator;
};

it('firebase.json is what firebase-tools’ schema asks for', () => {
  const validate = getValidator();
  validate(JSON.parse(readFileSync(join(import.meta.dirname, '../../firebase.json'), 'utf8')));
  expect(validate.errors ?? []).toEqual([]);
});

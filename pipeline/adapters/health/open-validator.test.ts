import { expect, it } from 'vitest';
import { openValidator } from './open-validator.ts';

it('rejects a running validation when it is closed', async () => {
  const validator = openValidator();
  const running = validator.validate('<!doctype html><title>x</title>').then(
    () => 'validated',
    () => 'closed',
  );
  await validator.close();
  expect(await running).toBe('closed');
});

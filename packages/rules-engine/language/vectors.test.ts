import { describe, expect, test } from 'vitest';
import { decide } from './decide.ts';
import { readVectors } from './vector.ts';

const files = readVectors();

describe.each(files)('$name', ({ vectors }) => {
  test.each(vectors)('$name', (vector) => {
    const { allowed, reason } = decide(vector);
    expect(allowed, reason).toBe(vector.allowed);
    if (vector.error !== undefined) expect(reason).toContain(vector.error);
    // Without an expected error, the condition must be false and not fail.
    else if (!allowed) expect(reason).not.toContain('failed');
  });
});

test('there are at least 300 vectors with unique names', () => {
  const names = files.flatMap((file) => file.vectors.map((vector) => `${file.name}: ${vector.name}`));
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(300);
});

import { expect, test } from 'vitest';
import { formatBytes } from './format-bytes.ts';

test.each([
  [0, '1 KB'],
  [500 * 1024, '500 KB'],
  [5 * 1024 * 1024, '5 MB'],
  [5 * 1024 * 1024 + 1, '5.1 MB'],
  [8_600_000, '8.3 MB'],
])('%d bytes are %s', (bytes, words) => expect(formatBytes(bytes)).toBe(words));

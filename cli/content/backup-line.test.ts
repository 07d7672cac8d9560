import { expect, it } from 'vitest';
import { describeProgress } from './backup-line.ts';

it('progress names the part and the whole of each kind', () => {
  const all = { documents: 1_200, accounts: 1, uploads: 3 };
  expect(describeProgress({ documents: 1_000, accounts: 1, uploads: 0 }, all)).toBe(
    '1,000 of 1,200 documents, 1 of 1 account, 0 of 3 uploads',
  );
});

import { expect, it } from 'vitest';
import { openEncoder } from './render-shard.ts';

const bodies = ['', 'plain', 'déjà 漢字 🙂', 'a half \ud83d of one', 'x'.repeat(70_000), '漢'.repeat(20_000)];

it.each([1, 2, 25])('encodes every body correctly when %i pages are expected', (pages) => {
  const encode = openEncoder(pages);
  const all = [...bodies, ...bodies, new Uint8Array([0xff, 0, 1])];
  const encoded = all.map(encode);
  const alone = all.map((body) => Buffer.from(body as string));
  expect(encoded.map((bytes) => Buffer.from(bytes).toString('hex'))).toEqual(
    alone.map((bytes) => bytes.toString('hex')),
  );
});

it('stores small pages in one buffer', () => {
  const encode = openEncoder(2);
  expect(encode('one').buffer).toBe(encode('two').buffer);
});

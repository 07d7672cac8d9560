import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { linkedAddresses, namedUploads } from './content-addresses.ts';
import { aPage } from './documents.fixture.ts';
import { detachString } from './detach-strings.ts';
import { validateDocument } from './validate.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const heapBytes = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

it.each([
  ['links', '[there](/page/a-page-with-a-long-name)', linkedAddresses],
  ['uploads', '![](https://files.example/v0/b/images.example/o/picture.png?token=abc)', namedUploads],
])('stored %s do not retain the text that they were found in', (_, markdown, addressesIn) => {
  const find = (index: number) => {
    const body = `${markdown} ${String(index).padEnd(100_000)}.`;
    const read = validateDocument('pages', 'p', aPage({ body }));
    return read.ok ? addressesIn('pages', read.value) : null;
  };
  find(0);
  const before = heapBytes();
  const kept = Array.from({ length: 200 }, (_, index) => find(index));
  expect(heapBytes() - before).toBeLessThan(5_000_000);
  expect(kept.filter((found) => found?.length === 1)).toHaveLength(200);
});

it.each(['', '/page/a', 'Grüße, 世界 🎉', 'half of one: \ud83c'])('detachString returns an equal text: %j', (text) => {
  expect(detachString(text)).toBe(text);
});

it('releases the text that a substring was cut from', () => {
  const before = heapBytes();
  const kept = Array.from({ length: 200 }, (_, index) => detachString(String(index).padEnd(100_000, 'x').slice(0, 50)));
  expect(heapBytes() - before).toBeLessThan(5_000_000);
  expect(kept).toHaveLength(200);
});

import { expect, it } from 'vitest';
import { openParserThread } from './parser-thread.ts';

const parser = openParserThread({ limit: 100 });

const slow = '*a* **b** '.repeat(20_000);

it('stops a text at the limit, and parses the texts that wait behind it', async () => {
  const measured = await Promise.all([parser.measure('Short.'), parser.measure(slow), parser.measure('Also short.')]);
  expect(measured.map((ms) => ms === Infinity)).toEqual([false, true, false]);
});

it('rejects waiting and later texts when it is closed', async () => {
  const waiting = parser.measure(slow);
  const rejected = expect(waiting).rejects.toThrow('The parser was closed');
  await parser.close();
  await rejected;
  await expect(parser.measure('Late.')).rejects.toThrow('The parser was closed');
});

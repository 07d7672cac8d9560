import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { isFull } from '../../full.ts';
import { limits } from '@frontage/model/limits';
import { openWorkCounter } from './count-work.ts';
import { constructs, hostileTexts, writeText } from './hostile-texts.ts';

const counter = openWorkCounter();
// The counter counts code that is loaded after it.
const { boundedReaders, textReaders } = await import('./text-readers.ts');

afterAll(() => counter.close());

/** The most work for each character of a text. */
const mostWork = 1_600;

const linearReaders = Object.entries(textReaders).filter(([name]) => !boundedReaders.includes(name));

const [shorter, longer] = [2_000, 8_000];

/**
 * The most work of a bounded reader beside that for each character: merging takes up to five budgets of three million
 * steps (`model/text-changes.ts`), of some blocks each.
 */
const mostBoundedWork = 150_000_000;

/** The readers whose work grows faster than the text, with their work for each character of both lengths. */
function superlinear(write: (length: number) => string): string[] {
  const texts = [write(shorter), write(longer)];
  return linearReaders.flatMap(([name, read]) => {
    const [less = 0, more = 0] = texts.map((text) => counter.count(() => read(text)) / Math.max(text.length, shorter));
    return more > mostWork || (more > 60 && more > 2.2 * less)
      ? [`${name}: ${Math.round(less)}, ${Math.round(more)}`]
      : [];
  });
}

describe('every reader of a text', () => {
  it.each([...hostileTexts(shorter).keys()].filter((_, index) => isFull || index % 240 === 0))(
    'works in linear time on %s',
    (name) => {
      expect(superlinear((length) => hostileTexts(length).get(name) ?? '')).toEqual([]);
    },
  );

  it.each([...hostileTexts(shorter).keys()].filter((_, index) => isFull || index % 720 === 0))(
    'that has a budget stops at it on %s',
    (name) => {
      const text = hostileTexts(limits.body).get(name) ?? '';
      const works = boundedReaders.map((reader) => [reader, counter.count(() => textReaders[reader]?.(text))] as const);
      expect(works.filter(([, work]) => work > mostBoundedWork + mostWork * text.length)).toEqual([]);
    },
  );

  it('works in linear time on random mixtures of constructs', () => {
    const construct = fc.constantFrom(...constructs);
    const text = fc.record({
      first: fc.array(construct, { maxLength: 2 }),
      parts: fc.array(construct, { minLength: 1, maxLength: 3 }),
    });
    fc.assert(
      fc.property(text, ({ first, parts }) => {
        const beginning = first.map(({ start }) => start).join('');
        const repeated = {
          start: parts.map(({ start }) => start).join(''),
          end: parts
            .map(({ end }) => end)
            .reverse()
            .join(''),
        };
        expect(superlinear((length) => writeText(beginning, repeated, length))).toEqual([]);
      }),
      { numRuns: isFull ? 1_000 : 5 },
    );
  });
});

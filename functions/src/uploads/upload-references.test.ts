import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createUploadSearch } from './upload-references.ts';
import { anyCharacter } from '@frontage/model/text.fixture';

const uuid = fc.uuid();
const extension = fc.constantFrom('.webp', '.png', '.svg', '');
const random = fc.tuple(uuid, extension).map(([name, end]) => name + end);
const given = fc
  .tuple(fc.constantFrom('', 'photos/', 'a b/'), fc.string({ minLength: 1, unit: anyCharacter }))
  .map(([folder, name]) => folder + name)
  .filter((name) => !name.endsWith('/'));

/** Spellings of a reference to an upload. */
const spellings: ((name: string) => string)[] = [
  (name) => `http://127.0.0.1:4327/v0/b/homepage-images/o/${encodeURIComponent(name)}?alt=media&token=x`,
  (name) => `https://firebasestorage.googleapis.com/v0/b/acme-demo-images/o/${encodeURIComponent(name)}`,
  (name) => `https://storage.googleapis.com/acme-demo-images/${name}`,
  (name) => `gs://demo-images/${name}`,
  (name) => name,
  (name) => `It is called ${name}.`,
  (name) => `![](/x/${encodeURI(name)} "title")`,
  (name) => `<img srcset="/${name} 1x,/${name} 2x">`,
  (name) => `https://storage.googleapis.com/acme-demo-images/${percent(name)}`,
  (name) => `/o/${percent(name).toLowerCase()}?alt=media`,
  (name) => `https://proxy.example/?url=${encodeURIComponent(`https://a.example/o/${encodeURIComponent(name)}`)}`,
  (name) => `![](/o/${name.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`)})`,
  (name) => `<img src="/o/${name.replaceAll(/[^a-z]/giu, (letter) => `&#${letter.codePointAt(0) ?? 0};`)}">`,
  (name) =>
    `<img src="/o/${name.replaceAll(/[^a-z]/giu, (letter) => `&#x${(letter.codePointAt(0) ?? 0).toString(16)};`)}">`,
  (name) =>
    `<script>load("${name.replaceAll(/[^a-z]/gi, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}")</script>`,
];

/** Percent-encodes every byte. */
function percent(text: string): string {
  const ascii = (letter: string): string => `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  return [...text].map((letter) => (letter < '\u0080' ? ascii(letter) : encodeURIComponent(letter))).join('');
}

/** Documents that contain a text in different places. */
const places: ((text: string) => unknown)[] = [
  (text) => ({ body: `before ${text} after` }),
  (text) => ({ data: { value: { logo_url: text } } }),
  (text) => ({ data: { list: [1, [text]] } }),
  (text) => ({ fields: { [text]: true } }),
];

describe('createUploadSearch', () => {
  it('finds every reference in any place and spelling', () => {
    const upload = fc.record({
      name: fc.oneof(random, given),
      spelling: fc.constantFrom(...spellings),
      place: fc.constantFrom(...places),
    });
    fc.assert(
      fc.property(fc.array(upload, { minLength: 1, maxLength: 6 }), fc.array(random), (named, others) => {
        const search = createUploadSearch([...named.map(({ name }) => name), ...others]);
        for (const { name, spelling, place } of named) search.read(place(spelling(name)));
        for (const { name } of named) expect(search.isReferenced(name), name).toBe(true);
        for (const name of others) {
          const isElsewhere = named.some((other) => other.name.includes(name));
          expect(search.isReferenced(name)).toBe(isElsewhere);
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['another name', 'b/0b9c-1.webp'],
    ['part of a longer name', 'x0b9c.webp'],
    ['an empty text', ''],
  ])('ignores %s', (_name, text) => {
    const search = createUploadSearch(['0b9c.webp']);
    search.read({ body: text, rev: 1, at: null });
    expect(search.isReferenced('0b9c.webp')).toBe(false);
  });
});

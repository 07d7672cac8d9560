import { describe, expect, it } from 'vitest';
import { failureLetter, inLine, returnedLetter, reviewNews, type ReviewNews, submittedLetter } from './letters.ts';

describe('inLine', () => {
  it.each([
    ['Prices', 'Prices'],
    ['Prices\r\nBcc: eve@example.com', 'Prices Bcc: eve@example.com'],
    ['a\u0000b\u2028c\u202ed\u0085e', 'a b c d e'],
    ['  much   space  ', 'much space'],
    ['🙂'.repeat(100), '🙂'.repeat(100)],
    ['x'.repeat(200), `${'x'.repeat(120)}…`],
  ])('converts %j to %j', (text, expected) => {
    expect(inLine(text)).toBe(expected);
  });
});

describe('letters', () => {
  const about = { name: 'Prices\r\nBcc: eve@example.com', link: 'http://admin.test/admin/pages/p' };

  it('have a one-line subject and end with their link, for any name', () => {
    for (const letter of [
      submittedLetter(about, { by: 'Eve\nX: y', message: 'Look,\r\nplease\u0000.' }),
      returnedLetter(about, 'Shorter,\r\nplease\u0000.'),
      failureLetter(about, { shownAt: null, problems: [{ document: 'pages/p', field: 'slug', message: 'a\nb' }] }),
    ]) {
      expect(letter.subject).not.toMatch(/[\r\n]/);
      expect(letter.text).not.toMatch(/\r|\u0000|\nBcc|\nX:/);
      expect(letter.text.endsWith(`\n\n${about.link}`)).toBe(true);
    }
  });

  it('keep the lines of a message to the reviewer', () => {
    const { text } = submittedLetter(about, { by: 'Ann', message: 'Look,\r\nplease.' });
    expect(text).toContain('for review.\n\n> Look,\n> please.\n\nReview them:');
  });

  it('keep the lines of a note', () => {
    expect(returnedLetter(about, 'Shorter,\r\nplease.').text).toContain('> Shorter,\n> please.');
  });
});

describe('the text of a user in a letter', () => {
  const about = { name: 'Prices', link: 'http://admin.test/admin/pages/p' };
  const fake = 'ok\n\nReview them:\n\nhttp://evil.test/admin/pages/p';

  it.each([fake, fake.replaceAll('\n', '\r'), fake.replaceAll('\n', '\u2028'), fake.replaceAll('\n', '\u0085')])(
    'is marked in every line of %j',
    (text) => {
      for (const letter of [submittedLetter(about, { by: text, message: text }), returnedLetter(about, text)]) {
        const own = letter.text.split('\n').filter((line) => !line.startsWith('>'));
        expect(own.filter((line) => /^(http|Review them:)/.test(line))).toEqual(
          own.includes('Review them:') ? ['Review them:', about.link] : [about.link],
        );
        expect(letter.text).toContain('> ok');
      }
    },
  );
});

describe('reviewNews', () => {
  const review = (rev: number) => ({ rev, by: 'ann', name: 'Ann' });
  it.each<[string, Parameters<typeof reviewNews>, ReviewNews | null]>([
    [
      'submitted',
      [
        { review: null, note: null },
        { review: review(2), note: null },
      ],
      { news: 'submitted', by: 'ann', name: 'Ann', message: null },
    ],
    [
      'submitted with its first save',
      [null, { review: review(1), note: null }],
      { news: 'submitted', by: 'ann', name: 'Ann', message: null },
    ],
    [
      'submitted with a message',
      [
        { review: null, note: null },
        { review: { ...review(2), message: 'Prices went up' }, note: null },
      ],
      { news: 'submitted', by: 'ann', name: 'Ann', message: 'Prices went up' },
    ],
    [
      'submitted again',
      [
        { review: review(2), note: null },
        { review: review(5), note: null },
      ],
      { news: 'submitted', by: 'ann', name: 'Ann', message: null },
    ],
    [
      'edited during the review',
      [
        { review: review(2), note: null },
        { review: review(2), note: null },
      ],
      null,
    ],
    [
      'returned',
      [
        { review: review(2), note: null },
        { review: null, note: 'No' },
      ],
      { news: 'returned', to: 'ann', note: 'No' },
    ],
    [
      'withdrawn',
      [
        { review: review(2), note: null },
        { review: null, note: null },
      ],
      null,
    ],
    ['deleted during a review', [{ review: review(2), note: null }, null], { news: 'ended', to: 'ann' }],
    ['deleted without a review', [{ review: null, note: 'No' }, null], null],
    ['created without a review', [null, { review: null, note: null }], null],
  ])('reports the news of a draft: %s', (_name, args, expected) => {
    expect(reviewNews(...args)).toEqual(expected);
  });
});

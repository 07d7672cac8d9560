import { describe, expect, it } from 'vitest';
import { anchoredPages, linkProblems, linksIn, problemText, type KnownTargets } from './link-notes.tsx';

const documents: Record<string, { title: string; isPublished: boolean }> = {
  'page:about': { title: 'About us', isPublished: true },
  'page:draft': { title: 'Not yet', isPublished: false },
  'demo:ada': { title: 'Ada', isPublished: true },
};
const known: KnownTargets = {
  find: (reference) => documents[reference] ?? null,
  headings: (reference) => (reference === 'page:about' ? new Set(['our-team', 'über-uns']) : null),
  homepage: new Set(['section-1']),
  origin: 'https://www.site.example',
  at: (path) =>
    ({
      '/about': documents['page:about'] ?? null,
      '/draft': documents['page:draft'] ?? null,
      '/page/about': documents['page:about'] ?? null,
      '/gone': 'missing' as const,
      '/page/gone': 'missing' as const,
    })[path] ?? null,
};
const sentences = (text: string, kind: 'page' | 'section' = 'page') =>
  linkProblems(linksIn(text), kind, known).map(problemText);

describe('the problems of links', () => {
  it.each<[string, string[]]>([
    ['[Us](page:about), [team](page:about#our-team), [uns](page:about#über-uns), [Ada](demo:ada)', []],
    ['[*Them* now](page:gone)', ['“Them now” links to a document that does not exist.']],
    ['[It](page:draft#x)', ['“It” links to “Not yet”, which is not published.']],
    ['[Jobs](page:about#jobs)', ['“Jobs” links to the part “jobs”, which “About us” does not have.']],
    ['[Part](demo:ada#x)', ['“Part” links to the part “x”, which “Ada” does not have.']],
    ['# Life\n\n[Here](#life) [there](#death)', ['“there” links to the part “death”, which this page does not have.']],
    [
      '[One](/#section-1) [Two](/#section-2)',
      ['“Two” links to the part “section-2”, which the homepage does not have.'],
    ],
    ['[a](/about), [b](/about#x), [c](https://a.example#x), `[d](page:gone)` and [e](mailto:a@b.example)', []],
    [
      '[Old](/gone/?a#b) and [it](/draft)',
      ['“Old” links to /gone/?a#b, where there is no page.', '“it” links to “Not yet”, which is not published.'],
    ],
    ['[f](/gone.pdf), [g](/assets/gone), [h](//gone), [i](/unknown)', []],
    [
      '::button[Try it]{href="/gone"}\n\n::::cards\n:::card[Ours]{href="page:gone"}\nText [in](/gone)\n:::\n::::',
      [
        '“Try it” links to /gone, where there is no page.',
        '“Ours” links to a document that does not exist.',
        '“in” links to /gone, where there is no page.',
      ],
    ],
    [
      ':::quote[Ada]{href="/#section-9"}\nText\n:::\n\n:::logos\n::logo[Acme]{src="/a.png" href="/draft"}\n:::',
      [
        '“Ada” links to the part “section-9”, which the homepage does not have.',
        '“Acme” links to “Not yet”, which is not published.',
      ],
    ],
    [
      '::image[A [caption](/gone)]{src="/a.png"}\n\n::demo[]{id="none"}\n\n::demo[]{id="ada"}',
      ['“caption” links to /gone, where there is no page.', 'demo:none links to a document that does not exist.'],
    ],
    ['[![Logo](/a.png)](/gone)', ['“Logo” links to /gone, where there is no page.']],
    [
      '::button[Fine]{href="/about"}\n\n::button[Mail]{href="mailto:a@b.example"}\n\n```\n::button[x]{href="/gone"}\n```',
      [],
    ],
    [
      '[r](gone) [s](./about) [t](../gone) [u](https://www.site.example/gone?x) [v](https://www.site.example/about)',
      [
        '“r” links to gone, where there is no page.',
        '“t” links to ../gone, where there is no page.',
        '“u” links to https://www.site.example/gone?x, where there is no page.',
      ],
    ],
    ['[Us][u]\n\n[u]: demo:gone', ['“Us” links to a document that does not exist.']],
    ['![](/a.png)[](page:gone)', ['page:gone links to a document that does not exist.']],
  ])('of %j are %j', (text, expected) => {
    expect(sentences(text)).toEqual(expected);
  });

  it('of a section are about the homepage', () => {
    expect(sentences('# Life\n\n[a](#life) [b](#section-1)', 'section')).toEqual([
      '“a” links to the part “life”, which the homepage does not have.',
    ]);
  });

  it('need the headings of the pages whose parts are linked', () => {
    expect(anchoredPages(linksIn('[a](page:about#x) [b](page:about#y) [c](page:draft) [d](demo:ada#x)'))).toEqual([
      'page:about',
    ]);
    expect(linkProblems(linksIn('[a](page:about#x)'), 'page', { ...known, headings: () => null })).toEqual([]);
  });
});

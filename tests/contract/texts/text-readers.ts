import { convertLinks } from '@frontage/model/convert-links';
import { embedLoss, embedProblem, framesOwnPage } from '@frontage/model/embed';
import { excerpt } from '@frontage/model/excerpt';
import { limits } from '@frontage/model/limits';
import { parseMarkdown, renderMarkdown, textProblems } from '@frontage/model/markdown';
import { mediaInText } from '@frontage/model/media';
import { mergeTexts } from '@frontage/model/merge-texts';
import { changedSearch, emptySearch } from '@frontage/model/search';
import { searchWords } from '@frontage/model/search-words';
import { searchedDocument, searchedText } from '@frontage/model/searched-document';
import { summarize } from '@frontage/model/summaries/summarize';
import { diffWords } from '../../../admin/editing/versions/diff-words.ts';
import { MarkdownSource, pathToLine } from '../../../admin/editing/text/parse.ts';
import { readPage } from '../../../pipeline/health/page-facts.ts';
import { linkedAddresses, namedUploads } from '../../../pipeline/sync/content-addresses.ts';
import type { ValueOf } from '../../../pipeline/sync/validate.ts';

/** The parts of the product that read a whole text, by name. */
export const textReaders: Readonly<Record<string, (text: string) => unknown>> = {
  render: (text) => renderMarkdown(text, { topHeading: 2, hasHeadingIds: true, addressOf: () => '/a' }),
  words: (text) => parseMarkdown(text).words(),
  'block problems': textProblems,
  summary: (text) => summarize('pages', { title: 'a', body: text }),
  excerpt: (text) => excerpt(text, 100_000),
  'search of the admin': (text) => searchedText({ type: 'markdown' }, text),
  'index of the admin': (text) => {
    const document = searchedDocument('pages', { title: 'a', slug: 'a', body: text });
    return new Set(searchWords(document?.text ?? ''));
  },
  'edit marks': (text) => parseMarkdown(text).lines(),
  'search of the site': (source) => {
    const text = parseMarkdown(source).words('\n');
    const after = { path: '/a', title: 'a', description: null, text, summary: excerpt(text, 160) };
    return changedSearch(emptySearch, [{ document: 'pages/a', before: null, after }]);
  },
  'links to convert': (text) => convertLinks(text, (path) => (path === '/b' ? { kind: 'page', id: 'b' } : null)),
  'uploads of a text': mediaInText,
  'embed code': (text) => {
    const code = text.slice(0, limits.embedCode);
    return [embedProblem(code), embedLoss(code), framesOwnPage(code, ['http://a'])];
  },
  'addresses of a document': (text) => {
    const page = { body: text, og_image_url: null } as ValueOf['pages'];
    return [namedUploads('pages', page), linkedAddresses('pages', page)];
  },
  'health of a page': (text) => readPage(`<main id="main"><div class="prose">${renderMarkdown(text)}</div></main>`),
  'health of any HTML': (text) => readPage(`<main id="main"><div class="prose">${text}</div></main>`),
  'visual editor': (text) => {
    const source = new MarkdownSource();
    return source.write(source.open(text));
  },
  'place in the visual editor': (text) => pathToLine(text, Infinity),
  merge: (text) => mergeTexts({ base: text, mine: halved(text), theirs: marked(text) }),
  comparison: (text) => diffWords(halved(text), marked(text)),
};

/** The names of readers whose work has a limit instead of growing with the text. */
export const boundedReaders: readonly string[] = ['merge', 'comparison'];

/** A text without every second line, and without half of its first line. */
const halved = (text: string): string =>
  text
    .split('\n')
    .filter((_, index) => index % 2 === 0)
    .map((line, index) => (index === 0 ? line.slice(0, line.length >> 1) : line))
    .join('\n');

/** A text with another word in every third line, and in the middle of the first. */
const marked = (text: string): string =>
  text
    .split('\n')
    .map((line, index) =>
      index % 3 === 0 ? `${line.slice(0, line.length >> 1)} x ${line.slice(line.length >> 1)}` : line,
    )
    .join('\n');

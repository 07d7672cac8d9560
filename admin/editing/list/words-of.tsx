import { excerpt } from '@frontage/model/excerpt';
import { lazy, Suspense } from 'react';

interface WordsOfProps {
  /** Markdown. */
  text: string;
  /** In characters. */
  length: number;
}

// Enough source for an excerpt, however long the text is.
const source = (text: string, length: number): string => text.slice(0, 1_000 + 4 * length);

// The renderer is larger than a list: rows are there before it, and hold the place of their words.
const Words = lazy(async () => {
  const { parseMarkdown } = await import('@frontage/model/markdown');
  return {
    default: ({ text, length }: WordsOfProps) => <>{excerpt(parseMarkdown(source(text, length)).words(), length)}</>,
  };
});

/** The beginning of a markdown text as visitors read it, without its marks. */
export function WordsOf({ text, length }: WordsOfProps) {
  return (
    <Suspense fallback={<span style={{ visibility: 'hidden' }}>{excerpt(source(text, length), length)}</span>}>
      <Words text={text} length={length} />
    </Suspense>
  );
}

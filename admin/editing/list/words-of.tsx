import { excerpt } from '@frontage/model/excerpt';
import { lazy, Suspense } from 'react';

interface WordsOfProps {
  /** Markdown. */
  text: string;
  /** In characters. */
  length: number;
}

// Enough source for an excerpt, however long the text is.
const beginning = ({ text, length }: WordsOfProps): string => text.slice(0, 1_000 + 4 * length);

const Source = (props: WordsOfProps) => <>{excerpt(beginning(props).replace(/\s+/g, ' ').trim(), props.length)}</>;

// The renderer is larger than a list: rows are there before it, and hold the place of their words. Where it cannot be
// loaded they show the source.
const Words = lazy(async () => {
  const renderer = await import('@frontage/model/markdown').catch(() => null);
  if (renderer === null) return { default: Source };
  return {
    default: (props: WordsOfProps) => <>{excerpt(renderer.parseMarkdown(beginning(props)).words(), props.length)}</>,
  };
});

// What a mark of markdown has in it.
const mayHaveMarks = (source: string): boolean => /[*_`#>[\]|~\\<&]|^\s*(?:[-+=]|\d+[.)])/m.test(source);

/** The beginning of a markdown text as visitors read it, without its marks. */
export function WordsOf(props: WordsOfProps) {
  if (!mayHaveMarks(beginning(props))) return <Source {...props} />;
  const waiting = (
    <span style={{ visibility: 'hidden' }}>
      <Source {...props} />
    </span>
  );
  return (
    <Suspense fallback={waiting}>
      <Words {...props} />
    </Suspense>
  );
}

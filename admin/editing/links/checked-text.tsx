import { Suspense, useEffect, useState } from 'react';
import { lazyWithFallback } from '../../ui/lazy.tsx';
import type { LinkingKind } from './link-problems.ts';

// Loaded for texts with links that can be checked. The parser is most of the size.
const Notes = lazyWithFallback(
  () => import('./link-notes.tsx'),
  () => null,
);
const Warning = lazyWithFallback(
  async () => ({ default: (await import('./link-notes.tsx')).LinkWarning }),
  () => null,
);

// Also matches code, which the check ignores.
const checkedLink = /\]\(\s*<?(?:page:|demo:|\/?#)|^ {0,3}\[[^\]\n]+\]:\s*<?(?:page:|demo:|\/?#)/m;

interface CheckedTextProps {
  text: string;
  kind: LinkingKind;
}

interface CheckedLinksProps {
  field: { value(): string; subscribe(onChange: () => void): () => void };
  kind: LinkingKind;
  /** Marks links with these targets in the text. */
  onMark: (hrefs: readonly string[]) => void;
}

const quietTime = 400;

/** The list of links below a field that visitors cannot follow, updated after typing stops. */
export function CheckedLinks({ field, ...rest }: CheckedLinksProps) {
  const [text, setText] = useState(() => field.value());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = field.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(() => setText(field.value()), quietTime);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [field]);
  return (
    checkedLink.test(text) && (
      <Suspense>
        <Notes {...rest} text={text} />
      </Suspense>
    )
  );
}

/** A warning about these links before publishing: their number, or as a list. */
export const LinksToCheck = (props: CheckedTextProps & { isList?: boolean }) =>
  checkedLink.test(props.text) && (
    <Suspense>
      <Warning isList={false} {...props} />
    </Suspense>
  );

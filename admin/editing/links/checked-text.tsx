import { Suspense } from 'react';
import { lazyWithFallback } from '../../ui/lazy.tsx';
import type { LinkingKind } from './link-notes.tsx';

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
const checkedLink = /\]\(\s*<?(?:page:|demo:|\/|#)|^ {0,3}\[[^\]\n]+\]:\s*<?(?:page:|demo:|\/|#)/m;

interface CheckedTextProps {
  text: string;
  kind: LinkingKind;
}

interface CheckedLinksProps extends CheckedTextProps {
  /** Marks links with these targets in the text. */
  onMark: (hrefs: readonly string[]) => void;
}

/** The list of links below a text that visitors cannot follow. */
export const CheckedLinks = (props: CheckedLinksProps) =>
  checkedLink.test(props.text) && (
    <Suspense>
      <Notes {...props} />
    </Suspense>
  );

/** A warning about these links before publishing: their number, or as a list. */
export const LinksToCheck = (props: CheckedTextProps & { isList?: boolean }) =>
  checkedLink.test(props.text) && (
    <Suspense>
      <Warning isList={false} {...props} />
    </Suspense>
  );

import { Suspense } from 'react';
import { useFirebase } from '../../lib/firebase.tsx';
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

// Links to other sites and to mail and phone numbers are not checked. Also matches code, which the check ignores.
const other = '(?!https?:|mailto:|tel:)\\S';
const checkedLink = new RegExp(
  `\\]\\(\\s*<?${other}|^ {0,3}\\[[^\\]\\n]+\\]:\\s*<?${other}|^ {0,3}:{2,}[^\\n]*(?:\\bhref=|\\bid=)["']${other}`,
  'im',
);

/** Whether a text may have links that are checked. */
const hasCheckedLinks = (text: string, siteOrigin: string): boolean =>
  checkedLink.test(text) || text.includes(siteOrigin);

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
  hasCheckedLinks(props.text, useFirebase().config.siteOrigin) && (
    <Suspense>
      <Notes {...props} />
    </Suspense>
  );

/** A warning about these links before publishing: their number, or as a list. */
export const LinksToCheck = (props: CheckedTextProps & { isList?: boolean }) =>
  hasCheckedLinks(props.text, useFirebase().config.siteOrigin) && (
    <Suspense>
      <Warning isList={false} {...props} />
    </Suspense>
  );

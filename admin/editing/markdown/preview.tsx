import { chakra } from '@chakra-ui/react';
import { renderMarkdown } from '@frontage/model/markdown';
import { useDeferredValue, useMemo, type MouseEvent } from 'react';
import { useSettled } from '../use-settled.ts';

const Prose = chakra('div', {
  base: {
    px: '5',
    py: '4',
    lineHeight: '1.7',
    overflowWrap: 'anywhere',
    '& > * + *': { mt: '3' },
    '& h1, & h2, & h3, & h4, & h5, & h6': { fontWeight: '600', lineHeight: '1.25', letterSpacing: '-0.01em' },
    '& h2': { fontSize: '1.5rem', mt: '6' },
    '& h3': { fontSize: '1.25rem', mt: '5' },
    '& h4': { fontSize: '1.0625rem', mt: '4' },
    '& ul': { listStyle: 'disc', ps: '6' },
    '& ol': { listStyle: 'decimal', ps: '6' },
    '& a': { color: 'fg.info', textDecoration: 'underline' },
    '& img': { maxWidth: 'full', rounded: 'l2' },
    '& blockquote': { borderInlineStartWidth: '3px', borderColor: 'border.emphasized', ps: '4', color: 'fg.muted' },
    '& code': { fontFamily: 'mono', fontSize: '0.875em', bg: 'bg.muted', px: '1', rounded: 'l1' },
    '& pre': { bg: 'bg.muted', p: '3', rounded: 'l2', overflowX: 'auto' },
    '& pre code': { bg: 'transparent', p: '0' },
    '& table': { borderCollapse: 'collapse', display: 'block', overflowX: 'auto' },
    '& th, & td': { borderWidth: '1px', px: '3', py: '1.5', textAlign: 'start' },
    '& hr': { borderTopWidth: '1px', my: '5' },
  },
});

// A link in the preview would replace the editor and what is typed in it.
function openElsewhere(event: MouseEvent<HTMLElement>) {
  const link = (event.target as HTMLElement).closest('a');
  if (!link) return;
  event.preventDefault();
  window.open(link.href, '_blank', 'noopener');
}

// Drawing takes tens of milliseconds from here on: too long for every keystroke.
const longText = 10_000;
const quietTime = 300;

/** A markdown text as the site draws it, by the site's own renderer: raw HTML in it is escaped. */
export function Preview({ text, topHeading }: { text: string; topHeading: number }) {
  const shown = useDeferredValue(useSettled(text, text.length > longText ? quietTime : 0));
  const html = useMemo(() => renderMarkdown(shown, { topHeading }), [shown, topHeading]);
  if (shown.trim() === '') {
    return (
      <chakra.p px="5" py="4" color="fg.muted">
        Nothing to preview yet.
      </chakra.p>
    );
  }
  return <Prose data-preview="" onClick={openElsewhere} dangerouslySetInnerHTML={{ __html: html }} />;
}

import {
  commonProperties,
  type FontName,
  paletteProperties,
  shapeProperties,
  themeFrom,
  typefaces,
} from '@frontage/model/theme';
import { collections } from '@frontage/model/paths';
import { defaultSettings, settingSchemas, type Settings } from '@frontage/model/kinds/settings';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import article from '../../../src/styles/article.css?inline';
import base from '../../../src/styles/base.css?inline';
import blocks from '../../../src/styles/blocks.css?inline';
import button from '../../../src/styles/button.css?inline';
import { valueOf } from '../../lib/documents/document-store.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';

type Branding = Settings['branding'];

// Only the fonts of the brand are loaded.
const fonts: Record<FontName, () => Promise<{ default: string }>> = {
  Jost: () => import('../../../src/styles/fonts/jost.ts'),
  'Bricolage Grotesque': () => import('../../../src/styles/fonts/bricolage-grotesque.ts'),
  Inter: () => import('../../../src/styles/fonts/inter.ts'),
  'Public Sans': () => import('../../../src/styles/fonts/public-sans.ts'),
  'Source Sans 3': () => import('../../../src/styles/fonts/source-sans-3.ts'),
  'Source Serif 4': () => import('../../../src/styles/fonts/source-serif-4.ts'),
  'Space Grotesk': () => import('../../../src/styles/fonts/space-grotesk.ts'),
};

/** The site's styles of text in the brand's colors, corners and typefaces, for elements inside `.site-text` only. */
export function useSiteTextStyles(): string {
  const branding = useBranding();
  const { typeface } = branding;
  const { data: faces = '' } = useQuery({
    queryKey: ['site-fonts', typeface],
    queryFn: async () => {
      const { heading, text } = typefaces[typeface];
      const loaded = await Promise.all([...new Set([heading, text])].map((name) => fonts[name]()));
      return loaded.map((module) => module.default).join('');
    },
    staleTime: Infinity,
  });
  return useMemo(() => faces + siteTextStyles(branding), [faces, branding]);
}

function siteTextStyles({ primary_color, accent_color, typeface, corner_radius }: Branding): string {
  const primary = primary_color ?? fallback;
  const theme = themeFrom(primary, accent_color ?? primary);
  // The root of the site is the element with the class here.
  const scoped = (base + button + article + blocks.replace(/\b(?:details|summary)\b(?!-)/g, ':is($&,.b-$&)')).replace(
    /(^|[\s{},])(?::root|html)(?=[\s,{])/g,
    '$1&',
  );
  return `.site-text{${commonProperties(theme)}${shapeProperties({ typeface, corner_radius })}${paletteProperties(theme.light)}}
.dark .site-text{${paletteProperties(theme.dark)}}
.site-text{${scoped}}`;
}

/** Styles of the visual editor around the site's styles of text. */
export const writingStyles = {
  '&.site-text': { background: 'var(--fr-colors-bg-panel)', scrollPaddingTop: 'inherit', colorScheme: 'inherit' },
  '& .prose': {
    minHeight: '100%',
    padding: { base: '1.25rem 1rem 3rem', lg: '1.5rem 2rem 4rem 3rem' },
    alignContent: 'start',
    maxWidth: 'calc(var(--measure) + 5rem)',
    marginInline: 'auto',
    fontSize: { base: '1.0625rem', lg: '1.125rem' },
    whiteSpace: 'break-spaces',
    overflowWrap: 'anywhere',
    fontVariantLigatures: 'none',
    position: 'relative',
    outline: 'none',
    caretColor: 'var(--accent)',
    userSelect: 'text',
  },
  '& .prose:focus-visible': { outline: 'none', borderRadius: 0 },
  '& .prose :is(ul, ol)': { listStyle: 'revert' },
  '& .prose li': { whiteSpace: 'break-spaces' },
  '& .prose :is(h2, h3, h4, h5, h6)': { fontWeight: 500 },
  '& .prose li > p + p': { marginTop: '0.6em' },
  '& .prose li > :is(ul, ol)': { marginTop: '0.35em' },
  '& .prose blockquote > * + *': { marginTop: '0.6em' },
  '& .prose img': { display: 'inline-block', verticalAlign: 'bottom', maxHeight: '28rem', cursor: 'default' },
  '& .prose p > img:only-of-type': { display: 'block' },
  '& .prose img.is-selected, & .prose hr.is-selected, & .prose .is-selected': {
    outline: '2px solid var(--fr-colors-ink-focus-ring)',
    outlineOffset: '3px',
  },
  // A tall box, so that the line can be clicked.
  '&.site-text .prose hr': {
    height: '1.5rem',
    border: 0,
    background: 'linear-gradient(var(--line), var(--line)) center / 100% 1px no-repeat',
  },
  '& .prose table': { overflow: 'auto' },
  '& .prose :is(th, td)': { minWidth: '4rem', position: 'relative' },
  '& .prose .selectedCell': { background: 'var(--tint)' },
  '& .prose.is-blank:read-write::before': {
    content: 'attr(data-hint)',
    position: 'absolute',
    // A grid places it at the padding edge.
    padding: 'inherit',
    color: 'var(--fr-colors-fg-subtle)',
    pointerEvents: 'none',
  },
  '& .prose .broken-link': { textDecoration: 'underline wavy var(--fr-colors-fg-warning)' },
  '& .prose .has-broken-link > .block-shown :is(a, figcaption):not(.block-content *)': {
    textDecoration: 'underline wavy var(--fr-colors-fg-warning)',
  },
  '& .block-frame.has-broken-link': { borderColor: 'var(--fr-colors-fg-warning)' },
  '& .prose .ProseMirror-search-match': {
    background: 'color-mix(in srgb, #eac375 60%, transparent)',
    borderRadius: '2px',
  },
  '& .prose .ProseMirror-active-search-match': { background: '#dea94b', color: '#141310' },
  '& .prose .has-words': { outline: '2px solid #eac375', outlineOffset: '2px' },
  '& .prose .has-words.is-active': { outline: '3px solid #dea94b' },
  '& .prose .ProseMirror-gapcursor': { display: 'none', pointerEvents: 'none', position: 'absolute' },
  '& .prose.ProseMirror-focused .ProseMirror-gapcursor': { display: 'block' },
  '& .ProseMirror-gapcursor::after': {
    content: '""',
    display: 'block',
    position: 'absolute',
    top: '-2px',
    width: '20px',
    borderTop: '2px solid var(--accent)',
  },
  '& .ProseMirror-hideselection *::selection': { background: 'transparent' },
  '& .markdown-block': {
    display: 'grid',
    gap: '0.25rem',
    padding: '0.625rem 0.75rem',
    border: '1px dashed var(--fr-colors-border-emphasized)',
    borderRadius: '0.5rem',
    background: 'var(--fr-colors-bg-subtle)',
  },
  '& .markdown-block > span': {
    fontFamily: 'var(--fr-fonts-body)',
    fontSize: '0.75rem',
    fontWeight: 500,
    lineHeight: 1.3,
    color: 'var(--fr-colors-fg-muted)',
  },
  '& .markdown-block > textarea': {
    fieldSizing: 'content',
    width: '100%',
    resize: 'none',
    background: 'transparent',
    fontFamily: 'var(--fr-fonts-mono)',
    fontSize: '0.875rem',
    lineHeight: 1.6,
    color: 'var(--fr-colors-fg)',
    outlineOffset: '2px',
  },
  '& .block-frame': {
    position: 'relative',
    minWidth: 0,
    padding: '1.5rem 0.75rem 0.75rem',
    border: '1px dashed var(--fr-colors-border)',
    borderRadius: '0.5rem',
  },
  '& .block-frame:is(:hover, :focus-within)': { borderColor: 'var(--fr-colors-border-emphasized)' },
  '& .block-frame.is-selected': { borderColor: 'transparent' },
  '& .block-name': {
    position: 'absolute',
    top: '0.25rem',
    insetInlineStart: '0.75rem',
    fontFamily: 'var(--fr-fonts-body)',
    fontSize: '0.6875rem',
    fontWeight: 500,
    lineHeight: 1.4,
    color: 'var(--fr-colors-fg-muted)',
    cursor: 'pointer',
    userSelect: 'none',
  },
  '& .block-name:hover': { color: 'var(--fr-colors-fg)', textDecoration: 'underline' },
  '& .block-shown': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '0.8em' },
  '& .block-content': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '0.8em' },
  '& .block-shown :is(p, h2, h3, h4, figure, blockquote, ul, ol)': { margin: 0 },
  // Text in a card that is a link can be clicked.
  '& .block-frame .b-card a::after': { content: 'none' },
  '& .block-field': { cursor: 'text', whiteSpace: 'break-spaces', outline: 'none', minWidth: '2ch' },
  '& .block-field:hover': { textDecoration: 'underline dotted', textUnderlineOffset: '0.2em' },
  '& .block-field:focus': {
    textDecoration: 'none',
    outline: '2px solid var(--fr-colors-ink-focus-ring)',
    outlineOffset: '3px',
    borderRadius: '2px',
  },
  '& .block-field[aria-invalid]': { outlineColor: 'var(--fr-colors-border-error)' },
  '& .block-field:empty:not([contenteditable="false"])::before': {
    content: 'attr(data-hint)',
    opacity: 0.6,
  },
  '& .block-problem': { fontFamily: 'var(--fr-fonts-body)', fontSize: '0.875rem', color: 'var(--fr-colors-fg-error)' },
  '& .code-block': { position: 'relative' },
  '& .code-block > input': {
    position: 'absolute',
    top: '0.5rem',
    insetInlineEnd: '0.5rem',
    zIndex: 1,
    width: '7rem',
    padding: '0.125rem 0.5rem',
    borderRadius: '0.375rem',
    fontFamily: 'var(--fr-fonts-body)',
    fontSize: '0.75rem',
    textAlign: 'end',
    color: 'var(--fr-colors-fg-muted)',
    background: 'transparent',
  },
  '& .code-block > input:is(:hover, :focus)': { background: 'var(--fr-colors-bg-panel)' },
  '& .coming-image': {
    display: 'inline-flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '0.25rem 0.75rem',
    maxWidth: '100%',
    padding: '0.25rem 0.625rem',
    border: '1px solid var(--fr-colors-border-emphasized)',
    borderRadius: '0.375rem',
    fontFamily: 'var(--fr-fonts-body)',
    fontSize: '0.875rem',
    color: 'var(--fr-colors-fg)',
    background:
      'linear-gradient(to right, var(--fr-colors-bg-info) var(--part), var(--fr-colors-bg-subtle) var(--part))',
  },
  '& .coming-image[data-failed]': {
    borderColor: 'var(--fr-colors-border-error)',
    background: 'var(--fr-colors-bg-error)',
  },
  '& .coming-image button': { minHeight: '1.5rem', fontWeight: 600, textDecoration: 'underline', cursor: 'pointer' },
} as const;

const fallback = defaultSettings.branding.primary_color ?? '#0F284C';

/** The site's branding; the default until it is read. */
function useBranding(): Branding {
  const store = useDocumentStore();
  const { data } = useQuery({
    queryKey: ['branding'],
    queryFn: async () => {
      const stored = valueOf(await store.read(`${collections.settings}/branding`));
      return settingSchemas.branding.safeParse(stored?.['value']).data ?? defaultSettings.branding;
    },
  });
  return data ?? defaultSettings.branding;
}

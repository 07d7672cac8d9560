import { Box, Button, Flex, Grid, Heading, Skeleton, Text, chakra } from '@chakra-ui/react';
import type { Savable } from '@frontage/model/kinds/kinds';
import {
  lookAnswer,
  previewAnswer,
  previewPaths,
  type PlannedChange,
  type PreviewAnswer,
} from '@frontage/model/preview';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { answerOf, usePipeline } from '../../lib/pipeline.ts';
import { FailureState } from '../../ui/states.tsx';
import { type DiffPart, diffWords } from './diff-words.ts';
import { isEmptyValue, isSameValue, type FieldWords, type Values, valueWords } from './compare-fields.ts';
import { previewedOf, type Previewed, type PreviewedLaunch } from '../editor/places.ts';
import { useMedia } from '../../ui/browser.ts';
import { PreviewFrame, type FrameCommand } from '../editor/preview-frame.tsx';

/** A page rendered by the pipeline. */
type RenderedPage = Pick<PreviewAnswer, 'html' | 'path'>;

const sides = ['before', 'after'] as const;

type Side = (typeof sides)[number];

interface PagesProps {
  names: Record<Side, string>;
  before: RenderedPage | null;
  after: RenderedPage | null;
  /** Shown instead of a missing page; without it, the other page takes the whole width. */
  missing?: Record<Side, string>;
  /** Whether the pages are stacked with a slider instead of side by side. */
  isOver: boolean;
}

const widths = { wide: 1280, narrow: 390 };

/** Two rendered pages that scroll together: side by side, or stacked with a slider that moves the line between them. */
function Pages({ names, missing, isOver, ...pages }: PagesProps) {
  const { origin } = usePipeline();
  // On a phone, a page at desktop width would be too small to read.
  const width = useMedia('(min-width: 48em)') ? widths.wide : widths.narrow;
  const moves = useRef<{ [side in Side]?: ((command: FrameCommand) => void) | null }>({});
  if (origin === null) return null;
  const draw = (side: Side, other: Side): ReactNode => {
    const page = pages[side];
    if (page === null) {
      return missing ? (
        <Text p="4" color="fg.muted">
          {missing[side]}
        </Text>
      ) : null;
    }
    return (
      <PreviewFrame
        origin={origin}
        title={`${names[side]}: ${page.path}`}
        page={page}
        width={width}
        move={(scroll) => void (moves.current[side] = scroll)}
        onMessage={(message) => {
          if (message.type !== 'frontage:scrolled') return;
          moves.current[other]?.({ type: 'frontage:scroll', ratio: message.ratio });
        }}
      />
    );
  };
  const drawn = { before: draw('before', 'after'), after: draw('after', 'before') };
  return isOver && pages.before && pages.after ? (
    <OverEachOther {...{ names, drawn }} />
  ) : (
    <SideBySide {...{ names, drawn }} />
  );
}

interface Both {
  names: Record<Side, string>;
  drawn: Record<Side, ReactNode>;
}

function SideBySide({ names, drawn }: Both) {
  const shown = sides.filter((side) => drawn[side] !== null);
  return (
    <Grid
      gap="3"
      flex="1"
      templateColumns={shown.length > 1 ? { md: '1fr 1fr' } : '1fr'}
      autoRows={{ base: '64dvh', md: 'auto' }}
      // The pages themselves take three fifths of the window.
      minH="64dvh"
    >
      {shown.map((side) => (
        <Flex key={side} as="section" aria-label={names[side]} direction="column" minW="0">
          <Text textStyle="xs" fontWeight="semibold" color="fg.muted" mb="1">
            {names[side]}
          </Text>
          <Flex flex="1" borderWidth="1px" rounded="l2" overflow="hidden">
            {drawn[side]}
          </Flex>
        </Flex>
      ))}
    </Grid>
  );
}

function OverEachOther({ names, drawn }: Both) {
  const [share, setShare] = useState(50);
  // The center of the grip, which stays inside the frame at both ends.
  const line = `calc(${grip} / 2 + (100% - ${grip}) * ${String(share / 100)})`;
  return (
    <Flex direction="column" flex="1" minH="64dvh">
      <Flex justify="space-between" textStyle="xs" fontWeight="semibold" color="fg.muted" mb="1" aria-hidden>
        <span>{names.before}</span>
        <span>{names.after}</span>
      </Flex>
      <Box position="relative" flex="1" borderWidth="1px" rounded="l2" overflow="hidden">
        <Flex as="section" aria-label={names.before} position="absolute" inset="0">
          {drawn.before}
        </Flex>
        <Flex
          as="section"
          aria-label={names.after}
          position="absolute"
          inset="0"
          style={{ clipPath: `inset(0 0 0 ${line})` }}
        >
          {drawn.after}
        </Flex>
        <Line
          type="range"
          min="0"
          max="100"
          aria-label={`Line between ${names.before} and ${names.after}`}
          aria-valuetext={`${String(share)} % ${names.before}`}
          value={share}
          onChange={({ target }) => setShare(Number(target.value))}
        />
      </Box>
    </Flex>
  );
}

const grip = '2rem';

const thumb = {
  appearance: 'none',
  width: grip,
  height: '100%',
  border: '0',
  borderRadius: '0',
  cursor: 'ew-resize',
  // Outside the grip, the pointer reaches the pages.
  pointerEvents: 'auto',
  background:
    'radial-gradient(circle, {colors.fg.info} 0.5rem, transparent 0.5625rem), linear-gradient(to right, transparent calc(50% - 1px), {colors.fg.info} calc(50% - 1px) calc(50% + 1px), transparent calc(50% + 1px))',
} as const;

/** A slider over both pages; its grip has their full height. */
const Line = chakra('input', {
  base: {
    appearance: 'none',
    position: 'absolute',
    inset: '0',
    width: 'full',
    height: 'full',
    margin: '0',
    bg: 'transparent',
    pointerEvents: 'none',
    focusVisibleRing: 'inside',
    '&::-webkit-slider-runnable-track': { height: '100%' },
    '&::-webkit-slider-thumb': thumb,
    '&::-moz-range-thumb': thumb,
  },
});

/** A version of a document or a setting, as form values. */
interface Version {
  /** The display name: 'Live', 'Draft'. */
  name: string;
  values: Values;
}

/** Two versions of a document or a setting; if `before` is null, `after` is shown without comparison. */
interface VersionsProps {
  kind: Savable;
  id: string;
  words: FieldWords;
  before: Version | null;
  after: Version;
}

/** An address before and after a publish. */
interface ComparedAddress {
  change: PlannedChange;
  /** The content or launch that would be published. */
  previewed: Previewed | PreviewedLaunch;
}

interface ComparisonProps {
  /** The heading and accessible name. */
  title: string;
  compared: VersionsProps | ComparedAddress;
}

/**
 * Compares two versions of a document, or an address before and after a publish: by words, side by side or with a
 * slider.
 */
export function Comparison({ title, compared }: ComparisonProps) {
  return 'change' in compared ? (
    // The key replaces the frames when the address changes, because their state belongs to one address.
    <AddressComparison key={compared.change.path} title={title} {...compared} />
  ) : (
    <VersionComparison title={title} {...compared} />
  );
}

type View = 'words' | 'beside' | 'over';

const views: Record<View, string> = { words: 'Changed words', beside: 'Side by side', over: 'Slider' };
const viewsOfOne: Partial<Record<View, string>> = { words: 'Text', beside: 'Page' };

function VersionComparison({ title, kind, id, words, before, after }: VersionsProps & { title: string }) {
  const [view, setView] = useState<View>('words');
  return (
    <Frame title={title} views={before ? views : viewsOfOne} view={view} onView={setView}>
      {view === 'words' ? (
        <Box maxW="48rem">
          {before && <Legend before={before.name} after={after.name} />}
          <Fields words={words} before={before?.values ?? null} after={after.values} />
        </Box>
      ) : (
        <DrawnVersions {...{ kind, id, words, before, after }} isOver={view === 'over'} />
      )}
    </Frame>
  );
}

function DrawnVersions({ kind, id, words, before, after, isOver }: VersionsProps & { isOver: boolean }) {
  const left = useDrawn(before && previewedOf(kind, id, before.values));
  const right = useDrawn(previewedOf(kind, id, after.values));
  const failed = [left, right].find(({ isError }) => isError);
  if (failed) return <FailureState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!right.data || (before && !left.data)) return <Drawing />;
  const names = { before: before?.name ?? '', after: after.name };
  const missing = right.data.problems.map(({ field, message }) => `${words.labels[field] ?? field} (${message})`);
  return (
    <>
      {missing.length > 0 && (
        <Text textStyle="sm" color="fg.warning">{`Invalid fields are not shown: ${missing.join(', ')}`}</Text>
      )}
      <Pages {...{ names, isOver }} before={before && (left.data ?? null)} after={right.data} />
    </>
  );
}

/** Renders a version as the site would; sends no request while `previewed` is null. */
function useDrawn(previewed: Previewed | null) {
  const pipeline = usePipeline();
  return useQuery({
    queryKey: ['drawn', previewed],
    queryFn: async () =>
      answerOf(await pipeline.post({ path: previewPaths.preview, body: previewed ?? {}, answer: previewAnswer })),
    enabled: previewed !== null,
    retry: false,
  });
}

function AddressComparison({ title, change, previewed }: ComparedAddress & { title: string }) {
  const pipeline = usePipeline();
  const [view, setView] = useState<View>('beside');
  const { path } = change;
  const isLaunch = 'launch' in previewed;
  const request = isLaunch ? { ...previewed, path } : { ...previewed, action: 'publish', path };
  const look = useQuery({
    queryKey: ['look', request],
    queryFn: async () => {
      const { before, after } = answerOf(
        await pipeline.post({
          path: isLaunch ? previewPaths.launchLook : previewPaths.look,
          body: request,
          answer: lookAnswer,
        }),
      );
      return { before: pageAt(path, before), after: pageAt(path, after) };
    },
    retry: false,
  });
  return (
    <Frame title={title} views={views} view={view} onView={setView}>
      {look.isPending && <Drawing />}
      {look.isError && <FailureState error={look.error} onRetry={() => void look.refetch()} />}
      {look.data && view === 'words' && <PageWords {...look.data} />}
      {look.data && view !== 'words' && (
        <Pages
          names={{ before: 'Before', after: 'After' }}
          missing={missingPhrase(change)}
          isOver={view === 'over'}
          {...look.data}
        />
      )}
    </Frame>
  );
}

const pageAt = (path: string, html: string | null): RenderedPage | null => (html === null ? null : { path, html });

function PageWords({ before, after }: Record<'before' | 'after', RenderedPage | null>) {
  const texts = useMemo(() => ({ before: pageText(before), after: pageText(after) }), [before, after]);
  return (
    <Box textStyle="sm" whiteSpace="pre-wrap" overflowWrap="anywhere" maxW="48rem">
      {texts.before === texts.after ? (
        <Text color="fg.muted">The text stays the same. Only the layout or the metadata changes.</Text>
      ) : (
        <ChangedWords {...texts} />
      )}
    </Box>
  );
}

const blocks =
  'address, article, blockquote, div, dd, dl, dt, footer, h1, h2, h3, h4, h5, h6, header, hr, li, main, nav, ol, p, pre, section, table, td, th, tr, ul';

/** The title, description and visible text of a page, one line per paragraph; empty for null. */
function pageText(drawn: RenderedPage | null): string {
  if (drawn === null) return '';
  const page = new DOMParser().parseFromString(drawn.html, 'text/html');
  for (const hidden of page.querySelectorAll('script, style, svg, noscript, template')) hidden.remove();
  for (const block of page.querySelectorAll(blocks)) block.append('\n');
  const description = page.querySelector('meta[name=description]')?.getAttribute('content') ?? '';
  const lines = [page.title, description, ...page.body.textContent.split('\n')];
  return lines
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

interface FrameProps {
  title: string;
  views: Partial<Record<View, string>>;
  view: View;
  onView: (view: View) => void;
  children: ReactNode;
}

function Frame({ title, views: offered, view, onView, children }: FrameProps) {
  return (
    <Flex as="section" aria-label={title} direction="column" gap="3" minW="0" height="full">
      <Flex align="center" gap="3" wrap="wrap">
        <Heading as="h3" textStyle="sm" fontWeight="semibold" flex="1 1 12rem" overflowWrap="anywhere">
          {title}
        </Heading>
        <Flex role="group" aria-label="View" gap="0.5">
          {Object.entries(offered).map(([key, label]) => (
            <Button
              key={key}
              size="xs"
              variant={key === view ? 'subtle' : 'ghost'}
              colorPalette="gray"
              aria-pressed={key === view}
              onClick={() => onView(key as View)}
            >
              {label}
            </Button>
          ))}
        </Flex>
      </Flex>
      {children}
    </Flex>
  );
}

/** Explains the marks: `del` for words of the first version, `ins` for words of the second. */
function Legend({ before, after }: { before: string; after: string }) {
  return (
    <Text textStyle="xs" color="fg.muted" mb="3">
      {'Removed from “'}
      <del>{before}</del>
      {'”, added in “'}
      <ins>{after}</ins>
      {'”'}
    </Text>
  );
}

const Drawing = () => <Skeleton height="20rem" rounded="l2" aria-busy="true" />;

interface FieldsProps {
  words: FieldWords;
  /** Null to show the fields of `after` without comparison. */
  before: Values | null;
  after: Values;
}

/** The changed fields of a form with marked words, and below them the unchanged fields, collapsed. */
function Fields({ words, before, after }: FieldsProps) {
  const { changed, same } = compareVersions(words, before ?? after, after);
  if (before === null) return <FieldList fields={same} />;
  return (
    <Flex direction="column" gap="4">
      {changed.length === 0 && <Text color="fg.muted">These versions are the same.</Text>}
      {changed.map((field) => (
        <FieldText key={field.field} label={field.label}>
          <ChangedWords {...field} />
        </FieldText>
      ))}
      {same.length > 0 && (
        <chakra.details>
          <chakra.summary cursor="pointer" textStyle="sm" fontWeight="medium">
            {same.length === 1 ? '1 field is the same' : `${same.length} fields are the same`}
          </chakra.summary>
          <Box pt="4">
            <FieldList fields={same} />
          </Box>
        </chakra.details>
      )}
    </Flex>
  );
}

function FieldList({ fields }: { fields: readonly ComparedField[] }) {
  return (
    <Flex direction="column" gap="4">
      {fields.map(({ field, label, after }) => (
        <FieldText key={field} label={label}>
          {after}
        </FieldText>
      ))}
    </Flex>
  );
}

function FieldText({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box as="section" aria-label={label}>
      <Heading as="h4" textStyle="sm" fontWeight="semibold" mb="1">
        {label}
      </Heading>
      <Text as="div" textStyle="sm" whiteSpace="pre-wrap" overflowWrap="anywhere">
        {children}
      </Text>
    </Box>
  );
}

/**
 * Shows two versions of a text as one, with added and removed words marked. Long unchanged parts are collapsed until
 * pressed.
 */
export function ChangedWords({ before, after }: { before: string; after: string }) {
  const [isWhole, setWhole] = useState(false);
  const parts = useMemo(() => {
    const diff = diffWords(before, after);
    return isWhole ? diff : omitUnchanged(diff);
  }, [before, after, isWhole]);
  return parts.map((part, index) => {
    if (part === null) return <Folded key={index} onShow={() => setWhole(true)} />;
    if (part.type === 'same') return <span key={index}>{part.text}</span>;
    const isAdded = part.type === 'added';
    return (
      <chakra.span
        key={index}
        as={isAdded ? 'ins' : 'del'}
        rounded="sm"
        bg={isAdded ? 'bg.success' : 'bg.error'}
        textDecoration={isAdded ? 'underline' : 'line-through'}
      >
        {part.text}
      </chakra.span>
    );
  });
}

function Folded({ onShow }: { onShow: () => void }) {
  return (
    <chakra.button
      type="button"
      aria-label="Show the unchanged text"
      title="Show the unchanged text"
      onClick={onShow}
      mx="1"
      px="1.5"
      rounded="sm"
      color="fg.muted"
      bg="bg.muted"
      cursor="pointer"
      focusVisibleRing="outside"
    >
      ⋯
    </chakra.button>
  );
}

/** A field of two versions with its display texts; the text of an empty value is ''. */
interface ComparedField {
  field: string;
  label: string;
  before: string;
  after: string;
}

export interface ComparedVersions {
  changed: ComparedField[];
  /** Unchanged fields that are not empty. */
  same: ComparedField[];
}

/**
 * Compares two versions by field, in the order of `words.labels`. Fields without a label or missing in `after` are
 * skipped.
 */
export function compareVersions(words: FieldWords, before: Values, after: Values): ComparedVersions {
  const textOf = (field: string, value: unknown) => (isEmptyValue(value) ? '' : valueWords(words, field, value));
  const fields = Object.keys(words.labels).filter((field) => field in after);
  const compared = fields.map((field) => ({
    field,
    label: words.labels[field] ?? field,
    before: textOf(field, before[field]),
    after: textOf(field, after[field]),
  }));
  const isSame = ({ field }: ComparedField) => isSameValue(before[field], after[field]);
  return {
    changed: compared.filter((field) => !isSame(field)),
    same: compared.filter((field) => isSame(field) && field.after !== ''),
  };
}

/** Characters kept at each end of an omitted text. */
const contextLength = 80;

/** Shortens long unchanged parts to their beginning and end; null stands for the omitted text between them. */
export function omitUnchanged(parts: readonly DiffPart[]): (DiffPart | null)[] {
  return parts.flatMap((part, index) => {
    const { type, text } = part;
    if (type !== 'same' || text.length <= 3 * contextLength) return [part];
    const before = index === 0 ? '' : text.slice(0, contextLength);
    const after = index === parts.length - 1 ? '' : text.slice(-contextLength);
    return [{ type, text: before }, null, { type, text: after }].filter((shown) => shown?.text !== '');
  });
}

/** The texts shown instead of a page that does not exist before or after. */
export const missingPhrase = ({ change, reason }: Pick<PlannedChange, 'change' | 'reason'>) => ({
  before: change === 'added' ? 'No page exists here yet.' : 'There is no page here.',
  after: `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`,
});

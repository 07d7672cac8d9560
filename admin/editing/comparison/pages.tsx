import { Box, chakra, Flex, Grid, Text } from '@chakra-ui/react';
import type { PreviewAnswer } from '@frontage/model/preview';
import { useRef, useState, type ReactNode } from 'react';
import { usePipeline } from '../../lib/pipeline.ts';
import { useMedia } from '../../ui/browser.ts';
import { PreviewFrame, type FrameCommand } from '../preview/preview-frame.tsx';

/** A page rendered by the pipeline. */
export type RenderedPage = Pick<PreviewAnswer, 'html' | 'path'>;

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
export function Pages({ names, missing, isOver, ...pages }: PagesProps) {
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
      autoRows={{ base: '60dvh', md: 'auto' }}
      minH="22rem"
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
    <Flex direction="column" flex="1" minH={{ base: '60dvh', md: '22rem' }}>
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

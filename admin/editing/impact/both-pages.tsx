import { Box, chakra, Flex, Grid, Text } from '@chakra-ui/react';
import type { LookAnswer, PlannedChange } from '@frontage/model/preview';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useMedia } from '../../ui/use-media.ts';
import { PreviewFrame, type Move } from '../preview/preview-frame.tsx';
import { missingWords } from './impact-words.ts';

interface BothPagesProps extends LookAnswer {
  /** Of the pipeline. */
  origin: string;
  change: PlannedChange;
  /** Whether one lies over the other. */
  isOver: boolean;
}

const sides = { before: 'Before', after: 'After' } as const;

type Side = keyof typeof sides;

const widths = { wide: 1280, narrow: 390 };

/** A page as it is and as it would be, scrolled together: next to each other, or over each other with a line to draw. */
export function BothPages({ origin, change, isOver, before, after }: BothPagesProps) {
  const { path } = change;
  // On a phone a desktop's page would be too small to be read.
  const width = useMedia('(min-width: 48em)') ? widths.wide : widths.narrow;
  const moves = useRef<{ [side in Side]?: ((how: Move) => void) | null }>({});
  const pages = useMemo(
    () => ({
      before: before === null ? null : { html: before, path },
      after: after === null ? null : { html: after, path },
    }),
    [before, after, path],
  );
  const frame = (side: Side, other: Side) =>
    pages[side] ? (
      <PreviewFrame
        origin={origin}
        title={`${sides[side]}: ${path}`}
        page={pages[side]}
        width={width}
        move={(tell) => void (moves.current[side] = tell)}
        onTold={(message) => {
          if (message.type !== 'frontage:scrolled') return;
          moves.current[other]?.({ type: 'frontage:scroll', ratio: message.ratio });
        }}
      />
    ) : (
      <Text p="4" color="fg.muted">
        {missingWords(change)[side]}
      </Text>
    );
  const both = { before: frame('before', 'after'), after: frame('after', 'before') };
  return isOver && pages.before && pages.after ? <OverEachOther {...both} /> : <SideBySide {...both} />;
}

type Both = Record<Side, ReactNode>;

function SideBySide(both: Both) {
  return (
    <Grid gap="3" flex="1" templateColumns={{ md: '1fr 1fr' }} autoRows={{ base: '60dvh', md: 'auto' }} minH="22rem">
      {(['before', 'after'] as const).map((side) => (
        <Flex key={side} as="section" aria-label={sides[side]} direction="column" minW="0">
          <Text textStyle="xs" fontWeight="semibold" color="fg.muted" mb="1">
            {sides[side]}
          </Text>
          <Flex flex="1" borderWidth="1px" rounded="l2" overflow="hidden">
            {both[side]}
          </Flex>
        </Flex>
      ))}
    </Grid>
  );
}

function OverEachOther({ before, after }: Both) {
  const [share, setShare] = useState(50);
  // Where the middle of the grip is, which stays inside at both ends.
  const line = `calc(${grip} / 2 + (100% - ${grip}) * ${String(share / 100)})`;
  return (
    <Flex direction="column" flex="1" minH={{ base: '60dvh', md: '22rem' }}>
      <Flex justify="space-between" textStyle="xs" fontWeight="semibold" color="fg.muted" mb="1" aria-hidden>
        <span>{sides.before}</span>
        <span>{sides.after}</span>
      </Flex>
      <Box position="relative" flex="1" borderWidth="1px" rounded="l2" overflow="hidden">
        <Flex as="section" aria-label={sides.before} position="absolute" inset="0">
          {before}
        </Flex>
        <Flex
          as="section"
          aria-label={sides.after}
          position="absolute"
          inset="0"
          style={{ clipPath: `inset(0 0 0 ${line})` }}
        >
          {after}
        </Flex>
        <Line
          type="range"
          min="0"
          max="100"
          aria-label="Line between before and after"
          aria-valuetext={`${String(share)} % before`}
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
  // What is beside the line belongs to the pages.
  pointerEvents: 'auto',
  background:
    'radial-gradient(circle, {colors.fg.info} 0.5rem, transparent 0.5625rem), linear-gradient(to right, transparent calc(50% - 1px), {colors.fg.info} calc(50% - 1px) calc(50% + 1px), transparent calc(50% + 1px))',
} as const;

/** A slider over both pages whose grip is as high as they are. */
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

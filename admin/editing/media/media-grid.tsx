import { Box, chakra, Flex, Image, Text } from '@chakra-ui/react';
import type { Media } from '@frontage/model/media';
import { type KeyboardEvent, memo, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { formatBytes } from '../image/image-file.ts';
import { Badge } from '../../ui/note.tsx';
import { lacksAlt, mediaName, previewAddress, visibleRows } from './media-list.ts';

interface MediaGridProps {
  images: readonly Media[];
  view: 'grid' | 'list';
  /** The image whose details are open. */
  chosen: string | null;
  onChoose: (media: Media) => void;
  /** The number of uses; undefined while it is unknown. */
  countUses: (id: string) => number | undefined;
}

// Pixels. Every cell has the same size, so that only the rows in the window are rendered.
const cell = { grid: { width: 176, height: 212 }, list: { width: Infinity, height: 72 } } as const;

/** The images of the library in a grid or a list. Only the rows in the window are in the document. */
export function MediaGrid({ images, view, chosen, onChoose, countUses }: MediaGridProps) {
  const box = useRef<HTMLDivElement>(null);
  const [shape, setShape] = useState({ columns: 1, first: 0, last: 12 });
  const { width, height } = cell[view];
  const rows = Math.ceil(images.length / shape.columns);

  const measure = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const columns = Math.max(1, Math.floor(element.clientWidth / width));
    const count = Math.ceil(images.length / columns);
    const scroller = element.closest('[data-media-scroller]');
    const frame = scroller?.getBoundingClientRect() ?? { top: 0, height: innerHeight };
    const top = frame.top - element.getBoundingClientRect().top;
    const next = { columns, ...visibleRows({ top, height: frame.height, rowHeight: height, rows: count }) };
    setShape((before) =>
      before.columns === next.columns && before.first === next.first && before.last === next.last ? before : next,
    );
  }, [height, images.length, width]);
  useLayoutEffect(() => {
    measure();
    addEventListener('scroll', measure, { capture: true, passive: true });
    const observer = new ResizeObserver(measure);
    if (box.current) observer.observe(box.current);
    return () => {
      removeEventListener('scroll', measure, { capture: true });
      observer.disconnect();
    };
  }, [measure]);

  const { columns, first, last } = shape;
  const from = first * columns;
  const shown = images.slice(from, last * columns);
  /** Moves focus with the arrow keys, Home and End. */
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: columns,
      ArrowUp: -columns,
      Home: -images.length,
      End: images.length,
    };
    const step = steps[event.key];
    const at = images.findIndex(({ id }) => id === (event.target as HTMLElement).dataset['media']);
    if (step === undefined || at < 0) return;
    event.preventDefault();
    const to = Math.min(images.length - 1, Math.max(0, at + step));
    const element = box.current;
    if (!element) return;
    const focus = () => element.querySelector<HTMLElement>(`[data-index="${to}"]`)?.focus();
    if (element.querySelector(`[data-index="${to}"]`)) return focus();
    const row = element.getBoundingClientRect().top + Math.floor(to / columns) * height;
    const scroller = element.closest('[data-media-scroller]') ?? document.scrollingElement;
    scroller?.scrollBy(0, row - innerHeight / 2);
    requestAnimationFrame(() => requestAnimationFrame(focus));
  };

  return (
    <Box ref={box} height={`${rows * height}px`} position="relative" onKeyDown={onKeyDown}>
      <chakra.ul
        aria-label="Images"
        position="absolute"
        insetX="0"
        top={`${first * height}px`}
        display="grid"
        gridTemplateColumns={`repeat(${columns}, minmax(0, 1fr))`}
        listStyleType="none"
      >
        {shown.map((media, index) => (
          <MediaCell
            key={media.id}
            {...{ media, view, onChoose }}
            index={from + index}
            count={images.length}
            isChosen={media.id === chosen}
            uses={countUses(media.id)}
          />
        ))}
      </chakra.ul>
    </Box>
  );
}

interface CellProps extends Pick<MediaGridProps, 'view' | 'onChoose'> {
  media: Media;
  index: number;
  count: number;
  isChosen: boolean;
  uses: number | undefined;
}

const MediaCell = memo(function MediaCell({ media, view, index, count, isChosen, uses, onChoose }: CellProps) {
  const { width, height, bytes, focal } = media;
  const name = mediaName(media);
  const size = width !== null && height !== null ? `${width} × ${height} px · ` : '';
  const isGrid = view === 'grid';
  return (
    <chakra.li aria-setsize={count} aria-posinset={index + 1} height={`${cell[view].height}px`} p="1">
      <chakra.button
        type="button"
        data-media={media.id}
        data-index={index}
        aria-pressed={isChosen}
        onClick={() => onChoose(media)}
        display="flex"
        flexDirection={isGrid ? 'column' : 'row'}
        alignItems={isGrid ? 'stretch' : 'center'}
        gap={isGrid ? '1.5' : '3'}
        width="full"
        height="full"
        p="1.5"
        textAlign="start"
        rounded="l2"
        borderWidth="2px"
        borderColor={isChosen ? 'ink.focusRing' : 'transparent'}
        bg={isChosen ? 'bg.subtle' : undefined}
        cursor="pointer"
        _hover={{ bg: 'bg.subtle' }}
      >
        <Image
          src={previewAddress(media)}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          bg="bg.muted"
          rounded="l1"
          flexShrink="0"
          width={isGrid ? 'full' : '4.5rem'}
          height={isGrid ? '8.5rem' : '3rem'}
          objectFit={media.bucket === 'branding-assets' ? 'contain' : 'cover'}
          objectPosition={`${focal.x * 100}% ${focal.y * 100}%`}
        />
        <Box flex="1" minW="0">
          <Text textStyle="sm" fontWeight="medium" truncate title={name}>
            {name}
          </Text>
          <Flex gap="1.5" align="center" textStyle="xs" color="fg.muted">
            <Text as="span" truncate>
              {`${isGrid ? '' : size}${formatBytes(bytes)}${isGrid || uses === undefined ? '' : ` · ${usesText(uses)}`}`}
            </Text>
            {lacksAlt(media) && <Badge tone="waiting">No alt text</Badge>}
          </Flex>
        </Box>
      </chakra.button>
    </chakra.li>
  );
});

const usesText = (uses: number): string => (uses === 0 ? 'unused' : uses === 1 ? 'used once' : `used ${uses} times`);

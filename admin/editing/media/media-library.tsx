import { Box, Button, chakra, Flex, IconButton, Image, Text } from '@chakra-ui/react';
import type { Media } from '@frontage/model/media';
import type { Bucket } from '@frontage/model/paths';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { counted } from '@frontage/model/dates';
import { ImagePlus, LayoutGrid, List } from '#icons';
import { useStaff } from '../../lib/session.tsx';
import { Select } from '../../ui/controls.tsx';
import { SearchBox } from '../../ui/list-controls.tsx';
import { ListContent } from '../../ui/list-screen.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Badge } from '../../ui/note.tsx';
import { CardsSkeleton } from '../../ui/states.tsx';
import { formatBytes } from './image-file.ts';
import { UploadArea, UploadButton, useLibraryUploads } from './media-uploads.tsx';
import {
  bucketNames,
  filterMedia,
  lacksAlt,
  type MediaFilter,
  mediaName,
  type MediaUse,
  previewAddress,
  useMediaLibrary,
  useMediaUses,
} from './media.queries.ts';

export const mediaDefaults = { q: '', bucket: 'all', state: 'all', view: 'grid', image: '' };

interface MediaLibraryProps {
  address: typeof mediaDefaults;
  onAddress: (change: Partial<typeof mediaDefaults>) => void;
  /** The bucket of uploads; by default the first that the user may fill. */
  bucket?: Bucket;
  /** The label of the button that chooses the image whose bytes an uploaded file has. */
  knownLabel: string;
  /** Called with a chosen image; undefined when it left the library. */
  details: (media: Media | undefined, uses: readonly MediaUse[] | null, onClose: () => void) => ReactNode;
  /** Receives the upload button. */
  header: (upload: ReactNode) => ReactNode;
}

const states = [
  { value: 'all', label: 'All images' },
  { value: 'unused', label: 'Unused' },
  { value: 'no-alt', label: 'Missing alt text' },
  { value: 'mine', label: 'Uploaded by me' },
];
const places = [
  { value: 'all', label: 'All places' },
  ...Object.entries(bucketNames).map(([value, label]) => ({ value, label })),
];

/** The library with search, filters and uploads, and the details of the chosen image. */
export function MediaLibrary({ address, onAddress, bucket, knownLabel, details, header }: MediaLibraryProps) {
  const { uid } = useStaff().user;
  const [awaited, setAwaited] = useState<readonly string[]>([]);
  const query = useMediaLibrary(awaited);
  const { uses, isFailed, refetch } = useMediaUses();
  const uploads = useLibraryUploads((id) => setAwaited((all) => [...all, id]), {
    bucket,
    known: {
      label: knownLabel,
      onUse: (id) => {
        setAwaited((all) => [...all, id]);
        onAddress({ ...mediaDefaults, view: address.view, image: id });
      },
    },
  });
  const { bucket: place, state, view } = address;
  const search = useDeferredValue(address.q);
  const all = query.data;
  const found = useMemo(() => {
    const filter: MediaFilter = { search, bucket: place, state };
    return filterMedia(all ?? [], filter, { used: uses, uid });
  }, [all, search, place, state, uses, uid]);
  const chosen = all?.find(({ id }) => id === address.image);
  const close = () => onAddress({ image: '' });
  const isFiltered = search !== '' || place !== 'all' || state !== 'all';
  const uploadButton = <UploadButton onFiles={uploads.add} />;

  return (
    <>
      {header(uploadButton)}
      <Flex gap="3" mb="4" wrap="wrap">
        <SearchBox
          label="Search images"
          placeholder="Search by title, file name or alt text..."
          value={address.q}
          onChange={(q) => onAddress({ q })}
        />
        <Box minW="10rem">
          <Select
            aria-label="Place"
            options={places}
            value={place}
            onChange={({ target }) => onAddress({ bucket: target.value })}
          />
        </Box>
        <Box minW="10rem">
          <Select
            aria-label="Status"
            options={states}
            value={state}
            onChange={({ target }) => onAddress({ state: target.value })}
          />
        </Box>
        <IconButton
          variant="outline"
          colorPalette="gray"
          aria-label={view === 'grid' ? 'Show as list' : 'Show as grid'}
          title={view === 'grid' ? 'Show as list' : 'Show as grid'}
          onClick={() => onAddress({ view: view === 'grid' ? 'list' : 'grid' })}
        >
          {view === 'grid' ? <List /> : <LayoutGrid />}
        </IconButton>
      </Flex>
      {isFailed && (
        <Flex gap="3" mb="3" align="center" role="status" textStyle="sm" color="fg.muted">
          The publishing pipeline does not respond, so it is not known where images are used.
          <Button size="xs" variant="outline" onClick={() => void refetch()}>
            Try again
          </Button>
        </Flex>
      )}
      <Flex gap="6" align="flex-start" direction={{ base: 'column-reverse', lg: 'row' }}>
        <Box flex="1" minW="0" width="full">
          <UploadArea uploads={uploads}>
            <ListContent
              query={query}
              skeleton={<CardsSkeleton label="Loading images" />}
              count={found.length}
              narrowing={{
                isActive: (all?.length ?? 0) > 0,
                title: 'No images found',
                onClear: () => onAddress({ q: '', bucket: 'all', state: 'all' }),
              }}
              empty={{
                icon: ImagePlus,
                title: 'No images yet',
                description:
                  'Images that you upload here or in an editor appear in this library. Drop files here, or paste them.',
                action: uploadButton,
              }}
            >
              {found.length > 0 && (
                <>
                  <Text textStyle="sm" color="fg.muted" mb="2" role="status">
                    {isFiltered && all
                      ? `${found.length} of ${counted(all.length, 'image')}`
                      : counted(found.length, 'image')}
                  </Text>
                  <MediaGrid
                    images={found}
                    view={view === 'list' ? 'list' : 'grid'}
                    chosen={chosen?.id ?? null}
                    onChoose={({ id }) => onAddress({ image: id === chosen?.id ? '' : id })}
                    countUses={(id) => (uses ? (uses.get(id)?.length ?? 0) : undefined)}
                  />
                </>
              )}
            </ListContent>
          </UploadArea>
        </Box>
        {details(chosen, chosen && uses ? (uses.get(chosen.id) ?? []) : null, close)}
      </Flex>
    </>
  );
}

interface MediaPickerProps {
  /** The bucket of images that are uploaded in the dialog. */
  bucket: Bucket;
  onChoose: (media: Media) => void;
  onClose: () => void;
}

/** A dialog in which the user chooses an image of the library, or uploads one. */
export function MediaPicker({ bucket, onChoose, onClose }: MediaPickerProps) {
  const [address, setAddress] = useState(mediaDefaults);
  const chosen = useMediaLibrary().data?.find(({ id }) => id === address.image) ?? null;
  return (
    <Modal
      isOpen
      size="xl"
      title="Choose an image"
      onClose={onClose}
      footer={
        <Button disabled={chosen === null} onClick={() => chosen && onChoose(chosen)}>
          Use image
        </Button>
      }
    >
      <Box
        data-media-scroller=""
        overflowY="auto"
        maxH="60dvh"
        px="1"
        pt="1"
        onKeyDown={(event) => {
          // The dialog is inside the form of the editor, which Enter would submit.
          if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
        }}
      >
        <MediaLibrary
          address={address}
          onAddress={(change) => setAddress((before) => ({ ...before, ...change }))}
          bucket={bucket}
          knownLabel="Use it"
          header={(upload) => <Box mb="3">{upload}</Box>}
          details={(media) => (
            <Text srOnly role="status">
              {media && `${mediaName(media)} is chosen.${lacksAlt(media) ? ' It has no alt text yet.' : ''}`}
            </Text>
          )}
        />
      </Box>
    </Modal>
  );
}

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
function MediaGrid({ images, view, chosen, onChoose, countUses }: MediaGridProps) {
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

// Squares of two middle tones, in light and dark mode: black and white logos without a background are visible on them.
const tileGround = { background: 'repeating-conic-gradient(#a8a29a 0 25%, #b8b2aa 0 50%) 0 0 / 1rem 1rem' };

const MediaCell = memo(function MediaCell({ media, view, index, count, isChosen, uses, onChoose }: CellProps) {
  const { width, height, bytes } = media;
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
          css={tileGround}
          rounded="l1"
          flexShrink="0"
          width={isGrid ? 'full' : '4.5rem'}
          height={isGrid ? '8.5rem' : '3rem'}
          objectFit="contain"
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

/** The part of a grid of equal rows that a window shows, with some rows around it. */
export function visibleRows({
  top,
  height,
  rowHeight,
  rows,
}: {
  /** How far the grid's start is above the top of the window, in pixels. */
  top: number;
  height: number;
  rowHeight: number;
  rows: number;
}): { first: number; last: number } {
  const around = 2;
  const first = Math.max(0, Math.min(rows - 1, Math.floor(top / rowHeight) - around));
  return { first, last: Math.min(rows, Math.ceil((top + height) / rowHeight) + around) };
}

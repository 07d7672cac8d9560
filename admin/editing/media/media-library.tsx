import { Box, Button, Flex, IconButton, Text } from '@chakra-ui/react';
import type { Media } from '@frontage/model/media';
import type { Bucket } from '@frontage/model/paths';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { counted } from '@frontage/model/dates';
import { ImagePlus, LayoutGrid, List, SearchX } from '#icons';
import { useStaff } from '../../lib/session.tsx';
import { Select } from '../../ui/controls.tsx';
import { SearchBox } from '../../ui/list-controls.tsx';
import { CardsSkeleton, EmptyState, FailureState } from '../../ui/states.tsx';
import { MediaGrid } from './media-grid.tsx';
import { bucketNames, filterMedia, type MediaFilter } from './media-list.ts';
import { UploadArea, UploadButton, useLibraryUploads } from './media-uploads.tsx';
import { type MediaUse, useMediaLibrary, useMediaUses } from './media.queries.ts';

export const mediaDefaults = { q: '', bucket: 'all', state: 'all', view: 'grid', image: '' };

interface MediaLibraryProps {
  address: typeof mediaDefaults;
  onAddress: (change: Partial<typeof mediaDefaults>) => void;
  /** The bucket of uploads; by default the first that the user may fill. */
  bucket?: Bucket;
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
export function MediaLibrary({ address, onAddress, bucket, details, header }: MediaLibraryProps) {
  const { uid } = useStaff().user;
  const [awaited, setAwaited] = useState<readonly string[]>([]);
  const query = useMediaLibrary(awaited);
  const { uses, isFailed, refetch } = useMediaUses();
  const uploads = useLibraryUploads((id) => setAwaited((all) => [...all, id]), bucket);
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
            aria-label="State"
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
          The publishing pipeline does not respond, so the uses of images are unknown.
          <Button size="xs" variant="outline" onClick={() => void refetch()}>
            Try again
          </Button>
        </Flex>
      )}
      <Flex gap="6" align="flex-start" direction={{ base: 'column-reverse', lg: 'row' }}>
        <Box flex="1" minW="0" width="full">
          <UploadArea uploads={uploads}>
            {query.isPending && <CardsSkeleton label="Loading images" />}
            {query.isError && !all && <FailureState error={query.error} onRetry={() => void query.refetch()} />}
            {all?.length === 0 && (
              <EmptyState
                icon={ImagePlus}
                title="No images yet"
                description="Images that you upload here or in an editor appear in this library. Drop files here, or paste them."
                action={uploadButton}
              />
            )}
            {all && all.length > 0 && found.length === 0 && (
              <EmptyState
                icon={SearchX}
                title="No images found"
                action={
                  <Button variant="outline" onClick={() => onAddress({ q: '', bucket: 'all', state: 'all' })}>
                    Clear filters
                  </Button>
                }
              />
            )}
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
          </UploadArea>
        </Box>
        {details(chosen, chosen && uses ? (uses.get(chosen.id) ?? []) : null, close)}
      </Flex>
    </>
  );
}

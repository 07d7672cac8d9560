import { Box, Flex, Heading, IconButton } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { X } from '#icons';
import type { Media } from '@frontage/model/media';
import { MediaDetails } from '../../editing/media/media-details.tsx';
import { mediaDefaults, MediaLibrary } from '../../editing/media/media-library.tsx';
import { mediaName, type MediaUse } from '../../editing/media/media.queries.ts';
import { RunningUploadsProvider } from '../../editing/media/running-uploads.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { PageHeader } from '../../ui/page-header.tsx';

/** The media library: every upload, with its description and its uses. */
export function Component() {
  const [address, setAddress] = useUrlState(mediaDefaults);
  return (
    <RunningUploadsProvider>
      <MediaLibrary
        address={address}
        onAddress={setAddress}
        knownLabel="Show it"
        header={(upload) => (
          <PageHeader
            title="Media"
            description="Every uploaded image, with its alt text and the pages that show it."
            actions={upload}
          />
        )}
        details={(media, uses, onClose) =>
          media && <Details key={`${media.id} ${media.md5}`} {...{ media, uses, onClose }} />
        }
      />
    </RunningUploadsProvider>
  );
}

interface DetailsProps {
  media: Media;
  uses: readonly MediaUse[] | null;
  onClose: () => void;
}

function Details({ media, uses, onClose }: DetailsProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // On a narrow screen the details are above the grid.
  useEffect(() => {
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Box
      as="section"
      aria-label="Details"
      width={{ base: 'full', lg: '22rem' }}
      flexShrink="0"
      position={{ lg: 'sticky' }}
      top={{ lg: '4' }}
      maxH={{ lg: 'calc(100dvh - 2rem)' }}
      overflowY={{ lg: 'auto' }}
      bg="bg.panel"
      borderWidth="1px"
      rounded="l3"
      p="4"
    >
      <Flex justify="space-between" align="flex-start" gap="3" mb="3">
        <Heading ref={heading} as="h2" size="md" overflowWrap="anywhere" minW="0">
          {mediaName(media)}
        </Heading>
        <IconButton size="sm" variant="ghost" colorPalette="gray" aria-label="Close details" onClick={onClose}>
          <X />
        </IconButton>
      </Flex>
      <MediaDetails {...{ media, uses }} onDeleted={onClose} />
    </Box>
  );
}

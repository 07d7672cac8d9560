import type { Media } from '@frontage/model/media';
import type { Bucket } from '@frontage/model/paths';
import { Box, Button, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { Modal } from '../../ui/modal.tsx';
import { mediaDefaults, MediaLibrary } from './media-library.tsx';
import { lacksAlt, mediaName } from './media-list.ts';
import { useMediaLibrary } from './media.queries.ts';

interface MediaPickerProps {
  /** The bucket of images that are uploaded in the dialog. */
  bucket: Bucket;
  onChoose: (media: Media) => void;
  onClose: () => void;
}

/** A dialog in which the user chooses an image of the library, or uploads one. */
export default function MediaPicker({ bucket, onChoose, onClose }: MediaPickerProps) {
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

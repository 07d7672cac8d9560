import { Button, type ButtonProps } from '@chakra-ui/react';
import type { Media } from '@frontage/model/media';
import type { Bucket } from '@frontage/model/paths';
import { Suspense } from 'react';
import { Image } from '#icons';
import { lazyDialog, useOpenState } from '../../ui/lazy.tsx';

const MediaPicker = lazyDialog(async () => ({ default: (await import('../media/media-library.tsx')).MediaPicker }));

interface ChooseImageProps extends Pick<ButtonProps, 'size'> {
  label?: string;
  /** The bucket of images that are uploaded in the dialog. */
  bucket: Bucket;
  onChoose: (image: Pick<Media, 'url' | 'alt'>) => void;
}

/** A button that opens the media library, to choose an image. */
export function ChooseImage({ label = 'Choose from library', bucket, onChoose, ...look }: ChooseImageProps) {
  const [isOpen, setOpen] = useOpenState(false);
  return (
    <>
      <Button variant="outline" colorPalette="gray" {...look} onClick={() => setOpen(true)}>
        <Image /> {label}
      </Button>
      <Suspense fallback={null}>
        {isOpen && (
          <MediaPicker
            bucket={bucket}
            onClose={() => setOpen(false)}
            onChoose={(media) => {
              setOpen(false);
              onChoose(media);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

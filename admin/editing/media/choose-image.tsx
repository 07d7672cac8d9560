import { Button, type ButtonProps, chakra } from '@chakra-ui/react';
import type { Media } from '@frontage/model/media';
import type { Bucket } from '@frontage/model/paths';
import { Suspense } from 'react';
import { Image } from '#icons';
import { lazyDialog, useOpenState } from '../../ui/lazy.tsx';

const MediaPicker = lazyDialog(async () => ({ default: (await import('./media-library.tsx')).MediaPicker }));

interface ChooseImageProps extends Pick<ButtonProps, 'size'> {
  label?: string;
  /** Whether a narrow window shows the icon only. */
  isShort?: boolean;
  /** The bucket of images that are uploaded in the dialog. */
  bucket: Bucket;
  onChoose: (image: Pick<Media, 'url' | 'alt'>) => void;
}

/** A button that opens the media library, to choose an image. */
export function ChooseImage({
  label = 'Choose from library',
  isShort = false,
  bucket,
  onChoose,
  ...look
}: ChooseImageProps) {
  const [isOpen, setOpen] = useOpenState(false);
  return (
    <>
      <Button
        variant="outline"
        colorPalette="gray"
        {...look}
        aria-label={label}
        title={isShort ? label : undefined}
        onClick={() => setOpen(true)}
      >
        <Image /> <chakra.span {...(isShort && { hideBelow: 'xl' })}>{label}</chakra.span>
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

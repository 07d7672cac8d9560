import { IconButton } from '@chakra-ui/react';
import type { Role } from '@frontage/model/user';
import { Share2 } from '#icons';
import { Suspense } from 'react';
import { useViewer } from '../../lib/session.tsx';
import { lazyDialog } from '../../ui/lazy.tsx';
import { useOpenState } from '../../ui/use-open-state.ts';
import type { PreviewSource } from './preview-source.ts';

const sharers: readonly Role[] = ['editor', 'admin'];

const ShareDialog = lazyDialog(() => import('./share-dialog.tsx'));

interface ShareButtonProps {
  source: PreviewSource;
  /** Whether there is a saved version to share. */
  isStored: boolean;
}

/** Opens the preview links of the draft; hidden from users without permission to create them. */
export function ShareButton({ source, isStored }: ShareButtonProps) {
  const [isOpen, setOpen] = useOpenState(false);
  const { roles } = useViewer();
  if (!roles.some((role) => sharers.includes(role))) return null;
  const { collection, id } = source.read();
  return (
    <>
      <IconButton
        size="sm"
        variant="ghost"
        colorPalette="gray"
        aria-label="Share a preview"
        title={isStored ? 'Share a preview' : 'Save first: links show the saved draft'}
        disabled={!isStored}
        onClick={() => setOpen(true)}
      >
        <Share2 />
      </IconButton>
      <Suspense>{isOpen && <ShareDialog {...{ collection, id }} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

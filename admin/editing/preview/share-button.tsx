import { IconButton } from '@chakra-ui/react';
import type { Role } from '@frontage/model/user';
import { Share2 } from '#icons';
import { Suspense } from 'react';
import { useViewer } from '../../lib/viewer.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useOpened } from '../../ui/use-opened.ts';
import type { PreviewSource } from './preview-source.ts';

const sharers: readonly Role[] = ['editor', 'admin'];

const ShareDialog = lazyPart(() => import('./share-dialog.tsx'));

interface ShareButtonProps {
  source: PreviewSource;
  /** Whether there is something that a link could show. */
  isStored: boolean;
}

/** Links to the draft for people without an account; nothing for who may not give them. */
export function ShareButton({ source, isStored }: ShareButtonProps) {
  const [isOpen, setOpen] = useOpened(false);
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
        title={isStored ? 'Share a preview' : 'Save it first: a link shows what is kept'}
        disabled={!isStored}
        onClick={() => setOpen(true)}
      >
        <Share2 />
      </IconButton>
      <Suspense>{isOpen && <ShareDialog {...{ collection, id }} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

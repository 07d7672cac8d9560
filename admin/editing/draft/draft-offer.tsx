import { Button } from '@chakra-ui/react';
import { History } from 'lucide-react';
import { Banner } from '../banner.tsx';
import type { DraftKeeper } from './use-draft.ts';

const moment = (iso: string): string => new Date(iso).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });

/** Offers an edit that an earlier session could not save. */
export function DraftOffer({ draft, onRestore }: { draft: DraftKeeper; onRestore: () => void }) {
  if (!draft.offered) return null;
  return (
    <Banner
      icon={History}
      tone="info"
      title="Unsaved changes found"
      actions={
        <>
          <Button size="sm" onClick={onRestore}>
            Restore
          </Button>
          <Button size="sm" variant="outline" colorPalette="gray" onClick={draft.discardOffered}>
            Discard
          </Button>
        </>
      }
    >
      {`Last edited in this browser ${moment(draft.offered.draft.at)}, and never saved.`}
    </Banner>
  );
}

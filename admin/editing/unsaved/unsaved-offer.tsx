import { Button } from '@chakra-ui/react';
import { History } from '#icons';
import { Banner } from '../banner.tsx';
import type { UnsavedKeeper } from './use-unsaved-edit.ts';

const moment = (iso: string): string => new Date(iso).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });

/** Offers an edit that an earlier session could not save. */
export function UnsavedOffer({ unsaved, onRestore }: { unsaved: UnsavedKeeper; onRestore: () => void }) {
  if (!unsaved.offered) return null;
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
          <Button size="sm" variant="outline" colorPalette="gray" onClick={unsaved.discardOffered}>
            Discard
          </Button>
        </>
      }
    >
      {`Last edited in this browser ${moment(unsaved.offered.edit.at)}, and never saved.`}
    </Banner>
  );
}

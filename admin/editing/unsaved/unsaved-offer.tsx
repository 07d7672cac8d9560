import { Button } from '@chakra-ui/react';
import { History } from '#icons';
import { Banner } from '../banner.tsx';
import type { UnsavedEdit } from './unsaved-edits.ts';
import type { UnsavedState } from './use-unsaved-edit.ts';

const moment = (iso: string): string => new Date(iso).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });

interface UnsavedOfferProps {
  unsaved: UnsavedState;
  /** The name of a document with these values. */
  nameOf(values: UnsavedEdit['values']): string;
  onRestore: () => void;
}

/** Offers to restore an edit that an earlier session did not save. */
export function UnsavedOffer({ unsaved, nameOf, onRestore }: UnsavedOfferProps) {
  if (!unsaved.offered) return null;
  return (
    <Banner
      icon={History}
      tone="info"
      title="Unsaved changes found"
      actions={
        <>
          <Button size="sm" variant="outline" onClick={onRestore}>
            Restore
          </Button>
          <Button size="sm" variant="outline" colorPalette="gray" onClick={unsaved.discardOffered}>
            Discard
          </Button>
        </>
      }
    >
      {`“${nameOf(unsaved.offered.edit.values)}” was edited in this browser on ${moment(unsaved.offered.edit.at)} but not saved.`}
    </Banner>
  );
}

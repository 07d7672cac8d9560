import { Button } from '@chakra-ui/react';
import { lastEdit } from '@frontage/model/draft';
import { Users } from '#icons';
import { Banner } from '../banner.tsx';
import type { EditedDraft } from './use-draft.ts';

/**
 * Announces a clash with another user's changes. The dialog opens on demand, so that it does not interrupt typing.
 */
export function ClashNotice({ draft: { clash, sync } }: { draft: EditedDraft }) {
  const who = (clash && lastEdit(clash.theirs.draft).name) ?? 'A colleague';
  return (
    <Banner
      icon={Users}
      tone="waiting"
      title={`${who} changed the same parts of this draft`}
      actions={
        <Button size="sm" variant="outline" onClick={() => sync.showClash(true)}>
          Choose
        </Button>
      }
    >
      Your changes are kept in this browser until you choose.
    </Banner>
  );
}

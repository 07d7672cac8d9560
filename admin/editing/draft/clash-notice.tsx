import { Button } from '@chakra-ui/react';
import { Users } from '#icons';
import { Banner } from '../banner.tsx';
import type { EditedDraft } from './use-draft.ts';

/** Somebody changes the same at the same time: what to keep is asked on demand, not under somebody's hands. */
export function ClashNotice({ draft: { clash, keeper } }: { draft: EditedDraft }) {
  const who = clash?.theirs.draft.name ?? 'A colleague';
  return (
    <Banner
      icon={Users}
      tone="waiting"
      title={`${who} changed the same in this draft`}
      actions={
        <Button size="sm" onClick={() => keeper.askClash(true)}>
          Choose
        </Button>
      }
    >
      What you typed is kept in this browser until you choose.
    </Banner>
  );
}

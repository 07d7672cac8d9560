import { Button, Text } from '@chakra-ui/react';
import type { FieldValues } from 'react-hook-form';
import { lastEdit } from '@frontage/model/draft';
import { History, Trash2, Users } from '#icons';
import { useAction } from '../../ui/toaster.tsx';
import { Banner } from '../../ui/note.tsx';
import type { EditedDraft, Editor, UnsavedState } from '../editor.ts';
import { momentPhrase } from '../moment-text.ts';
import type { UnsavedEdit } from './unsaved-edits.ts';
import type { NewerVersion, Present } from '../presence.ts';

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

/** Lists the other users with the document open. The live region is always rendered, so that changes are announced. */
export function OthersHere({ others }: { others: readonly Present[] }) {
  const names = new Intl.ListFormat('en').format(others.map(({ name }) => name));
  return (
    <Text role="status" textStyle="xs" color="fg.muted" ps="7" truncate>
      {others.length > 0 && `${names} ${others.length === 1 ? 'has' : 'have'} this open too`}
    </Text>
  );
}

interface NewerNoticeProps<Input extends FieldValues, Fields> {
  newer: NewerVersion;
  editor: Editor<Input, Fields>;
}

/** Announces that another user saved or deleted the open document, with the next step. */
export function NewerNotice<Input extends FieldValues, Fields>(props: NewerNoticeProps<Input, Fields>) {
  const { newer, editor } = props;
  const { isRunning, perform } = useAction();
  if (newer.type === 'deleted') {
    return (
      <Banner icon={Trash2} tone="waiting" title="Someone deleted this">
        Your version is kept here. Saving restores the document.
      </Banner>
    );
  }
  const merge = () => perform({ title: 'The newer version could not be loaded' }, () => editor.mergeNewest());
  return (
    <Banner
      icon={Users}
      tone="info"
      title={`${newer.who} saved this ${momentPhrase(newer.at)}`}
      actions={
        <Button size="sm" variant="outline" disabled={isRunning} onClick={() => void merge()}>
          {editor.isDirty ? 'Merge with mine' : 'Show it'}
        </Button>
      }
    >
      {editor.isDirty
        ? 'Your changes are kept. Merge to combine both; you choose where they conflict.'
        : 'You are viewing an older version.'}
    </Banner>
  );
}

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

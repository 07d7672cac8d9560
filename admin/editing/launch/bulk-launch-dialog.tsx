import { Button, Flex, Text } from '@chakra-ui/react';
import { counted } from '@frontage/model/dates';
import { type Kind, kinds } from '@frontage/model/kinds';
import { adminPaths } from '@frontage/model/paths';
import { useState } from 'react';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { SelectField } from '../../ui/field.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Note } from '../../ui/note.tsx';
import { useNotify } from '../../ui/toaster.tsx';
import { plainFailure } from '../../lib/errors.ts';
import { memberOf, type MemberInput, useLaunchActions, useOpenLaunches } from './launches.queries.ts';

interface BulkLaunchDialogProps {
  kind: Kind;
  selected: readonly { id: string; is_published: boolean }[];
  onClose: () => void;
  onAdded: () => void;
}

const actions = [
  { value: 'publish', label: 'Publish, with drafts' },
  { value: 'unpublish', label: 'Unpublish' },
  { value: 'delete', label: 'Delete' },
];

/** Adds the selected documents of a list to a launch, in their stored versions. */
export default function BulkLaunchDialog({ kind, selected, onClose, onAdded }: BulkLaunchDialogProps) {
  const store = useDocumentStore();
  const { change } = useLaunchActions();
  const notify = useNotify();
  const query = useOpenLaunches();
  const launches = query.data ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [action, setAction] = useState('publish');
  const [error, setError] = useState<unknown>(null);
  const [isRunning, setRunning] = useState(false);
  const launch = launches.find(({ id }) => id === chosen) ?? launches[0];
  const { collection } = kinds[kind];

  /** The draft of a document if it has one, else the document; null if there is nothing to publish. */
  const publicationOf = async ({ id, is_published }: (typeof selected)[number]): Promise<MemberInput | null> =>
    (await memberOf(store, { kind, collection, id, action: 'publish_draft' })) ??
    (is_published ? null : memberOf(store, { kind, collection, id, action: 'publish' }));

  const wantedMember = async (document: (typeof selected)[number]): Promise<MemberInput | null> => {
    if (action === 'publish') return publicationOf(document);
    const { id, is_published } = document;
    if (action === 'delete') return memberOf(store, { kind, collection, id, action: 'delete' });
    return is_published ? memberOf(store, { kind, collection, id, action: 'unpublish' }) : null;
  };

  const add = async () => {
    if (!launch) return;
    setRunning(true);
    setError(null);
    try {
      const members = await Promise.all(selected.map(wantedMember));
      const found = members.filter((member) => member !== null);
      if (found.length > 0) await change(launch.id, { add: found });
      const unchanged = selected.length - found.length;
      const about = { title: `Added to ${launch.name}: ${counted(found.length, 'document')}` };
      notify.success(
        unchanged === 0 ? about : { ...about, description: `Nothing to change in ${counted(unchanged, 'document')}.` },
      );
      onAdded();
    } catch (failure) {
      setError(failure);
    } finally {
      setRunning(false);
    }
  };

  return (
    <Modal
      isOpen
      onClose={onClose}
      title={`Add ${counted(selected.length, kind)} to a launch`}
      description="They change together with the other documents of the launch, in their current versions."
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={isRunning} disabled={!launch} onClick={() => void add()}>
            Add to launch
          </Button>
        </>
      }
    >
      {error !== null && <Note kind="problem">{plainFailure(error)}</Note>}
      {query.isSuccess && launches.length === 0 && (
        <Text>
          {'There is no open launch. '}
          <TextLink to={adminPaths.launches}>Create one</TextLink> first.
        </Text>
      )}
      {launch && (
        <Flex direction="column" gap="4">
          <SelectField
            label="Launch"
            options={launches.map(({ id, name }) => ({ value: id, label: name }))}
            select={{ value: launch.id, onChange: ({ target }) => setChosen(target.value) }}
          />
          <SelectField
            label="Action"
            options={actions}
            select={{ value: action, onChange: ({ target }) => setAction(target.value) }}
          />
        </Flex>
      )}
    </Modal>
  );
}

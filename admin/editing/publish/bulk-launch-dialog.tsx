import { Button, Flex, Text } from '@chakra-ui/react';
import { counted } from '@frontage/model/dates';
import { type Kind, kinds } from '@frontage/model/kinds/kinds';
import { countActions, type LaunchMember, memberPath } from '@frontage/model/launch';
import { type Notice, notices, texts } from '@frontage/model/messages';
import { adminPaths } from '@frontage/model/paths';
import { useState } from 'react';
import type { DocumentStore } from '../../lib/documents/document-store.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { SelectField } from '../../ui/field.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Note } from '../../ui/note.tsx';
import { useAction } from '../../ui/action.ts';
import { useNotify } from '../../ui/toaster.tsx';
import { plainFailure } from '../../lib/errors.ts';
import {
  inputOf,
  memberOf,
  type MemberInput,
  type StoredLaunch,
  useLaunchActions,
  useOpenLaunches,
  useReadOpenLaunches,
} from './launches.queries.ts';

interface Selected {
  id: string;
  is_published: boolean;
}

interface BulkLaunchDialogProps {
  kind: Kind;
  selected: readonly Selected[];
  onClose: () => void;
  onAdded: () => void;
}

const actions = [
  { value: 'publish', label: 'Publish, with drafts' },
  { value: 'unpublish', label: 'Unpublish' },
  { value: 'delete', label: 'Delete' },
] as const;

type BulkAction = (typeof actions)[number]['value'];

/** Adds the selected documents of a list to a launch, in their stored versions. */
export default function BulkLaunchDialog({ kind, selected, onClose, onAdded }: BulkLaunchDialogProps) {
  const store = useDocumentStore();
  const notify = useNotify();
  const addMembers = useAddMembers();
  const query = useOpenLaunches();
  const launches = query.data ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [action, setAction] = useState<BulkAction>('publish');
  const [error, setError] = useState<unknown>(null);
  const [isRunning, setRunning] = useState(false);
  const launch = launches.find(({ id }) => id === chosen) ?? launches[0];

  const add = async () => {
    if (!launch) return;
    setRunning(true);
    setError(null);
    try {
      const members = await Promise.all(selected.map((document) => memberFor(store, { kind, action, ...document })));
      const found = members.filter((member) => member !== null);
      const undo = found.length > 0 ? await addMembers(launch, found) : null;
      notify.success(
        addedNotice(launch, found, selected.length - found.length),
        undo
          ? { label: 'Undo', documents: found.map((member) => `launch/${memberPath(member)}`), run: undo }
          : undefined,
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
            select={{ value: action, onChange: ({ target }) => setAction(target.value as BulkAction) }}
          />
        </Flex>
      )}
    </Modal>
  );
}

/** The member for an action on a document, in its stored version; null if the action would change nothing. */
async function memberFor(
  store: DocumentStore,
  { kind, action, id, is_published }: Selected & { kind: Kind; action: BulkAction },
): Promise<MemberInput | null> {
  const document = { kind, collection: kinds[kind].collection, id };
  if (action === 'delete') return memberOf(store, { ...document, action });
  if (action === 'unpublish') return is_published ? memberOf(store, { ...document, action }) : null;
  const draft = await memberOf(store, { ...document, action: 'publish_draft' });
  if (draft || is_published) return draft;
  return memberOf(store, { ...document, action });
}

/**
 * Returns a function that adds members to a launch. It resolves to the undo, which is refused if someone changed the
 * members since.
 */
function useAddMembers() {
  const { change } = useLaunchActions();
  const readLaunches = useReadOpenLaunches();
  const { perform } = useAction();
  const notify = useNotify();
  /** The members of the launch with these documents, as stored now. */
  const membersAt = async ({ id }: StoredLaunch, paths: ReadonlySet<string>): Promise<LaunchMember[]> => {
    const now = (await readLaunches()).find((open) => open.id === id);
    return now?.members.filter((member) => paths.has(memberPath(member))) ?? [];
  };
  return async (to: StoredLaunch, members: readonly MemberInput[]): Promise<() => Promise<boolean>> => {
    const paths = new Set(members.map(memberPath));
    const before = await membersAt(to, paths);
    await change(to.id, { add: [...members] });
    const after = JSON.stringify(await membersAt(to, paths));
    return () =>
      perform({ ...notices.notUndone, about: to.name }, async () => {
        if (JSON.stringify(await membersAt(to, paths)) !== after) throw new Error(texts.changedSince);
        const kept = new Set(before.map(memberPath));
        await change(to.id, { add: before.map(inputOf), remove: [...paths].filter((path) => !kept.has(path)) });
        notify.success({ ...notices.undone, about: to.name });
      });
  };
}

function addedNotice({ name }: StoredLaunch, added: readonly MemberInput[], unchanged: number): Notice {
  const parts = [
    ...(added.length > 0 ? [`In the launch: ${countActions(added.map(({ action }) => action))}.`] : []),
    ...(unchanged > 0 ? [`Nothing to change in ${counted(unchanged, 'document')}.`] : []),
  ];
  return { title: `Added to ${name}: ${counted(added.length, 'document')}`, description: parts.join(' ') };
}

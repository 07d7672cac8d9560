import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { collectionOf } from '@frontage/model/kinds';
import { type LaunchAction, type LaunchMember, memberPath } from '@frontage/model/launch';
import { limits } from '@frontage/model/limits';
import { adminPaths } from '@frontage/model/paths';
import { refusals } from '@frontage/model/refusals';
import { useState } from 'react';
import { useViewer } from '../../lib/session.tsx';
import { SelectField } from '../../ui/field.tsx';
import { TextLink } from '../../ui/links.tsx';
import { useAction, useNotify } from '../../ui/toaster.tsx';
import { type ListedSchedule, useShownVersions } from '../schedule/schedules.queries.ts';
import {
  launchActionLabels,
  type MemberInput,
  type StoredLaunch,
  useIsMoved,
  useLaunchActions,
  useOpenLaunches,
} from './launches.queries.ts';

interface LaunchPartProps extends ListedSchedule {
  isPublished: boolean;
  /** Without this permission, a user proposes drafts. */
  mayPublish: boolean;
}

/** The launch of a document, or a choice of launches to add it to. */
export default function LaunchPart(props: LaunchPartProps) {
  const { kind, id } = props;
  const launches = useOpenLaunches().data ?? [];
  const path = `${collectionOf(kind)}/${id}`;
  const own = launches.find(({ documents }) => documents.includes(path));
  const member = own?.members.find((one) => memberPath(one) === path);
  if (launches.length === 0) return null;
  return (
    <Box borderTopWidth="1px" pt="4" mt="4">
      {own && member ? (
        <Text textStyle="sm">
          {'Part of the launch '}
          <TextLink to={adminPaths.launch(own.id)}>{own.name}</TextLink>
          {`: ${launchActionLabels[member.action]}${member.is_accepted ? '' : ', proposed'}.`}
          <MovedNote member={member} />
        </Text>
      ) : (
        <AddToLaunch {...props} launches={launches} />
      )}
    </Box>
  );
}

function MovedNote({ member }: { member: LaunchMember }) {
  if (!useIsMoved(member)) return null;
  return (
    <Text as="span" display="block" role="status" color="fg.warning" mt="1">
      It was changed after it was added. Confirm the changes in the launch, or nothing of it will be published.
    </Text>
  );
}

function AddToLaunch({ launches, ...shown }: LaunchPartProps & { launches: readonly StoredLaunch[] }) {
  const { kind, id, documentRev, isPublished, mayPublish, draft } = shown;
  const versions = useShownVersions(shown);
  const { uid } = useViewer();
  const { change } = useLaunchActions();
  const notify = useNotify();
  const [launch, setLaunch] = useState('');
  const [chosen, setAction] = useState<LaunchAction | null>(null);
  const { isRunning, perform } = useAction();
  const actions: LaunchAction[] = [
    ...(draft === null ? [] : (['publish_draft'] as const)),
    ...(documentRev === null || kind === 'setting' || !mayPublish
      ? []
      : ([isPublished ? 'unpublish' : 'publish', 'delete'] as const)),
  ];
  const members = launches.find((one) => one.id === launch)?.members ?? [];
  const proposed = members.filter((member) => !member.is_accepted && member.added_by === uid);
  const isFull = !mayPublish && proposed.length >= limits.launchProposals;
  const action = chosen !== null && actions.includes(chosen) ? chosen : actions[0];
  if (action === undefined) return null;
  const add = async () => {
    const name = launches.find((one) => one.id === launch)?.name;
    if (name === undefined || versions === undefined) return;
    const version =
      action === 'publish_draft'
        ? versions.publish_draft
        : action === 'unpublish'
          ? versions.unpublish
          : versions.publish;
    const member: MemberInput = { collection: collectionOf(kind), id, action, ...version };
    await perform({ title: "Couldn't add to the launch" }, async () => {
      await change(launch, { add: [member] });
      notify.success({
        title: `${mayPublish ? 'Added to' : 'Proposed for'} ${name}`,
        description: mayPublish
          ? 'It is published together with the other documents of the launch.'
          : 'An editor accepts or removes it.',
      });
    });
  };
  return (
    <Flex direction="column" gap="2">
      <SelectField
        label={mayPublish ? 'Add to launch' : 'Propose for a launch'}
        options={[
          { value: '', label: 'Choose a launch' },
          ...launches.map(({ id: value, name }) => ({ value, label: name })),
        ]}
        select={{ value: launch, onChange: ({ target }) => setLaunch(target.value) }}
      />
      {launch !== '' && (
        <>
          {isFull && (
            <Text role="status" textStyle="sm" color="fg.muted">
              {refusals.launchProposals.message}
            </Text>
          )}
          {actions.length > 1 && (
            <SelectField
              label="Action in the launch"
              options={actions.map((value) => ({ value, label: launchActionLabels[value] }))}
              select={{ value: action, onChange: ({ target }) => setAction(target.value as LaunchAction) }}
            />
          )}
          <Button
            size="xs"
            variant="outline"
            alignSelf="flex-start"
            loading={isRunning}
            disabled={versions === undefined || isFull}
            onClick={() => void add()}
          >
            {mayPublish ? 'Add to launch' : 'Propose'}
          </Button>
        </>
      )}
    </Flex>
  );
}

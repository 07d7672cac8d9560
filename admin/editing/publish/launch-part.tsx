import { Box, Flex, Text } from '@chakra-ui/react';
import { collectionOf } from '@frontage/model/kinds/kinds';
import {
  actionOfMember,
  type LaunchAction,
  launchActionLabel,
  type LaunchMember,
  memberPath,
} from '@frontage/model/launch';
import { limits } from '@frontage/model/limits';
import { texts } from '@frontage/model/messages';
import { adminPaths } from '@frontage/model/paths';
import { refusals } from '@frontage/model/refusals';
import { Layers } from '#icons';
import { useRef, useState } from 'react';
import type { KeptDraft } from '../../lib/documents/draft.ts';
import { useViewer } from '../../lib/session.tsx';
import { SelectField } from '../../ui/field.tsx';
import { TextLink } from '../../ui/links.tsx';
import { useScreenCommands } from '../../ui/screen-commands.tsx';
import { useAction } from '../../ui/action.ts';
import { type ToastAction, useNotify } from '../../ui/toaster.tsx';
import type { ListedSchedule } from './schedules.queries.ts';
import {
  inputOf,
  type MemberInput,
  pinned,
  type StoredLaunch,
  useIsMoved,
  useLaunchActions,
  useOpenLaunches,
  useReadOpenLaunches,
} from './launches.queries.ts';

interface LaunchPartProps extends ListedSchedule {
  isPublished: boolean;
  /** Without this permission, a user proposes drafts. */
  mayPublish: boolean;
  /** Stores pending changes. Returns the stored draft; undefined if they could not be stored. */
  settleDraft(): Promise<KeptDraft | null | undefined>;
}

/** The launch of a document. A choice in the list adds, moves or removes it at once, and can be undone. */
export default function LaunchPart(props: LaunchPartProps) {
  const { kind, id, documentRev, isPublished, mayPublish, draft } = props;
  const launches = useOpenLaunches().data ?? [];
  const { uid } = useViewer();
  const path = `${collectionOf(kind)}/${id}`;
  const own = placeIn(launches, path);
  const { chosen, isRunning, put } = usePlace(props);
  const [wanted, setWanted] = useState<LaunchAction | null>(null);
  const actions: LaunchAction[] = [
    ...(draft === null ? [] : (['publish_draft'] as const)),
    ...(documentRev === null || kind === 'setting' || !mayPublish
      ? []
      : ([isPublished ? 'unpublish' : 'publish', 'delete'] as const)),
  ];
  const isAvailable = own !== null || actions.length > 0;
  const mayChange = mayPublish || !own || (!own.member.is_accepted && own.member.added_by === uid);
  const current = own?.member.action;
  // The action of a stored member stays in the list, also after the draft that it names was deleted.
  const offered = current !== undefined && !actions.includes(current) ? [current, ...actions] : actions;
  const action = current ?? (wanted !== null && actions.includes(wanted) ? wanted : null);
  useScreenCommands(
    isAvailable && mayChange
      ? [
          ...launches
            .filter((launch) => launch.id !== own?.launch.id)
            .map((launch) => ({
              label: `${own ? 'Move' : mayPublish ? 'Add' : 'Propose'} to launch: ${launch.name}`,
              icon: Layers,
              run: () => void put(launch, action),
            })),
          ...(own
            ? [{ label: `Remove from launch: ${own.launch.name}`, icon: Layers, run: () => void put(null, action) }]
            : []),
        ]
      : [],
  );
  if (launches.length === 0 || !isAvailable) return null;
  const isFull = (launch: StoredLaunch) =>
    !mayPublish &&
    launch.members.filter((member) => !member.is_accepted && member.added_by === uid).length >= limits.launchProposals;
  return (
    <Box borderTopWidth="1px" pt="4" mt="4">
      <Flex direction="column" gap="2">
        {own && (
          <Text textStyle="sm">
            {'Part of the launch '}
            <TextLink to={adminPaths.launch(own.launch.id)}>{own.launch.name}</TextLink>
            {`: ${launchActionLabel(actionOfMember(own.member))}${own.member.is_accepted ? '' : ', proposed'}.`}
            <MovedNote member={own.member} />
          </Text>
        )}
        {mayChange && (
          <>
            <SelectField
              label={own ? 'Launch' : mayPublish ? 'Add to launch' : 'Propose for a launch'}
              help={own ? undefined : 'Your choice takes effect at once.'}
              options={[
                { value: '', label: own ? 'No launch' : 'Choose a launch' },
                ...launches.map(({ id: value, name }) => ({ value, label: name })),
              ]}
              select={{
                value: chosen ?? own?.launch.id ?? '',
                'aria-busy': isRunning,
                onChange: ({ target: { value } }) =>
                  void put(launches.find((launch) => launch.id === value) ?? null, action),
              }}
            />
            {launches.some((launch) => launch.id !== own?.launch.id && isFull(launch)) && (
              <Text role="status" textStyle="sm" color="fg.muted">
                {refusals.launchProposals.message}
              </Text>
            )}
            {offered.length > 1 && (
              <SelectField
                label="Action in the launch"
                options={offered.map((value) => ({ value, label: launchActionLabel(value) }))}
                select={{
                  value: action ?? offered[0] ?? '',
                  'aria-busy': isRunning,
                  onChange: ({ target }) => {
                    const next = target.value as LaunchAction;
                    setWanted(next);
                    if (own) void put(own.launch, next);
                  },
                }}
              />
            )}
          </>
        )}
      </Flex>
    </Box>
  );
}

function MovedNote({ member }: { member: LaunchMember }) {
  if (!useIsMoved(member)) return null;
  return (
    <Text as="span" display="block" role="status" color="fg.warning" mt="1">
      It was changed after it was added. Confirm the changes in the launch, or it will not be published.
    </Text>
  );
}

/** A document in a launch. */
interface Place {
  launch: StoredLaunch;
  member: LaunchMember;
}

function placeIn(launches: readonly StoredLaunch[], path: string): Place | null {
  for (const launch of launches) {
    const member = launch.members.find((one) => memberPath(one) === path);
    if (member) return { launch, member };
  }
  return null;
}

const effects: Record<LaunchAction, string> = {
  publish_draft: 'Its changes are published',
  publish: 'It is published',
  unpublish: 'It is unpublished',
  delete: 'It is deleted',
  redirect: 'It redirects',
};

/** Puts the document into a launch, moves it to another one or removes it. */
function usePlace({ kind, id, documentRev, isPublished, mayPublish, liveEmbed, settleDraft }: LaunchPartProps) {
  const { change } = useLaunchActions();
  const readLaunches = useReadOpenLaunches();
  const notify = useNotify();
  const { isRunning, perform } = useAction();
  const [chosen, setChosen] = useState<string | null>(null);
  // Arrow keys pass over options: of the choices made while one is carried out, only the last counts.
  const turn = useRef(0);
  const running = useRef<Promise<unknown>>(Promise.resolve());
  const collection = collectionOf(kind);
  const path = `${collection}/${id}`;

  /** The version to add: by default the draft, else the stored document. */
  const memberFor = async (action: LaunchAction | null): Promise<MemberInput> => {
    const kept = await settleDraft();
    if (kept === undefined) throw new Error('Your last changes are not stored yet. Save the draft, then try again.');
    const stored = isPublished ? 'unpublish' : 'publish';
    const chosenAction = action ?? (kept || !mayPublish || documentRev === null ? 'publish_draft' : stored);
    const wanted = { collection, id, action: chosenAction };
    if (chosenAction === 'unpublish') return wanted;
    const version =
      chosenAction === 'publish_draft'
        ? { draft: kept?.draft, code: kind === 'demo' ? (kept?.embed ?? liveEmbed) : null }
        : { data: documentRev === null ? null : { rev: documentRev } };
    const member = await pinned(wanted, version);
    if (!member) throw new Error('There is no draft to publish. Change something first.');
    return member;
  };

  const move = async (from: Place | null, to: { launch: string; member: MemberInput } | null): Promise<void> => {
    const isLeft = from !== null && from.launch.id !== to?.launch;
    if (isLeft) await change(from.launch.id, { remove: [path] });
    if (!to) return;
    try {
      await change(to.launch, { add: [to.member] });
    } catch (error) {
      if (isLeft) await change(from.launch.id, { add: [inputOf(from.member)] });
      throw error;
    }
  };

  const undoTo = (before: Place | null, after: Place | null): ToastAction => ({
    label: 'Undo',
    documents: [`launch/${path}`],
    run: () =>
      perform({ title: "Couldn't undo" }, async () => {
        const now = placeIn(await readLaunches(), path);
        const isSame =
          now?.launch.id === after?.launch.id && JSON.stringify(now?.member) === JSON.stringify(after?.member);
        if (!isSame) throw new Error(texts.changedSince);
        await move(now, before && { launch: before.launch.id, member: inputOf(before.member) });
        notify.success({
          title: before ? `Back in ${before.launch.name}` : `Removed from ${after?.launch.name ?? ''}`,
        });
      }),
  });

  const carryOut = (launch: StoredLaunch | null, action: LaunchAction | null) =>
    perform({ title: launch ? "Couldn't add to the launch" : "Couldn't remove from the launch" }, async () => {
      const before = placeIn(await readLaunches(), path);
      if (!launch && !before) return;
      const member = launch && (await memberFor(action));
      await move(before, launch && member && { launch: launch.id, member });
      const after = placeIn(await readLaunches(), path);
      const undo = undoTo(before, after);
      if (!launch || !member)
        return notify.success({ title: `Removed from ${before?.launch.name ?? 'the launch'}` }, undo);
      const title = before
        ? before.launch.id === launch.id
          ? `Changed in ${launch.name}: ${launchActionLabel(member.action)}`
          : `Moved to ${launch.name}`
        : `${mayPublish ? 'Added to' : 'Proposed for'} ${launch.name}`;
      const description = mayPublish
        ? `${effects[member.action]} together with the other documents of the launch.`
        : 'An editor accepts or removes it.';
      notify.success({ title, description }, undo);
    });

  const put = async (launch: StoredLaunch | null, action: LaunchAction | null): Promise<void> => {
    const mine = (turn.current += 1);
    setChosen(launch?.id ?? '');
    const previous = running.current;
    const result = previous.then(() => (mine === turn.current ? carryOut(launch, action) : undefined));
    running.current = result;
    await result;
    if (mine === turn.current) setChosen(null);
  };
  return { chosen, isRunning, put };
}

import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { counted } from '@frontage/model/dates';
import { draftOf } from '@frontage/model/draft';
import {
  actionOfMember,
  countActions,
  launchActionLabel,
  type LaunchMember,
  type LaunchProblem,
  memberPath,
} from '@frontage/model/launch';
import { adminPaths, collections } from '@frontage/model/paths';
import { can, canReview } from '@frontage/model/permissions';
import { Layers } from '#icons';
import { type ReactNode, Suspense, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import {
  type MemberInput,
  memberOf,
  type StoredLaunch,
  useIsMoved,
  useLaunch,
  useLaunchActions,
} from '../../editing/publish/launches.queries.ts';
import { useTimeConflicts } from '../../editing/publish/schedules.queries.ts';
import { TimeConflicts } from '../../editing/publish/time-conflicts.tsx';
import { keepRowFocus } from '../../ui/list-rows.ts';
import { timeText } from '../../editing/publish/local-time.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { useViewer } from '../../lib/session.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { lazyDialog, lazyInline, useOpenState } from '../../ui/lazy.tsx';
import { BackLink, TextLink } from '../../ui/links.tsx';
import { Badge, Note } from '../../ui/note.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState, FailureState, TableSkeleton } from '../../ui/states.tsx';
import { useAction } from '../../ui/action.ts';
import { useNotify } from '../../ui/toaster.tsx';
import { DocumentName, LaunchBadge, Problems } from './launch-parts.tsx';

const LaunchDialog = lazyDialog(() => import('./launch-dialog.tsx'));
const LaunchRedirectDialog = lazyDialog(() => import('./launch-redirect-dialog.tsx'));
const LaunchImpact = lazyInline('The list of changed addresses', () => import('./launch-impact.tsx'));
const LaunchReview = lazyInline('The approval and the comments', () => import('./launch-review.tsx'));
const MemberDialog = lazyDialog(() => import('./member-dialog.tsx'));
const TakeBackDialog = lazyDialog(() => import('./take-back-dialog.tsx'));

/** One launch: its documents, its time, and publishing or taking back all of them. */
export function Component() {
  const { id = '' } = useParams();
  const query = useLaunch(id);
  const back = <BackLink to={adminPaths.launches}>Back to Launches</BackLink>;
  if (query.data) return <LaunchView key={query.data.id} launch={query.data} back={back} />;
  return (
    <>
      <PageHeader title="Launch" back={back} />
      {query.isPending && <TableSkeleton />}
      {query.isError && <FailureState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data === null && (
        <EmptyState icon={Layers} title="This launch does not exist" description="It may have been deleted." />
      )}
    </>
  );
}

function LaunchView({ launch, back }: { launch: StoredLaunch; back: ReactNode }) {
  const { name, description, state, planned, published_at, takes_back, taken_back_by, members, failures, left_out } =
    launch;
  const isOpen = state === 'open';
  const [problems, setProblems] = useState<readonly LaunchProblem[]>([]);
  return (
    <>
      <PageHeader
        title={name}
        back={back}
        badges={<LaunchBadge launch={launch} />}
        description={description}
        actions={<Actions launch={launch} onProblems={setProblems} />}
      />
      <Flex direction="column" gap="4">
        {failures.length > 0 && <Problems title="Nothing was published at the planned time." problems={failures} />}
        {problems.length > 0 && <Problems title="Nothing was published." problems={problems} />}
        {left_out.length > 0 && (
          <Problems
            title={`${takes_back === null ? 'Published' : 'Taken back'} without these documents, because an author changed them or uses their slug.`}
            problems={left_out}
          />
        )}
        <Conflicts launch={launch} />
        <Text>
          {planned && `Goes live on ${timeText(planned.at)}. `}
          {isOpen && !planned && 'No time is set: publish it by hand, or edit it to set a time. '}
          {published_at !== null && `Published on ${timeText(published_at)}. `}
          {takes_back !== null && (
            <>
              {'It takes back '}
              <TextLink to={adminPaths.launch(takes_back)}>an earlier launch</TextLink>
              {'. '}
            </>
          )}
          {taken_back_by !== null && (
            <>
              {'It was taken back by '}
              <TextLink to={adminPaths.launch(taken_back_by)}>another launch</TextLink>.
            </>
          )}
        </Text>
        {members.length === 0 ? (
          <EmptyState
            icon={Layers}
            title="No documents yet"
            description="Open a page, demo, section or setting and add it below Schedule, or select documents in a list."
          />
        ) : (
          <Members launch={launch} />
        )}
        <Suspense>
          {isOpen && members.some(({ is_accepted }) => is_accepted) && <LaunchImpact launch={launch} />}
        </Suspense>
        <Suspense>
          <LaunchReview launch={launch} />
        </Suspense>
      </Flex>
    </>
  );
}

/** The schedules of its documents that conflict with the launch's time. */
function Conflicts({ launch }: { launch: StoredLaunch }) {
  const found = useTimeConflicts(launch);
  if (found.length === 0) return null;
  return (
    <Note kind="warning">
      <Text>Documents of this launch are also scheduled separately.</Text>
      {found.map(({ path, conflicts }) => (
        <Box key={path} mt="2">
          <DocumentName path={path} />
          <TimeConflicts conflicts={conflicts} />
        </Box>
      ))}
    </Note>
  );
}

function Members({ launch }: { launch: StoredLaunch }) {
  const isOpen = launch.state === 'open';
  const columns: Column<LaunchMember>[] = [
    { header: 'Name', isName: true, cell: (member) => <MemberName member={member} /> },
    { header: 'Action', cell: (member) => launchActionLabel(actionOfMember(member)) },
    ...(isOpen
      ? [
          { header: 'Version', cell: (member: LaunchMember) => <VersionState member={member} /> },
          {
            header: 'Actions',
            isUnlabelled: true,
            align: 'end' as const,
            cell: (member: LaunchMember) => <MemberActions launch={launch} member={member} />,
          },
        ]
      : []),
  ];
  return <DataTable label="Documents of the launch" columns={columns} rows={launch.members} rowKey={memberPath} />;
}

const MemberName = ({ member }: { member: LaunchMember }) =>
  member.redirect === null ? (
    // The width of most names, so that the columns stay in place when the name has loaded.
    <Box minW={{ md: '20rem' }}>
      <DocumentName path={memberPath(member)} />
    </Box>
  ) : (
    <TextLink to={adminPaths.redirects}>
      {member.redirect.to === null
        ? `${member.redirect.from} (removed)`
        : `${member.redirect.from} → ${member.redirect.to}`}
    </TextLink>
  );

function VersionState({ member }: { member: LaunchMember }) {
  const isMoved = useIsMoved(member);
  if (!member.is_accepted) return <Badge tone="waiting">Proposed</Badge>;
  return isMoved ? <Badge tone="bad">Changed since</Badge> : <Badge tone="good">As added</Badge>;
}

function MemberActions({ launch, member }: { launch: StoredLaunch; member: LaunchMember }) {
  const { change } = useLaunchActions();
  const store = useDocumentStore();
  const notify = useNotify();
  const viewer = useViewer();
  const isMoved = useIsMoved(member);
  const { isRunning, perform } = useAction();
  const [isCompared, setCompared] = useOpenState(false);
  const isEditor = canReview(viewer);
  const path = memberPath(member);
  const kind = draftOf(member);
  const mayChange = isEditor || (!member.is_accepted && member.added_by === viewer.uid);

  const run = async (title: string, work: () => Promise<unknown>) => {
    const restoreFocus = keepRowFocus(path);
    await perform({ title: "Couldn't change the launch" }, async () => {
      await work();
      notify.success({ title });
    });
    restoreFocus();
  };
  const isComparable = member.action === 'publish_draft' || member.action === 'publish';
  const confirmVersion = (version: MemberInput) => {
    setCompared(false);
    void run('Changes confirmed', () => change(launch.id, { add: [version] }));
  };
  // A deletion has no versions to compare.
  const confirmDeletion = () =>
    run('Changes confirmed', async () => {
      const { collection, id, action } = member;
      const current = kind && (await memberOf(store, { kind, collection, id, action }));
      if (!current) throw new Error('It was deleted. Remove it from the launch.');
      await change(launch.id, { add: [current] });
    });
  return (
    <Flex gap="1" justify="flex-end" wrap="wrap">
      {isComparable && (
        <Button size="sm" variant="ghost" onClick={() => setCompared(true)}>
          Compare
        </Button>
      )}
      <Suspense>
        {isCompared && (
          <MemberDialog
            member={member}
            isMoved={isMoved}
            onConfirm={mayChange ? confirmVersion : undefined}
            onClose={() => setCompared(false)}
          />
        )}
      </Suspense>
      {mayChange && isMoved && (
        <Button
          size="sm"
          variant="outline"
          disabled={isRunning}
          onClick={() => (isComparable ? setCompared(true) : void confirmDeletion())}
        >
          Confirm changes
        </Button>
      )}
      {isEditor && !member.is_accepted && (
        <Button
          size="sm"
          variant="outline"
          disabled={isRunning}
          onClick={() => void run('Accepted', () => change(launch.id, { rev: launch.rev, accept: [path] }))}
        >
          Accept
        </Button>
      )}
      {mayChange && (
        <Button
          size="sm"
          variant="ghost"
          colorPalette="gray"
          disabled={isRunning}
          onClick={() => void run('Removed from the launch', () => change(launch.id, { remove: [path] }))}
        >
          Remove
        </Button>
      )}
    </Flex>
  );
}

interface ActionsProps {
  launch: StoredLaunch;
  /** Receives why a publication published nothing. */
  onProblems: (problems: readonly LaunchProblem[]) => void;
}

function Actions({ launch, onProblems }: ActionsProps) {
  const { id, name, state, members, taken_back_by } = launch;
  const { publish, remove } = useLaunchActions();
  const viewer = useViewer();
  const isEditor = canReview(viewer);
  const confirm = useConfirm();
  const notify = useNotify();
  const navigate = useNavigate();
  const [opened, setOpened] = useOpenState<'edit' | 'redirect' | 'take back' | null>(null);
  const { isRunning, perform } = useAction();
  const deletion = useAction();
  if (!isEditor) return null;
  const accepted = members.filter(({ is_accepted }) => is_accepted);
  const proposed = members.length - accepted.length;

  const publishNow = async () => {
    const left = proposed === 0 ? '' : ` ${counted(proposed, 'proposed document')} will be left out.`;
    const isSure = await confirm({
      title: `Publish ${name}?`,
      description: `${counted(accepted.length, 'document')}: ${countActions(accepted.map(actionOfMember))}. Visitors see all changes at the same moment.${left}`,
      action: 'Publish launch',
    });
    if (!isSure) return;
    await perform({ title: 'Nothing was published' }, async () => {
      const { problems } = await publish(launch);
      onProblems(problems);
      if (problems.length === 0) notify.success({ title: 'Launch published', about: name });
    });
  };
  const deleteLaunch = async () => {
    const isSure = await confirm({
      title: `Delete ${name}?`,
      description: 'Its documents and drafts stay as they are.',
      action: 'Delete launch',
      tone: 'danger',
    });
    if (!isSure) return;
    await deletion.perform({ title: "Couldn't delete the launch", about: name }, async () => {
      await remove(id);
      notify.success({ title: 'Launch deleted', about: name });
      void navigate(adminPaths.launches);
    });
  };
  return (
    <Flex gap="2" wrap="wrap">
      {state === 'open' && (
        <>
          <Button variant="ghost" colorPalette="gray" loading={deletion.isRunning} onClick={() => void deleteLaunch()}>
            Delete
          </Button>
          {can(viewer, 'update', { what: collections.redirects }) && (
            <Button variant="outline" colorPalette="gray" onClick={() => setOpened('redirect')}>
              Add redirect
            </Button>
          )}
          <Button variant="outline" colorPalette="gray" onClick={() => setOpened('edit')}>
            Edit
          </Button>
          <Button loading={isRunning} disabled={accepted.length === 0} onClick={() => void publishNow()}>
            Publish launch
          </Button>
        </>
      )}
      {state === 'published' && taken_back_by === null && (
        <Button variant="outline" onClick={() => setOpened('take back')}>
          Take back this launch
        </Button>
      )}
      <Suspense>
        {opened === 'edit' && <LaunchDialog launch={launch} onClose={() => setOpened(null)} />}
        {opened === 'redirect' && <LaunchRedirectDialog launch={id} onClose={() => setOpened(null)} />}
        {opened === 'take back' && <TakeBackDialog launch={launch} onClose={() => setOpened(null)} />}
      </Suspense>
    </Flex>
  );
}

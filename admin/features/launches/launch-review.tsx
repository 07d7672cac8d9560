import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import {
  commentLimits,
  commentRefusal,
  isSecondPerson,
  launchCommentForm,
  type LaunchProblem,
  memberPath,
} from '@frontage/model/launch';
import { limits } from '@frontage/model/limits';
import { canReview } from '@frontage/model/permissions';
import { refusals } from '@frontage/model/refusals';
import { type SyntheticEvent, useRef, useState } from 'react';
import { type StoredLaunch, useLaunchActions } from '../../editing/publish/launches.queries.ts';
import { timeText } from '../../editing/publish/local-time.ts';
import { useViewer } from '../../lib/session.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { SelectField, TextAreaField } from '../../ui/field.tsx';
import { FormModal } from '../../ui/form-modal.tsx';
import { Note } from '../../ui/note.tsx';
import { Panel } from '../../ui/panel.tsx';
import { FailureState } from '../../ui/states.tsx';
import { useAction } from '../../ui/action.ts';
import { useNotify } from '../../ui/toaster.tsx';
import { DocumentName, Problems, useDocumentNames } from './launch-parts.tsx';
import { useApprovalReason, useLaunchComments } from './launch-review.queries.ts';

/** The approval of a launch by a second person, and the comments on it. */
export default function LaunchReview({ launch }: { launch: StoredLaunch }) {
  return (
    <Flex direction="column" gap="4">
      <Approval launch={launch} />
      <Comments launch={launch} />
    </Flex>
  );
}

const signed = ({ name, at }: { name: string | null; at: string }): string =>
  `${name ?? 'a deleted user'} on ${timeText(at)}`;

function Approval({ launch }: { launch: StoredLaunch }) {
  const { name, state, approval, returned, members } = launch;
  const { approve } = useLaunchActions();
  const notify = useNotify();
  const viewer = useViewer();
  const reason = useApprovalReason(launch);
  const [problems, setProblems] = useState<readonly LaunchProblem[]>([]);
  const { isRunning, perform } = useAction();
  const [isReturning, setReturning] = useState(false);
  const isOpen = state === 'open';
  if (!isOpen && approval === null) return null;
  if (!members.some(({ is_accepted }) => is_accepted)) return null;
  const isSecond = isSecondPerson(launch, viewer.uid);

  const run = () =>
    perform({ title: "Couldn't approve the launch", about: name }, async () => {
      const answer = await approve(launch);
      setProblems([...answer.problems, ...answer.leftOut]);
      if (answer.problems.length === 0) notify.success({ title: 'Launch approved', about: name });
    });
  return (
    <Panel title="Approval">
      <Flex direction="column" gap="3">
        {problems.length > 0 && (
          <Problems
            title={approval === null ? 'It was not approved.' : 'Approved without these.'}
            problems={problems}
          />
        )}
        {isOpen && returned !== null && (
          <Note kind="warning">
            <Text fontWeight="semibold">{`Returned by ${signed(returned)}`}</Text>
            <PlainText text={returned.note} />
          </Note>
        )}
        <Text role="status">
          {approval !== null && `Approved by ${signed(approval)}.`}
          {approval === null && reason === null && 'It can be published without an approval.'}
          {approval === null && reason !== null && `${reason} A second person must approve it first.`}
        </Text>
        {isOpen && canReview(viewer) && !isSecond && approval === null && reason !== null && (
          <Text color="fg.muted" textStyle="sm">
            Someone else must review it: you created it, planned it or changed its documents last.
          </Text>
        )}
        {isOpen && canReview(viewer) && isSecond && (
          <Flex gap="2" wrap="wrap">
            {approval === null && (
              <Button size="sm" loading={isRunning} onClick={() => void run()}>
                Approve
              </Button>
            )}
            <Button size="sm" variant="outline" colorPalette="gray" onClick={() => setReturning(true)}>
              Return with a note
            </Button>
          </Flex>
        )}
        {isReturning && <ReturnDialog launch={launch} onClose={() => setReturning(false)} />}
      </Flex>
    </Panel>
  );
}

const PlainText = ({ text }: { text: string }) => (
  <Text whiteSpace="pre-wrap" overflowWrap="anywhere">
    {text}
  </Text>
);

function ReturnDialog({ launch, onClose }: { launch: StoredLaunch; onClose: () => void }) {
  const { sendBack } = useLaunchActions();
  const notify = useNotify();
  const first = useRef<HTMLTextAreaElement>(null);
  const [note, setNote] = useState('');
  const [error, setError] = useState<string>();
  const { isRunning, perform } = useAction();
  const submit = async () => {
    if (note.trim() === '') return setError('Note is required');
    await perform({ title: "Couldn't return the launch", about: launch.name }, async () => {
      await sendBack(launch, note);
      notify.success({ title: 'Launch returned', about: launch.name });
      onClose();
    });
  };
  return (
    <FormModal
      onClose={onClose}
      title={`Return ${launch.name}?`}
      description="Its owner sees the note. The launch loses its approval and its time."
      initialFocus={first}
      submit="Return launch"
      isPending={isRunning}
      onSubmit={() => void submit()}
    >
      <TextAreaField
        label="Note to the owner"
        required
        error={error}
        counter={{ length: note.length, max: limits.reviewNote }}
        input={{
          ref: first,
          rows: 4,
          maxLength: limits.reviewNote,
          value: note,
          onChange: ({ target }) => {
            setNote(target.value);
            setError(undefined);
          },
        }}
      />
    </FormModal>
  );
}

function Comments({ launch }: { launch: StoredLaunch }) {
  const query = useLaunchComments(launch.id);
  const viewer = useViewer();
  const { roles, uid } = viewer;
  const mayWrite = roles.some((role) => role !== 'viewer');
  const { removeComment } = useLaunchActions();
  const notify = useNotify();
  const { perform } = useAction();
  const list = useRef<HTMLOListElement>(null);
  const refused = commentRefusal(query.data?.map(({ by }) => by) ?? [], { uid, mayReview: canReview(viewer) });
  const confirm = useConfirm();
  const remove = async (id: string) => {
    const isSure = await confirm({
      title: 'Delete this comment?',
      description: 'It cannot be restored.',
      action: 'Delete comment',
      tone: 'danger',
    });
    if (!isSure) return;
    await perform({ title: "Couldn't delete the comment" }, async () => {
      await removeComment(id);
      notify.success({ title: 'Comment deleted' });
      list.current?.focus();
    });
  };
  return (
    <Panel title="Comments">
      {query.isError && !query.data && <FailureState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data?.length === 0 && <Text color="fg.muted">No comments yet.</Text>}
      <chakra.ol
        ref={list}
        tabIndex={-1}
        aria-label="Comments"
        display="flex"
        flexDirection="column"
        gap="4"
        hidden={!query.data?.length}
      >
        {query.data?.map(({ id, by, name, at, about, text }) => (
          <li key={id}>
            <Flex gap="2" align="baseline" wrap="wrap">
              <Text fontWeight="semibold">{by === uid ? 'You' : (name ?? 'A deleted user')}</Text>
              <Text color="fg.muted" textStyle="sm">
                {timeText(at)}
                {about !== null && ' · '}
                {about !== null && <About launch={launch} path={about} />}
              </Text>
              {mayWrite && (by === uid || roles.includes('admin')) && (
                <Button
                  size="xs"
                  variant="ghost"
                  colorPalette="gray"
                  aria-label={`Delete comment of ${timeText(at)}`}
                  onClick={() => void remove(id)}
                >
                  Delete
                </Button>
              )}
            </Flex>
            <PlainText text={text} />
          </li>
        ))}
      </chakra.ol>
      {mayWrite && refused === null && <CommentForm launch={launch} />}
      {mayWrite && refused !== null && (
        <Text role="status" color="fg.muted" mt="4">
          {refusals[refused].message}
        </Text>
      )}
    </Panel>
  );
}

const redirectAt = ({ members }: StoredLaunch, path: string) =>
  members.find((member) => memberPath(member) === path)?.redirect?.from;

const About = ({ launch, path }: { launch: StoredLaunch; path: string }) =>
  redirectAt(launch, path) ?? <DocumentName path={path} />;

const blank = { text: '', about: '' };

function CommentForm({ launch }: { launch: StoredLaunch }) {
  const { id, documents } = launch;
  const { comment } = useLaunchActions();
  const names = useDocumentNames(documents);
  const [typed, setTyped] = useState(blank);
  const [error, setError] = useState<string>();
  const { isRunning, perform } = useAction();
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const form = launchCommentForm.safeParse({ text: typed.text, about: typed.about || null });
    if (!form.success) return setError(form.error.issues[0]?.message);
    await perform({ title: "Couldn't add the comment" }, async () => {
      await comment({ id, ...form.data });
      setTyped(blank);
    });
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Flex direction="column" gap="3" mt="4">
        <TextAreaField
          label="New comment"
          error={error}
          counter={{ length: typed.text.length, max: commentLimits.text }}
          input={{
            rows: 3,
            maxLength: commentLimits.text,
            value: typed.text,
            onChange: ({ target }) => {
              setTyped({ ...typed, text: target.value });
              setError(undefined);
            },
          }}
        />
        <Flex gap="3" wrap="wrap" align="end">
          <Box flex="1 1 14rem">
            <SelectField
              label="About"
              options={[
                { value: '', label: 'The whole launch' },
                ...documents.map((path, index) => ({
                  value: path,
                  label: redirectAt(launch, path) ?? names[index]?.name ?? 'A deleted document',
                })),
              ]}
              select={{ value: typed.about, onChange: ({ target }) => setTyped({ ...typed, about: target.value }) }}
            />
          </Box>
          <Button type="submit" variant="outline" mb="1.5" loading={isRunning} loadingText="Adding...">
            Add comment
          </Button>
        </Flex>
      </Flex>
    </form>
  );
}

import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import type { CallInput, CallOutput } from '@frontage/model/calls';
import { fieldLabels } from '@frontage/model/field-labels';
import { launchActionLabel, type LaunchProblem } from '@frontage/model/launch';
import { impactWords } from '@frontage/model/impact';
import { adminPaths } from '@frontage/model/paths';
import { type DocumentsPlanRequest, planAnswer, previewPaths } from '@frontage/model/preview';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type StoredLaunch, useLaunchActions } from '../../editing/publish/launches.queries.ts';
import { ChangedAddresses } from '../../editing/publish/impact-note.tsx';
import { plainFailure } from '../../lib/errors.ts';
import { answerOf, usePipeline } from '../../lib/pipeline.ts';
import { SelectField } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Note } from '../../ui/note.tsx';
import { useNotify } from '../../ui/toaster.tsx';
import { DocumentName, Problems, useDocumentName } from './launch-parts.tsx';

type Choices = CallInput<'takeBackLaunch'>['choices'];
type Conflict = CallOutput<'takeBackLaunch'>['conflicts'][number];

const keyOf = ({ document, field }: Conflict): string => (field === null ? document : `${document}#${field}`);

const options = [
  { value: '', label: 'Choose' },
  { value: 'before', label: 'As it was before the launch' },
  { value: 'current', label: 'As it is now' },
];

/**
 * Takes a launch back, after a look at the addresses that change. Where the same words were changed since, it asks which
 * version stays.
 */
export default function TakeBackDialog({ launch, onClose }: { launch: StoredLaunch; onClose: () => void }) {
  const { planTakeBack, takeBack } = useLaunchActions();
  const notify = useNotify();
  const navigate = useNavigate();
  const [choices, setChoices] = useState<Choices>({});
  const [found, setFound] = useState<readonly Conflict[]>([]);
  const [problems, setProblems] = useState<readonly LaunchProblem[]>([]);
  const [error, setError] = useState<unknown>(null);
  const [isRunning, setRunning] = useState(false);
  const plan = useQuery({
    // Not below the key of launches, which taking back invalidates.
    queryKey: ['take back', launch.id, choices],
    queryFn: () => planTakeBack(launch.id, choices),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  // Conflicts with a choice are no longer in the plan, but the choice can be changed.
  const conflicts = [...new Map([...found, ...(plan.data?.conflicts ?? [])].map((one) => [keyOf(one), one])).values()];
  const isUndecided = conflicts.some((conflict) => choices[keyOf(conflict)] === undefined);

  const run = async () => {
    setRunning(true);
    setProblems([]);
    setError(null);
    try {
      const answer = await takeBack(launch.id, choices);
      setFound([...conflicts, ...answer.conflicts]);
      setProblems(answer.problems);
      if (answer.id === null) return;
      notify.success({ title: 'Launch taken back', about: launch.name });
      onClose();
      void navigate(adminPaths.launch(answer.id));
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
      title={`Take back ${launch.name}?`}
      description="Every document gets the content that it had before, at the same moment. Edits made since are kept. You can take this back, too."
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={isRunning} disabled={isUndecided} onClick={() => void run()}>
            Take back
          </Button>
        </>
      }
    >
      <Flex direction="column" gap="4">
        {error !== null && <Note kind="problem">{`Nothing was changed. ${plainFailure(error)}`}</Note>}
        {problems.length > 0 && <Problems title="Nothing was changed." problems={problems} />}
        {conflicts.length > 0 && (
          <Text textStyle="sm">These were changed since the launch, too. Choose a version for each.</Text>
        )}
        {conflicts.map((conflict) => (
          <ConflictField
            key={keyOf(conflict)}
            conflict={conflict}
            choice={choices[keyOf(conflict)]}
            onChoose={(choice) => {
              setFound(conflicts);
              setChoices({ ...choices, [keyOf(conflict)]: choice });
            }}
          />
        ))}
        {plan.isError && problems.length === 0 && error === null && (
          <Note kind="problem">{plainFailure(plan.error)}</Note>
        )}
        {plan.data && plan.data.problems.length > 0 && problems.length === 0 && (
          <Problems title="This launch cannot be taken back." problems={plan.data.problems} />
        )}
        {!isUndecided && plan.data?.problems.length === 0 && <TakenBack actions={plan.data.actions ?? []} />}
        {plan.data && plan.data.leftOut.length > 0 && plan.data.problems.length === 0 && (
          <Problems title="These stay as they are." problems={plan.data.leftOut} />
        )}
        {!isUndecided && (plan.isPending || plan.data?.problems.length === 0) && (
          <Impact
            documents={plan.isPlaceholderData ? undefined : plan.data?.documents}
            version={[launch.id, choices]}
          />
        )}
      </Flex>
    </Modal>
  );
}

/** The action on each document. */
function TakenBack({ actions }: { actions: NonNullable<CallOutput<'planTakeBackLaunch'>['actions']> }) {
  if (actions.length === 0) return null;
  return (
    <chakra.ul aria-label="Documents" listStyleType="none" textStyle="sm">
      {actions.map(({ document, action }) => (
        <li key={document}>
          <DocumentName path={document} />
          {`: ${launchActionLabel(action)}`}
        </li>
      ))}
    </chakra.ul>
  );
}

interface ImpactProps {
  /** Undefined while they are not known. */
  documents: CallOutput<'planTakeBackLaunch'>['documents'] | undefined;
  /** Identifies the documents, which can be large. */
  version: readonly unknown[];
}

/** The addresses that the site changes with these documents. */
function Impact({ documents, version }: ImpactProps) {
  const pipeline = usePipeline();
  const impact = useQuery({
    queryKey: ['impact', previewPaths.documents, ...version],
    queryFn: async () => {
      const body = { documents } as DocumentsPlanRequest;
      return answerOf(await pipeline.post({ path: previewPaths.documents, body, answer: planAnswer }));
    },
    enabled: documents !== undefined,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const { data: plan } = impact;
  return (
    <Box as="section" aria-label="Changes on the site">
      <Text role="status" color="fg.muted" mb="2">
        {impact.isPending && 'Checking the changes…'}
        {impact.isError && `The effect on the site is unknown. ${impact.error.message}`}
        {plan && (plan.total === 0 ? 'Visitors see no difference.' : impactWords(plan))}
      </Text>
      {plan && plan.total > 0 && <ChangedAddresses plan={plan} />}
    </Box>
  );
}

interface ConflictFieldProps {
  conflict: Conflict;
  choice: Choices[string] | undefined;
  onChoose: (choice: Choices[string]) => void;
}

function ConflictField({ conflict: { document, field }, choice, onChoose }: ConflictFieldProps) {
  const name = useDocumentName(document).name ?? document;
  const labels: Readonly<Record<string, Record<string, string>>> = fieldLabels;
  const label = field === null ? 'created by the launch' : (labels[document.split('/')[0] ?? '']?.[field] ?? field);
  return (
    <SelectField
      label={`${name}: ${label}`}
      options={options}
      select={{
        value: choice ?? '',
        onChange: ({ target: { value } }) => {
          if (value === 'before' || value === 'current') onChoose(value);
        },
      }}
    />
  );
}

import { Box, Button, chakra, Grid, Text } from '@chakra-ui/react';
import { addedWords, addresses, removalWarning, linkedFrom, timeWords } from '@frontage/model/impact';
import type { PlanAnswer, PlannedChange } from '@frontage/model/preview';
import { useRef, useState } from 'react';
import { Modal } from '../../ui/modal.tsx';
import { Note } from '../../ui/note.tsx';
import { Comparison } from '../versions/comparison.tsx';
import type { Previewed, PreviewedLaunch } from '../editor/places.ts';
import { ChangedAddress } from './impact-note.tsx';
import { LinksToCheck } from '../text/checked-text.tsx';
import { checkedText, sortByImportance } from './impact.queries.ts';

interface ImpactDialogProps {
  plan: PlanAnswer;
  /** The content or launch that would be published. */
  previewed: Previewed | PreviewedLaunch;
  onClose: () => void;
}

/** The addresses that publishing would change, each with its reason and its page before and after. */
export default function ImpactDialog({ plan, previewed, onClose }: ImpactDialogProps) {
  const [changes] = useState(() => sortByImportance(plan.changes));
  const [chosen, setChosen] = useState(changes[0]);
  const comparison = useRef<HTMLDivElement>(null);
  const gone = removalWarning(plan);
  const checked = 'launch' in previewed ? null : checkedText(previewed);
  const left = plan.total - changes.length;
  return (
    <Modal
      isOpen
      onClose={onClose}
      size="full"
      title="Changes on the site"
      description={`${plan.all ? 'Every page: ' : ''}${addresses(plan.total)}, live ${timeWords(plan.ms)}.${plan.exact ? '' : ' This is an estimate: some of these pages may stay the same.'}`}
      footer={
        <Button variant="outline" colorPalette="gray" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Grid gap="6" templateColumns={{ lg: '22rem minmax(0, 1fr)' }} minH={{ lg: '65dvh' }}>
        <Box overflowY={{ lg: 'auto' }} maxH={{ lg: '65dvh' }}>
          {gone !== '' && (
            <Box mb="3">
              <Note kind="warning">{`${gone} ${linkedFrom(plan)}`.trim()}</Note>
            </Box>
          )}
          <AddedProblems plan={plan} />
          {checked && (
            <Box mb="3" _empty={{ display: 'none' }}>
              <LinksToCheck {...checked} isList />
            </Box>
          )}
          <chakra.ul listStyleType="none" aria-label="Addresses">
            {changes.map((change) => (
              <Change
                key={change.path}
                change={change}
                isChosen={change === chosen}
                onChoose={() => {
                  setChosen(change);
                  // On a phone, the comparison is below a long list.
                  comparison.current?.scrollIntoView({ block: 'nearest' });
                }}
              />
            ))}
          </chakra.ul>
          {left > 0 && (
            <Text textStyle="sm" color="fg.muted" px="3" py="2">
              {`and ${addresses(left)} more`}
            </Text>
          )}
        </Box>
        <Box ref={comparison} minW="0">
          {chosen && (
            <Comparison title={`Before and after of ${chosen.path}`} compared={{ change: chosen, previewed }} />
          )}
        </Box>
      </Grid>
    </Modal>
  );
}

/** The health findings that publishing would add. */
function AddedProblems({ plan }: { plan: PlanAnswer }) {
  const { problems = [] } = plan;
  if (problems.length === 0) return null;
  return (
    <Box mb="3">
      <Note kind="warning">
        <Text fontWeight="semibold">{`${addedWords(plan)}:`}</Text>
        <chakra.ul listStyleType="disc" ps="4" aria-label="Added problems">
          {problems.slice(0, listedProblems).map(({ rule, path, message }) => (
            <li key={`${rule} ${path} ${message}`}>{`${message} (${path})`}</li>
          ))}
        </chakra.ul>
        {problems.length > listedProblems && <Text>{`and ${String(problems.length - listedProblems)} more`}</Text>}
      </Note>
    </Box>
  );
}

const listedProblems = 20;

interface ChangeProps {
  change: PlannedChange;
  isChosen: boolean;
  onChoose: () => void;
}

function Change({ change, isChosen, onChoose }: ChangeProps) {
  return (
    <li>
      <chakra.button
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        width="full"
        textAlign="start"
        px="3"
        py="2"
        rounded="l2"
        cursor="pointer"
        focusVisibleRing="inside"
        bg={isChosen ? 'bg.emphasized' : undefined}
        _hover={{ bg: isChosen ? 'bg.emphasized' : 'bg.muted' }}
      >
        <ChangedAddress change={change} />
      </chakra.button>
    </li>
  );
}

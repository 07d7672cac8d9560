import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { useMemo, useRef, useState } from 'react';
import { Modal } from '../../ui/modal.tsx';
import { ChangedWords } from './comparison.tsx';
import {
  type Choice,
  conflictsOf,
  type FieldConflict,
  type FieldDifference,
  type FieldWords,
  mergeChoices,
  type Values,
  valueWords,
} from './compare-fields.ts';

interface ConflictDialogProps {
  /** Null when they deleted the document. */
  theirs: { who: string; when: string } | null;
  mine: Values;
  differences: readonly FieldDifference[];
  words: FieldWords;
  onKeep: (values: Values) => void;
  /** Leaves the document deleted. */
  onLeave?: () => void;
  onClose: () => void;
}

/** Resolves a conflict with a newer version or with a deletion. */
export default function ConflictDialog({ theirs, ...props }: ConflictDialogProps) {
  return theirs ? <Choosing theirs={theirs} {...props} /> : <Deleted {...props} />;
}

type Choices = Readonly<Record<string, Choice>>;

/** An author inside a sentence: 'A colleague' is 'a colleague', 'You, in another window,' is 'you, in another window'. */
const inSentence = (who: string): string =>
  who.replace(/^(?:A colleague$|You,)/, (start) => start.toLowerCase()).replace(/,$/, '');

type ChoosingProps = ConflictDialogProps & { theirs: NonNullable<ConflictDialogProps['theirs']> };

/** One choice for each part that both sides changed. Everything else is merged. */
function Choosing({ theirs, mine, differences, words, onKeep, onClose }: ChoosingProps) {
  const conflicts = useMemo(() => conflictsOf(differences), [differences]);
  const [chosen, setChosen] = useState<Choices>({});
  const [isChecked, setChecked] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const choiceOf = ({ key, suggested }: FieldConflict): Choice | null => chosen[key] ?? suggested;
  const open = conflicts.filter((conflict) => choiceOf(conflict) === null);

  const save = () => {
    setChecked(true);
    if (open.length > 0) {
      body.current?.querySelector<HTMLInputElement>('[data-open] input')?.focus();
      return;
    }
    const choices = conflicts.map((conflict) => [conflict.key, choiceOf(conflict)]);
    onKeep(mergeChoices(mine, differences, Object.fromEntries(choices) as Choices));
  };
  return (
    <Modal
      isOpen
      onClose={onClose}
      size="xl"
      title={`${theirs.who} saved this first`}
      description={`${theirs.who} saved a newer version ${theirs.when}. You both changed the parts below. Choose which version of each to keep; your changes stay in this browser until you save.`}
      safe={{ label: 'Keep editing', onPress: onClose }}
      footer={<Button onClick={save}>Save my choices</Button>}
    >
      <Flex ref={body} direction="column" gap="4">
        {conflicts.map((conflict) => (
          <Question
            key={conflict.key}
            {...{ conflict, words }}
            who={theirs.who}
            choice={choiceOf(conflict)}
            isMissing={isChecked && choiceOf(conflict) === null}
            onChoose={(choice) => setChosen((before) => ({ ...before, [conflict.key]: choice }))}
          />
        ))}
        <Merged {...{ differences, conflicts, words }} who={theirs.who} />
      </Flex>
    </Modal>
  );
}

interface QuestionProps {
  conflict: FieldConflict;
  words: FieldWords;
  who: string;
  choice: Choice | null;
  /** Whether saving was attempted without this choice. */
  isMissing: boolean;
  onChoose: (choice: Choice) => void;
}

function Question({ conflict, words, who, choice, isMissing, onChoose }: QuestionProps) {
  const { key, field, place, options, base } = conflict;
  const label = words.labels[field] ?? field;
  const names: Record<Choice, string> = {
    mine: 'Mine',
    theirs: `From ${inSentence(who)}`,
    merged: 'Both changes',
    joined: 'Both changes, mine first',
  };
  return (
    <chakra.fieldset
      borderWidth="1px"
      borderColor={isMissing ? 'border.error' : 'border'}
      rounded="l2"
      p="3"
      minW="0"
      {...(choice === null && { 'data-open': '' })}
    >
      <chakra.legend px="1" fontWeight="semibold" textStyle="sm">
        {place.count > 1 ? `${label}, change ${place.index + 1} of ${place.count}` : label}
      </chakra.legend>
      <Flex direction="column" gap="2">
        {options.map(({ choice: value, value: kept }) => (
          <chakra.label
            key={value}
            display="flex"
            gap="2"
            p="2"
            minW="0"
            rounded="l1"
            cursor="pointer"
            borderWidth="1px"
            borderColor={choice === value ? 'ink.focusRing' : 'border'}
            bg={choice === value ? 'bg.info' : 'transparent'}
          >
            <chakra.input
              type="radio"
              name={`choose-${key}`}
              checked={choice === value}
              onChange={() => onChoose(value)}
              accentColor="ink.solid"
              mt="1"
              flexShrink="0"
              alignSelf="flex-start"
            />
            <Box minW="0" flex="1">
              <Text textStyle="xs" color="fg.muted">
                {names[value]}
              </Text>
              <Text as="div" textStyle="sm" overflowWrap="anywhere" whiteSpace="pre-wrap" maxH="16rem" overflowY="auto">
                {base !== null && base !== '' && value !== 'joined' && kept !== '' ? (
                  <ChangedWords before={base} after={String(kept)} />
                ) : (
                  valueWords(words, field, kept)
                )}
              </Text>
            </Box>
          </chakra.label>
        ))}
      </Flex>
      <Text aria-live="polite" textStyle="xs" fontWeight="medium" color="fg.error" mt={isMissing ? '2' : '0'}>
        {isMissing && 'Choose one.'}
      </Text>
    </chakra.fieldset>
  );
}

interface MergedProps {
  differences: readonly FieldDifference[];
  conflicts: readonly FieldConflict[];
  words: FieldWords;
  who: string;
}

/** The fields and parts that need no choice, because only one side changed them. */
function Merged({ differences, conflicts, words, who }: MergedProps) {
  const lines = differences.flatMap(({ field, changedBy, pieces, entries }) => {
    const label = words.labels[field] ?? field;
    if (changedBy === 'me') return [`${label}: changed by you`];
    if (changedBy === 'them') return [`${label}: changed by ${inSentence(who)}`];
    const isAsked = conflicts.some((conflict) => conflict.field === field);
    if (entries) return [`${label}: changed by both; has the additions and removals of both`];
    return pieces && !isAsked ? [`${label}: changed by both, in different places`] : [];
  });
  if (lines.length === 0) return null;
  return (
    <Box as="section" aria-label="Merged already">
      <Text textStyle="sm" fontWeight="medium" mb="1">
        Merged already
      </Text>
      <chakra.ul textStyle="sm" color="fg.muted" ps="5" listStyleType="disc">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </chakra.ul>
    </Box>
  );
}

function Deleted({ mine, onKeep, onLeave, onClose }: Omit<ConflictDialogProps, 'theirs'>) {
  return (
    <Modal
      isOpen
      onClose={onClose}
      size="sm"
      title="Someone deleted this"
      description="It was deleted while you were editing it. Saving your version restores it."
      safe={{ label: 'Keep editing', onPress: onClose }}
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={onLeave}>
            Leave it deleted
          </Button>
          <Button onClick={() => onKeep(mine)}>Save my version</Button>
        </>
      }
    />
  );
}

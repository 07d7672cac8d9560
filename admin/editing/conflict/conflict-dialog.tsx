import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { Suspense, useState } from 'react';
import { Modal } from '../../ui/modal.tsx';
import { Badge } from '../../ui/badge.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { mergeChoices, type ChangedBy, type Choice, type FieldDifference, type Values } from './compare-fields.ts';
import { valueWords, type FieldWords } from './field-words.ts';

// Only long texts that somebody else changed meanwhile need it.
const DiffView = lazyPart(() => import('./diff-view.tsx'));

interface ConflictDialogProps {
  /** Null when they deleted the document. */
  theirs: { who: string; when: string } | null;
  mine: Values;
  differences: readonly FieldDifference[];
  words: FieldWords;
  onTakeTheirs: () => void;
  onKeep: (values: Values) => void;
  onClose: () => void;
}

/** Somebody saved first: what they changed, what I changed, and which of both to keep, field by field. */
export function ConflictDialog({ theirs, mine, differences, words, ...answers }: ConflictDialogProps) {
  const { onTakeTheirs, onKeep, onClose } = answers;
  const [chosen, setChosen] = useState<Readonly<Record<string, Choice>>>({});

  if (!theirs) return <DeletedDialog mine={mine} onLeave={onTakeTheirs} onKeep={onKeep} onClose={onClose} />;
  return (
    <Modal
      isOpen
      onClose={onClose}
      size="xl"
      title={`${theirs.who} saved this first`}
      description={`${theirs.who} saved a newer version ${theirs.when}. Nothing you typed is lost: choose what to keep.`}
      safe={{ label: 'Keep editing', onPress: onClose }}
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={onTakeTheirs}>
            Take theirs
          </Button>
          <Button variant="outline" onClick={() => onKeep(mine)}>
            Keep mine
          </Button>
          <Button onClick={() => onKeep(mergeChoices(mine, differences, chosen))}>Save my choices</Button>
        </>
      }
    >
      {differences.length === 0 ? (
        <Text>Both versions hold the same. Saving keeps it as it is.</Text>
      ) : (
        <Flex direction="column" gap="4">
          {differences.map((difference) => (
            <Difference
              key={difference.field}
              difference={difference}
              words={words}
              choice={chosen[difference.field] ?? difference.suggested}
              onChoose={(choice) => setChosen((before) => ({ ...before, [difference.field]: choice }))}
            />
          ))}
        </Flex>
      )}
    </Modal>
  );
}

function DeletedDialog({
  mine,
  onLeave,
  onKeep,
  onClose,
}: {
  mine: Values;
  onLeave: () => void;
  onKeep: (values: Values) => void;
  onClose: () => void;
}) {
  return (
    <Modal
      isOpen
      onClose={onClose}
      size="sm"
      title="Someone deleted this"
      description="It was deleted while you were editing it. You can save your version as it stands, which brings it back."
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

const changes: Record<ChangedBy, { tone: 'info' | 'waiting' | 'bad'; text: string }> = {
  me: { tone: 'info', text: 'Changed by you' },
  them: { tone: 'waiting', text: 'Changed by them' },
  both: { tone: 'bad', text: 'Changed by both' },
};

interface DifferenceProps {
  difference: FieldDifference;
  words: FieldWords;
  choice: Choice;
  onChoose: (choice: Choice) => void;
}

function Difference({ difference, words, choice, onChoose }: DifferenceProps) {
  const { field, mine, theirs, changedBy, merged } = difference;
  const label = words.labels[field] ?? field;
  const textOf = (value: unknown) => valueWords(words, field, value);
  const choices: (readonly [Choice, string, string])[] = [
    ...(merged ? [['merged', merged.hasOverlap ? 'Both, mine first' : 'Both', merged.text] as const] : []),
    ['mine', 'Mine', textOf(mine)],
    ['theirs', 'Theirs', textOf(theirs)],
  ];
  return (
    <chakra.fieldset borderWidth="1px" rounded="l2" p="3" minW="0">
      <chakra.legend px="1" fontWeight="semibold" textStyle="sm">
        {label}
      </chakra.legend>
      <Box mb="2">
        <Badge tone={changes[changedBy].tone}>{changes[changedBy].text}</Badge>
      </Box>
      <Flex gap="3" direction={{ base: 'column', md: 'row' }}>
        {choices.map(([value, name, text]) => (
          <chakra.label
            key={value}
            flex="1"
            minW="0"
            display="flex"
            gap="2"
            p="2"
            rounded="l1"
            cursor="pointer"
            borderWidth="1px"
            borderColor={choice === value ? 'ink.focusRing' : 'border'}
            bg={choice === value ? 'bg.info' : 'transparent'}
          >
            <chakra.input
              type="radio"
              name={`choose-${field}`}
              checked={choice === value}
              onChange={() => onChoose(value)}
              accentColor="ink.solid"
              mt="1"
              flexShrink="0"
              alignSelf="flex-start"
            />
            <Box minW="0">
              <Text textStyle="xs" color="fg.muted">
                {name}
              </Text>
              <Text textStyle="sm" overflowWrap="anywhere" lineClamp={6} whiteSpace="pre-wrap">
                {text}
              </Text>
            </Box>
          </chakra.label>
        ))}
      </Flex>
      {isLongText(mine) || isLongText(theirs) ? (
        <Suspense>
          <DiffView label={label} from={String(theirs ?? '')} to={String(mine ?? '')} />
        </Suspense>
      ) : null}
    </chakra.fieldset>
  );
}

const isLongText = (value: unknown): boolean =>
  typeof value === 'string' && (value.includes('\n') || value.length > 200);

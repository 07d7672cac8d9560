import { Box, Button, Flex, Heading, Skeleton, Text } from '@chakra-ui/react';
import { lookAnswer, previewPaths, type LookAnswer, type PlannedChange } from '@frontage/model/preview';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { answerOf, usePipeline } from '../../lib/pipeline.ts';
import { FailureState } from '../../ui/states.tsx';
import { ChangedWords } from '../history/changed-words.tsx';
import type { Previewed } from '../preview/previewed.ts';
import { BothPages } from './both-pages.tsx';
import { pageText } from './page-text.ts';

const views = { beside: 'Side by side', over: 'Slider', words: 'Changed words' } as const;

interface AddressLookProps {
  change: PlannedChange;
  /** What would be published. */
  previewed: Previewed;
}

/** One address as it is and as it would be: as two pages, or as words that came and went. */
export function AddressLook({ change, previewed }: AddressLookProps) {
  const pipeline = usePipeline();
  const [view, setView] = useState<keyof typeof views>('beside');
  const { path } = change;
  const asked = { ...previewed, action: 'publish', path };
  const look = useQuery({
    queryKey: ['look', asked],
    queryFn: async () => answerOf(await pipeline.ask({ path: previewPaths.look, body: asked, answer: lookAnswer })),
    retry: false,
  });
  return (
    <Flex as="section" aria-label={`Before and after of ${path}`} direction="column" gap="3" minW="0" height="full">
      <Flex align="center" gap="3" wrap="wrap">
        <Heading as="h3" textStyle="sm" fontWeight="semibold" flex="1 1 12rem" overflowWrap="anywhere">
          {path}
        </Heading>
        <Flex role="group" aria-label="View" gap="0.5">
          {Object.entries(views).map(([key, label]) => (
            <Button
              key={key}
              size="xs"
              variant={key === view ? 'subtle' : 'ghost'}
              colorPalette="gray"
              aria-pressed={key === view}
              onClick={() => setView(key as keyof typeof views)}
            >
              {label}
            </Button>
          ))}
        </Flex>
      </Flex>
      {look.isPending && <Skeleton height="20rem" rounded="l2" aria-busy="true" />}
      {look.isError && <FailureState error={look.error} onRetry={() => void look.refetch()} />}
      {look.data && view !== 'words' && pipeline.origin !== null && (
        // Its frames belong to one address: what they were told of another one says nothing of this.
        <BothPages key={path} origin={pipeline.origin} {...{ change }} isOver={view === 'over'} {...look.data} />
      )}
      {look.data && view === 'words' && <BothTexts {...look.data} />}
    </Flex>
  );
}

function BothTexts({ before, after }: LookAnswer) {
  const texts = useMemo(() => ({ before: pageText(before), after: pageText(after) }), [before, after]);
  return (
    <Box textStyle="sm" whiteSpace="pre-wrap" overflowWrap="anywhere">
      {texts.before === texts.after ? (
        <Text color="fg.muted">No word changes: only how the page looks, or what machines read.</Text>
      ) : (
        <ChangedWords {...texts} />
      )}
    </Box>
  );
}

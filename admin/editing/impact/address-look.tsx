import { Box, Button, Flex, Grid, Heading, Skeleton, Text } from '@chakra-ui/react';
import { lookAnswer, previewPaths, type LookRequest } from '@frontage/model/preview';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { answerOf, usePipeline } from '../../lib/pipeline.ts';
import { FailureState } from '../../ui/states.tsx';
import { ChangedWords } from '../history/changed-words.tsx';
import { PreviewFrame, type Move } from '../preview/preview-frame.tsx';
import { pageText } from './page-text.ts';

const views = { pages: 'Side by side', words: 'Changed words' } as const;

/** One address as it is and as it would be: next to each other, or as words that came and went. */
export function AddressLook({ asked }: { asked: LookRequest }) {
  const pipeline = usePipeline();
  const [view, setView] = useState<keyof typeof views>('pages');
  const look = useQuery({
    queryKey: ['look', asked],
    queryFn: async () => answerOf(await pipeline.ask({ path: previewPaths.look, body: asked, answer: lookAnswer })),
    retry: false,
  });
  const { path } = asked;
  return (
    <Flex as="section" aria-label={`Before and after of ${path}`} direction="column" gap="3" minW="0" height="full">
      <Flex align="center" gap="3" wrap="wrap">
        <Heading as="h3" textStyle="sm" fontWeight="semibold" flex="1" minW="0" overflowWrap="anywhere">
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
      {look.data && view === 'pages' && pipeline.origin !== null && (
        <BothPages origin={pipeline.origin} path={path} {...look.data} />
      )}
      {look.data && view === 'words' && <BothTexts {...look.data} />}
    </Flex>
  );
}

interface Both {
  /** HTML; null where there is no such page. */
  before: string | null;
  after: string | null;
}

const width = 1280;

function BothPages({ origin, path, before, after }: Both & { origin: string; path: string }) {
  const moves = useRef<{ [side: string]: ((how: Move) => void) | null }>({});
  const sides = [
    { key: 'before', title: 'Before', html: before, none: 'Nothing is here yet.', other: 'after' },
    { key: 'after', title: 'After', html: after, none: 'This address goes away.', other: 'before' },
  ] as const;
  const pages = useMemo(() => ({ before: toPage(before, path), after: toPage(after, path) }), [before, after, path]);
  return (
    <Grid gap="3" flex="1" templateColumns={{ md: '1fr 1fr' }} autoRows={{ base: '60dvh', md: 'auto' }} minH="22rem">
      {sides.map(({ key, title, none, other }) => (
        <Flex key={key} as="section" aria-label={title} direction="column" minW="0">
          <Text textStyle="xs" fontWeight="semibold" color="fg.muted" mb="1">
            {title}
          </Text>
          <Flex flex="1" borderWidth="1px" rounded="l2" overflow="hidden">
            {pages[key] ? (
              <PreviewFrame
                origin={origin}
                title={`${title}: ${path}`}
                page={pages[key]}
                width={width}
                move={(tell) => void (moves.current[key] = tell)}
                onTold={(message) => {
                  if (message.type !== 'frontage:scrolled') return;
                  moves.current[other]?.({ type: 'frontage:scroll', ratio: message.ratio });
                }}
              />
            ) : (
              <Text p="4" color="fg.muted">
                {none}
              </Text>
            )}
          </Flex>
        </Flex>
      ))}
    </Grid>
  );
}

const toPage = (html: string | null, path: string) => (html === null ? null : { html, path });

function BothTexts({ before, after }: Both) {
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

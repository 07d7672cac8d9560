import { Box, Button, chakra, Text } from '@chakra-ui/react';
import { momentText } from '../moment-text.ts';
import type { VersionLine } from './history.queries.ts';

interface TimelineProps {
  lines: readonly VersionLine[];
  chosen: number;
  onChoose: (rev: number) => void;
  /** Null if all versions are loaded. */
  onMore: (() => void) | null;
  isLoadingMore: boolean;
}

/** The versions of a document: time, changes and authors. The selected one is shown beside the list. */
export function Timeline({ lines, chosen, onChoose, onMore, isLoadingMore }: TimelineProps) {
  return (
    <Box as="section" aria-label="Revisions" overflowY="auto" maxH={{ base: '14rem', md: '60dvh' }}>
      <ol>
        {lines.map(({ rev, at, who, summary }) => (
          <li key={rev}>
            <chakra.button
              type="button"
              aria-current={rev === chosen}
              data-current={rev === chosen ? '' : undefined}
              onClick={() => onChoose(rev)}
              display="block"
              width="full"
              textAlign="start"
              px="3"
              py="2"
              rounded="l2"
              cursor="pointer"
              focusVisibleRing="inside"
              _hover={{ bg: 'bg.subtle' }}
              _current={{ bg: 'bg.info' }}
            >
              <Text textStyle="sm" fontWeight="medium">
                {momentText(at)}
              </Text>
              <Text textStyle="sm" overflowWrap="anywhere">
                {summary}
              </Text>
              <Text textStyle="xs" color="fg.muted">
                {who}
              </Text>
            </chakra.button>
          </li>
        ))}
      </ol>
      {onMore && (
        <Button size="sm" variant="outline" my="2" ms="3" loading={isLoadingMore} onClick={onMore}>
          Show older revisions
        </Button>
      )}
    </Box>
  );
}

import { Box, Flex, Text } from '@chakra-ui/react';
import { canReview } from '@frontage/model/abilities';
import { draftOf } from '@frontage/model/draft';
import { adminPaths } from '@frontage/model/paths';
import { useWaitingDrafts } from '../../editing/draft/listed-drafts.queries.ts';
import type { ListedDraft } from '../../editing/draft/read-listed-drafts.ts';
import { momentPhrase } from '../../editing/moment-text.ts';
import { useViewer } from '../../lib/session.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Panel } from '../../ui/panel.tsx';

/** Proposals waiting for review; renders nothing without any. */
export function ReviewQueue() {
  const waiting = useWaitingDrafts(canReview(useViewer()));
  if (waiting.length === 0) return null;
  return (
    <Box mb="6">
      <Panel title="Waiting for review">
        <Flex as="ul" direction="column" gap="3" listStyle="none">
          {waiting.map((draft) => (
            <li key={`${draft.collection}/${draft.id}`}>
              <TextLink to={addressOf(draft)} fontWeight="medium">
                {draft.title}
              </TextLink>
              <Text color="fg.muted" textStyle="sm">
                {`Proposed by ${draft.review?.name ?? 'a colleague'}, changed ${momentPhrase(draft.updated_at)}`}
              </Text>
              {draft.review?.message && (
                <Text textStyle="sm" lineClamp={2} overflowWrap="anywhere">
                  {draft.review.message}
                </Text>
              )}
            </li>
          ))}
        </Flex>
      </Panel>
    </Box>
  );
}

function addressOf(draft: ListedDraft): string {
  const kind = draftOf(draft);
  if (kind === null || kind === 'setting') return adminPaths.settings;
  return adminPaths[kind](draft.id);
}

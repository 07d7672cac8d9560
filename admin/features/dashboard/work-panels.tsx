import { Box, Button, chakra, Flex, Skeleton, Text } from '@chakra-ui/react';
import { counted } from '@frontage/model/dates';
import { editorPath, kindOf, kinds } from '@frontage/model/kinds/kinds';
import { type ReviewState, reviewState } from '@frontage/model/draft';
import { adminPaths, collections } from '@frontage/model/paths';
import { canReview, can } from '@frontage/model/permissions';
import type { ScheduleAction } from '@frontage/model/schedule';
import { settingKeys, settingTabs } from '@frontage/model/kinds/settings';
import type { ReactNode } from 'react';
import { useWaitingDrafts } from '../../editing/versions/listed-drafts.queries.ts';
import { momentPhrase } from '../../editing/moment-text.ts';
import { timeText } from '../../editing/publish/local-time.ts';
import { plainFailure } from '../../lib/errors.ts';
import { useHealthCounts, usePipelineState } from '../../lib/pipeline.ts';
import { useViewer } from '../../lib/session.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Panel } from '../../ui/panel.tsx';
import { rowsShown, useChangedLately, useLastReleases, useMyDrafts, useUpcoming } from './dashboard.queries.ts';
import { releaseText } from './describe-status.ts';

interface Row {
  key: string;
  title: string;
  /** Null if the user has no screen for it. */
  to: string | null;
  text: string;
}

interface WorkPanelProps {
  title: string;
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  empty: string;
  error?: unknown;
  onRetry?: () => void;
  /** Shown at the end of the title's line. */
  more?: ReactNode;
}

/**
 * A list of at most four rows. On screens with columns all its states have the same height, so that nothing moves; on a
 * phone an empty panel is short.
 */
function WorkPanel({ title, rows, empty, error, onRetry, more }: WorkPanelProps) {
  const isFailed = rows === undefined && error != null;
  return (
    <Panel title={title} height="full" position="relative">
      {more && (
        <Box
          position="absolute"
          top={{ base: '4', md: '6' }}
          insetEnd={{ base: '4', md: '6' }}
          textStyle="sm"
          lineHeight="1.75rem"
        >
          {more}
        </Box>
      )}
      <Box minHeight={{ md: '11.25rem' }}>
        {isFailed && (
          <Box role="alert">
            <Text color="fg.muted" textStyle="sm" mb="3">
              {plainFailure(error)}
            </Text>
            <Button size="sm" variant="outline" onClick={onRetry}>
              Try again
            </Button>
          </Box>
        )}
        {!isFailed && rows === undefined && <Placeholder title={title} />}
        {rows?.length === 0 && (
          <Text color="fg.muted" textStyle="sm">
            {empty}
          </Text>
        )}
        {rows && rows.length > 0 && (
          <Flex as="ul" direction="column" gap="3" listStyle="none">
            {rows.map(({ key, title: name, to, text }) => (
              <chakra.li key={key} height="2.25rem" minW="0">
                <Text truncate lineHeight="1.25rem" fontWeight="medium">
                  {/* Inline, because a separate box would be cut without an ellipsis. */}
                  {to === null ? (
                    name
                  ) : (
                    <TextLink to={to} display="inline" title={name}>
                      {name}
                    </TextLink>
                  )}
                </Text>
                <Text truncate lineHeight="1rem" color="fg.muted" textStyle="xs" title={text}>
                  {text}
                </Text>
              </chakra.li>
            ))}
          </Flex>
        )}
      </Box>
    </Panel>
  );
}

function Placeholder({ title }: { title: string }) {
  return (
    <Flex direction="column" gap="3" role="status" aria-busy="true" aria-label={`Loading: ${title}`}>
      {Array.from({ length: rowsShown }, (_, row) => (
        <Skeleton key={row} height="2.25rem" />
      ))}
    </Flex>
  );
}

/** The editor of a document; the settings for a setting. */
function editorOf({ collection, id }: { collection: string; id: string }): string {
  const kind = kindOf(collection);
  return kind === null ? adminPaths.settings : editorPath(kind, id);
}

/** Proposals in review, longest waiting first; for users with the permission to review. */
export function WaitingPanel() {
  const { drafts, error, retry } = useWaitingDrafts(canReview(useViewer()));
  const rows = drafts?.map((draft): Row => ({
    key: `${draft.collection}/${draft.id}`,
    title: draft.title,
    to: editorOf(draft),
    text: `Proposed by ${draft.review?.name ?? 'a colleague'}, changed ${momentPhrase(draft.updated_at)}${
      draft.review?.message ? `: ${draft.review.message}` : ''
    }`,
  }));
  return (
    <WorkPanel
      title="Waiting for review"
      rows={rows?.slice(0, rowsShown)}
      empty="No proposals to review. Drafts that authors submit appear here."
      error={error}
      onRetry={retry}
      more={rows && rows.length > rowsShown && <Text color="fg.muted">{`${rows.length} in total`}</Text>}
    />
  );
}

const draftStates: Record<ReviewState, string> = {
  none: 'Draft',
  waiting: 'Waiting for review',
  moved: 'Changed since it was submitted',
  returned: 'Returned',
};

/** Unpublished changes of the user. */
export function DraftsPanel() {
  const { data, error, refetch } = useMyDrafts(true);
  const rows = data?.map((draft): Row => ({
    key: `${draft.collection}/${draft.id}`,
    title: draft.title,
    to: editorOf(draft),
    text: `${draftStates[reviewState(draft)]}, changed ${momentPhrase(draft.updated_at)}`,
  }));
  return (
    <WorkPanel
      title="My drafts"
      rows={rows}
      empty="You have no drafts. Changes that you save without publishing appear here."
      error={error}
      onRetry={() => void refetch()}
    />
  );
}

const actions: Record<ScheduleAction, string> = {
  publish: 'Publish',
  publish_draft: 'Publish changes',
  unpublish: 'Unpublish',
};

/** The schedules and launches carried out next. */
export function ScheduledPanel() {
  const { data, error, refetch } = useUpcoming();
  const maySettings = can(useViewer(), 'update', { what: collections.settings });
  const rows = data?.map(({ key, at, name, schedule, launch }): Row => {
    if (schedule === null)
      return { key, title: name ?? '', to: adminPaths.launch(launch?.id ?? ''), text: `Launch ${momentPhrase(at)}` };
    const setting = settingKeys.find((one) => schedule.collection === collections.settings && one === schedule.id);
    const isOpen = setting === undefined ? name !== null : maySettings;
    return {
      key,
      title: setting === undefined ? (name ?? 'Deleted') : `${settingTabs[setting].title} (settings)`,
      to: isOpen ? editorOf(schedule) : null,
      text: `${actions[schedule.action]} ${momentPhrase(at)}`,
    };
  });
  return (
    <WorkPanel
      title="Scheduled"
      rows={rows}
      empty="Nothing is scheduled. To schedule a page, demo or section, open it and choose Schedule."
      error={error}
      onRetry={() => void refetch()}
      more={<TextLink to={adminPaths.schedule}>Show schedule</TextLink>}
    />
  );
}

/** The documents changed last, by anyone. */
export function ChangedPanel() {
  const { data, error, refetch } = useChangedLately();
  const rows = data?.map(({ kind, id, name, isPublished, isMine, at }): Row => ({
    key: `${kind}/${id}`,
    title: name,
    to: editorPath(kind, id),
    text: `${kinds[kind].label}, ${isPublished ? 'published' : 'draft'}, changed ${momentPhrase(at)}${isMine ? ' by you' : ''}`,
  }));
  return (
    <WorkPanel
      title="Recently changed"
      rows={rows}
      empty="No content yet. New pages, demos and sections appear here."
      error={error}
      onRetry={() => void refetch()}
    />
  );
}

/** The newest releases with their time and size. */
export function ReleasesPanel() {
  const { data: state } = usePipelineState({ every: 10_000 });
  const { data, error, refetch } = useLastReleases(state && state.release);
  const pages = data?.[0]?.pages;
  const rows = data?.map((release): Row => ({
    key: release.id,
    title: timeText(release.created_at),
    to: null,
    text: releaseText(release),
  }));
  return (
    <WorkPanel
      title="Latest releases"
      rows={state === null ? [] : rows}
      empty="No release yet. The first one is made when the site is built."
      error={error}
      onRetry={() => void refetch()}
      more={pages != null && <Text color="fg.muted">{counted(pages, 'page')}</Text>}
    />
  );
}

/** The numbers of findings about the live site. */
export function HealthPanel() {
  const counts = useHealthCounts();
  const found = counts && { error: counts.error, warning: counts.warning, notice: counts.notice };
  const rows = Object.entries(found ?? {}).flatMap(([severity, count]): Row[] =>
    count === 0
      ? []
      : [
          {
            key: severity,
            title: counted(count, severity),
            to: `${adminPaths.health}?severity=${severity}`,
            text: severities[severity as keyof typeof severities],
          },
        ],
  );
  return (
    <WorkPanel
      title="Health"
      rows={counts === undefined ? undefined : rows}
      empty={counts === null ? 'The live site has not been checked yet.' : 'No problems were found on the live site.'}
      more={<TextLink to={adminPaths.health}>Show findings</TextLink>}
    />
  );
}

const severities = {
  error: 'Visitors see a broken page or link',
  warning: 'Something is missing for visitors or search engines',
  notice: 'Could be better',
} as const;

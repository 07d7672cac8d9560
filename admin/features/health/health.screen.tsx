import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { counted } from '@frontage/model/dates';
import {
  type ExternalCheck,
  type Finding,
  type HealthAnswer,
  healthRules,
  ruleNames,
  severityOf,
} from '@frontage/model/health';
import { canReview } from '@frontage/model/permissions';
import { useDeferredValue, useMemo, useState } from 'react';
import { CircleCheck, ExternalLink } from '#icons';
import { momentPhrase } from '../../editing/moment-text.ts';
import { useFirebase } from '../../lib/firebase.tsx';
import { useViewer } from '../../lib/session.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { Select } from '../../ui/controls.tsx';
import { TextLink } from '../../ui/links.tsx';
import { SearchBox } from '../../ui/list-controls.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { Badge } from '../../ui/note.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useNotify } from '../../ui/toaster.tsx';
import { groupFindings, placeOf, type RuleGroup } from './found-rows.ts';
import { useExternalCheck, useHealth } from './health.queries.ts';

const defaults = { q: '', severity: 'all', rule: 'all' };
const severityOptions = [
  { value: 'all', label: 'All severities' },
  { value: 'error', label: 'Errors' },
  { value: 'warning', label: 'Warnings' },
  { value: 'notice', label: 'Notices' },
];
const ruleOptions = [
  { value: 'all', label: 'All rules' },
  ...ruleNames.map((rule) => ({ value: rule, label: healthRules[rule].title })),
];
const badges = {
  error: { tone: 'bad', label: 'Error' },
  warning: { tone: 'waiting', label: 'Warning' },
  notice: { tone: 'quiet', label: 'Notice' },
} as const;

/** Findings about the live site, by rule. */
export function Component() {
  const query = useHealth();
  const [filter, setFilter] = useUrlState(defaults);
  const shown = useDeferredValue(filter);
  const { data } = query;
  const groups = useMemo(() => groupFindings(data?.findings ?? [], shown), [data, shown]);
  return (
    <ListScreen
      title="Health"
      description={data ? <CheckedAt health={data} /> : 'Problems on the live site.'}
      actions={data && <ExternalCheckButton check={data.external} />}
      query={query}
      tools={
        data &&
        data.total > 0 && (
          <>
            <SearchBox
              label="Search findings"
              placeholder="Search by address or text..."
              value={filter.q}
              onChange={(q) => setFilter({ q })}
            />
            <Box width={{ base: 'full', md: '12rem' }}>
              <Select
                aria-label="Severity"
                options={severityOptions}
                value={filter.severity}
                onChange={(event) => setFilter({ severity: event.target.value })}
              />
            </Box>
            <Box width={{ base: 'full', md: '12rem' }}>
              <Select
                aria-label="Rule"
                options={ruleOptions}
                value={filter.rule}
                onChange={(event) => setFilter({ rule: event.target.value })}
              />
            </Box>
          </>
        )
      }
      count={groups.length}
      narrowing={{
        isActive: (data?.total ?? 0) > 0,
        title: 'No findings match',
        onClear: () => setFilter(defaults),
      }}
      empty={data?.checked_at == null ? null : noProblems}
    >
      <Flex direction="column" gap="4">
        {groups.map((group) => (
          <Group key={group.rule} group={group} />
        ))}
      </Flex>
      {data && data.total > data.findings.length && (
        <Text color="fg.muted" mt="4">
          {`The first ${data.findings.length.toLocaleString()} of ${data.total.toLocaleString()} findings.`}
        </Text>
      )}
    </ListScreen>
  );
}

const noProblems = {
  icon: CircleCheck,
  title: 'No problems found',
  description: 'Dead links, missing texts and other findings about the live site are listed here after each release.',
};

function CheckedAt({ health: { release, checked_at, waiting } }: { health: HealthAnswer }) {
  const checked =
    release === null || checked_at === null
      ? 'The live site is being checked for the first time.'
      : `Problems on the live site. Checked at release ${release}, ${momentPhrase(checked_at)}.`;
  return (
    <span role="status">
      {checked}
      {waiting > 0 && ` ${counted(waiting, 'page', 'pages')} still to check.`}
    </span>
  );
}

/** Starts the check of links to other sites, which takes a second for each link of a site. */
function ExternalCheckButton({ check }: { check: ExternalCheck }) {
  const viewer = useViewer();
  const start = useExternalCheck();
  const notify = useNotify();
  const { running, done, total, checked_at, offline } = check;
  return (
    <Box textAlign={{ sm: 'end' }}>
      {canReview(viewer) && (
        <Button
          variant="outline"
          disabled={running}
          loading={start.isPending}
          onClick={() =>
            start.mutate(undefined, {
              onError: (error) => notify.failure({ title: "Couldn't check the links" }, error),
            })
          }
        >
          <ExternalLink /> Check external links
        </Button>
      )}
      <Text role="status" textStyle="xs" color="fg.muted" mt="1" minH="4">
        {running
          ? `Checking ${String(done)} of ${counted(total, 'link', 'links')}…`
          : offline
            ? 'No other site could be reached.'
            : checked_at === null
              ? 'External links were never checked.'
              : `External links checked ${momentPhrase(checked_at)}.`}
      </Text>
    </Box>
  );
}

const firstShown = 20;

function Group({ group: { rule, findings } }: { group: RuleGroup }) {
  const [isWhole, setWhole] = useState(false);
  const { title, advice } = healthRules[rule];
  const { tone, label } = badges[severityOf({ rule })];
  const shown = isWhole ? findings : findings.slice(0, firstShown);
  return (
    <Panel p={{ base: '4', md: '5' }} aria-label={title}>
      <Flex gap="3" align="center" wrap="wrap">
        <chakra.h2 textStyle="md" fontWeight="semibold">
          {title}
        </chakra.h2>
        <Badge tone={tone}>{label}</Badge>
        <Text color="fg.muted" textStyle="sm" fontVariantNumeric="tabular-nums">
          {findings.length.toLocaleString()}
          <chakra.span srOnly>{findings.length === 1 ? ' finding' : ' findings'}</chakra.span>
        </Text>
      </Flex>
      <Text color="fg.muted" textStyle="sm" mt="0.5">
        {advice}
      </Text>
      <chakra.ul listStyleType="none" mt="3" aria-label={title}>
        {shown.map((found) => (
          <Found key={`${found.path} ${found.message}`} found={found} />
        ))}
      </chakra.ul>
      {findings.length > shown.length && (
        <Button size="sm" variant="ghost" mt="2" onClick={() => setWhole(true)}>
          {`Show all ${findings.length.toLocaleString()}`}
          <chakra.span srOnly>{`: ${title}`}</chakra.span>
        </Button>
      )}
    </Panel>
  );
}

function Found({ found }: { found: Finding }) {
  const { config } = useFirebase();
  const place = placeOf(found);
  return (
    <chakra.li py="2" borderTopWidth="1px">
      <Text overflowWrap="anywhere">
        {place ? (
          <TextLink to={place.to} state={place.state} display="inline-block" minHeight="6" minWidth="6">
            {found.message}
          </TextLink>
        ) : (
          found.message
        )}
      </Text>
      <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere">
        <chakra.a href={`${config.siteOrigin}${found.path}`} target="_blank" rel="noopener">
          {found.path}
        </chakra.a>
      </Text>
    </chakra.li>
  );
}

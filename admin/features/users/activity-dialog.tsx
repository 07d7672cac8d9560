import { Box, Button, Flex, Heading, Text } from '@chakra-ui/react';
import { capitalized, editorPath, type Kind, kindOf, kinds, pathOf, slugKindOf } from '@frontage/model/kinds/kinds';
import { adminPaths } from '@frontage/model/paths';
import { PublishedBadge } from '../../ui/note.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Modal } from '../../ui/modal.tsx';
import { CardsSkeleton, FailureState } from '../../ui/states.tsx';
import { timeText } from '../../editing/publish/local-time.ts';
import { formatDate } from '@frontage/model/dates';
import { useActivity, type Activity, type ActivityCounts, type NamedChange } from './activity.queries.ts';
import { nameOf, type Person } from './person.ts';

/** The newest creations and changes of a user. */
export default function ActivityDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const activity = useActivity(person.id);
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Activity"
      description={[nameOf(person), person.email].filter(Boolean).join(', ')}
      footer={
        <Button variant="outline" colorPalette="gray" onClick={onClose}>
          Close
        </Button>
      }
    >
      {activity.isPending && <CardsSkeleton count={2} />}
      {activity.isError && <FailureState error={activity.error} onRetry={() => void activity.refetch()} />}
      {activity.data && (
        <Flex direction="column" gap="6">
          <Counts counts={activity.data.counts} />
          {activity.data.created.map(({ kind, items }) => (
            <Created key={kind} kind={kind} items={items} />
          ))}
          <Changes changes={activity.data.changes} />
        </Flex>
      )}
    </Modal>
  );
}

function Counts({ counts: { edits, reviews, publishes, since } }: { counts: ActivityCounts }) {
  const figures = { Edits: edits, Reviews: reviews, Publishes: publishes };
  return (
    <Box as="section" aria-label="Figures">
      <Flex as="dl" gap="8">
        {Object.entries(figures).map(([label, value]) => (
          <Flex key={label} direction="column-reverse">
            <Text as="dt" textStyle="sm" color="fg.muted">
              {label}
            </Text>
            <Text as="dd" fontSize="xl" fontWeight="semibold" fontVariantNumeric="tabular-nums">
              {value}
            </Text>
          </Flex>
        ))}
      </Flex>
      {since !== null && (
        <Text textStyle="xs" color="fg.muted" mt="1">
          {`Counted in the 100 newest entries, since ${formatDate(new Date(since).toISOString())}.`}
        </Text>
      )}
    </Box>
  );
}

function Created({ kind, items }: { kind: Kind; items: readonly Activity[] }) {
  const { nouns } = kinds[kind];
  const slugKind = slugKindOf(kind);
  const title = capitalized(nouns.many);
  return (
    <Box as="section" aria-label={title}>
      <Heading as="h3" size="sm" mb="2">
        {title}
      </Heading>
      {items.length === 0 && <Text color="fg.muted">{`No ${nouns.many} created yet`}</Text>}
      <ul>
        {items.map(({ id, name, slug, isPublished }) => (
          <Flex as="li" key={id} justify="space-between" align="center" gap="3" py="2" borderTopWidth="1px">
            <Box minW="0">
              <TextLink to={editorPath(kind, id)}>{name}</TextLink>
              <Text textStyle="xs" color="fg.muted" truncate>
                {slugKind && pathOf(slugKind, slug)}
              </Text>
            </Box>
            <PublishedBadge isPublished={isPublished} />
          </Flex>
        ))}
      </ul>
    </Box>
  );
}

function Changes({ changes }: { changes: readonly NamedChange[] }) {
  return (
    <Box as="section" aria-label="Recent changes">
      <Heading as="h3" size="sm" mb="2">
        Recent changes
      </Heading>
      {changes.length === 0 && <Text color="fg.muted">No changes yet</Text>}
      <ul>
        {changes.map((change) => (
          <Flex
            as="li"
            key={`${change.at} ${change.collection} ${change.id}`}
            justify="space-between"
            gap="3"
            py="2"
            borderTopWidth="1px"
          >
            <Text minW="0" overflowWrap="anywhere">
              {change.verb} <ChangedName change={change} />
            </Text>
            <Text textStyle="xs" color="fg.muted" flexShrink="0" mt="1">
              {timeText(new Date(change.at).toISOString())}
            </Text>
          </Flex>
        ))}
      </ul>
    </Box>
  );
}

function ChangedName({ change: { collection, id, name } }: { change: NamedChange }) {
  const kind = kindOf(collection);
  if (name === null) return <>a deleted {kind ?? 'document'}</>;
  return <TextLink to={kind === null ? adminPaths.settings : editorPath(kind, id)}>{name}</TextLink>;
}

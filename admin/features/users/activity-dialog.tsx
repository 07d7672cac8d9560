import { Box, Button, Flex, Heading, Text } from '@chakra-ui/react';
import { adminPaths, sitePaths } from '@frontage/model/paths';
import { PublishedBadge } from '../../ui/badge.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Modal } from '../../ui/modal.tsx';
import { CardsSkeleton } from '../../ui/skeletons.tsx';
import { FailureState } from '../../ui/states.tsx';
import { useActivity, type Activity } from './activity.queries.ts';
import { nameOf, type Person } from './person.ts';

/** What somebody created most recently. */
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
          <Created
            title="Pages"
            empty="No pages created yet"
            items={activity.data.pages}
            editPath={adminPaths.page}
            sitePath={sitePaths.page}
          />
          <Created
            title="Demos"
            empty="No demos created yet"
            items={activity.data.demos}
            editPath={adminPaths.demo}
            sitePath={sitePaths.demo}
          />
        </Flex>
      )}
    </Modal>
  );
}

interface CreatedProps {
  title: string;
  empty: string;
  items: readonly Activity[];
  editPath: (id: string) => string;
  sitePath: (slug: string) => string;
}

function Created({ title, empty, items, editPath, sitePath }: CreatedProps) {
  return (
    <Box as="section" aria-label={title}>
      <Heading as="h3" size="sm" mb="2">
        {title}
      </Heading>
      {items.length === 0 && <Text color="fg.muted">{empty}</Text>}
      <ul>
        {items.map(({ id, name, slug, isPublished }) => (
          <Flex as="li" key={id} justify="space-between" align="center" gap="3" py="2" borderTopWidth="1px">
            <Box minW="0">
              <TextLink to={editPath(id)}>{name}</TextLink>
              <Text textStyle="xs" color="fg.muted" truncate>
                {sitePath(slug)}
              </Text>
            </Box>
            <PublishedBadge isPublished={isPublished} />
          </Flex>
        ))}
      </ul>
    </Box>
  );
}

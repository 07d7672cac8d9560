import { Box, Text } from '@chakra-ui/react';
import { counted } from '@frontage/model/dates';
import { actionOfMember, countActions } from '@frontage/model/launch';
import type { StoredLaunch } from './launches.queries.ts';

/** The number of documents of a launch in a table, and of its actions: '3 documents', '2 published, 1 deleted'. */
export function LaunchDocuments({ members }: Pick<StoredLaunch, 'members'>) {
  return (
    <Box>
      {counted(members.length, 'document')}
      {members.length > 0 && (
        <Text textStyle="xs" color="fg.muted">
          {countActions(members.map(actionOfMember))}
        </Text>
      )}
    </Box>
  );
}

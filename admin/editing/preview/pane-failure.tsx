import { Box, Button, Text } from '@chakra-ui/react';
import { Note } from '../../ui/note.tsx';

interface PaneFailureProps {
  failure: { reason: 'unreachable' | 'refused'; message: string };
  /** Whether an earlier preview still shows. */
  isKept: boolean;
  onRetry: () => void;
}

/** Why there is no preview of what is typed, which keeps nobody from writing. */
export function PaneFailure({ failure: { reason, message }, isKept, onRetry }: PaneFailureProps) {
  return (
    <Box p="3" role="status">
      <Note kind="warning">
        <Text fontWeight="semibold">{isKept ? 'The preview stands still' : 'No preview'}</Text>
        <Text>{message}</Text>
        {reason === 'unreachable' && (
          <>
            <Text color="fg.muted">Editing, saving and publishing work as before.</Text>
            <Button size="xs" variant="outline" mt="2" onClick={onRetry}>
              Try again
            </Button>
          </>
        )}
      </Note>
    </Box>
  );
}

import { Box, Button, Text } from '@chakra-ui/react';
import { Note } from '../../ui/note.tsx';

interface PaneFailureProps {
  failure: { reason: 'unreachable' | 'refused'; message: string };
  /** Whether an earlier preview is still shown. */
  isKept: boolean;
  onRetry: () => void;
}

/** Why the current input has no preview. Editing continues. */
export function PaneFailure({ failure: { reason, message }, isKept, onRetry }: PaneFailureProps) {
  return (
    <Box p="3" role="status">
      <Note kind="warning">
        <Text fontWeight="semibold">{isKept ? 'Preview paused' : 'No preview'}</Text>
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

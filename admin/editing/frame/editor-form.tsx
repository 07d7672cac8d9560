import { Box, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface EditorFormProps {
  title: string;
  onSave: () => Promise<unknown>;
  /** Whether nothing was entered into a new document: leaving a field then reports no error. */
  isUntouched?: boolean;
  children: ReactNode;
}

/** The form of an editor; fills the height. */
export function EditorForm({ title, onSave, isUntouched = false, children }: EditorFormProps) {
  return (
    <chakra.form
      noValidate
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        void onSave();
      }}
      onBlurCapture={(event) => {
        if (isUntouched && event.target.matches('input, select, textarea')) event.stopPropagation();
      }}
      display="flex"
      flexDirection="column"
      flex="1"
      minH="0"
    >
      {children}
    </chakra.form>
  );
}

/** The container of notices between the bar and the fields. */
export function Banners({ children }: { children: ReactNode }) {
  return (
    <Box px={{ base: '4', md: '8' }} css={{ '&:not(:empty)': { paddingTop: '{spacing.4}' } }}>
      {children}
    </Box>
  );
}

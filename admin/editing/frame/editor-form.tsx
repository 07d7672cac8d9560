import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface EditorFormProps {
  title: string;
  onSave: () => Promise<unknown>;
  children: ReactNode;
}

/** The form around an editor's bar and fields, which fills the height. */
export function EditorForm({ title, onSave, children }: EditorFormProps) {
  return (
    <chakra.form
      noValidate
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        void onSave();
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

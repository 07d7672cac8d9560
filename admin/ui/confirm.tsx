import { Button, Dialog, Portal } from '@chakra-ui/react';
import { createContext, use, useCallback, useRef, useState, type ReactNode } from 'react';

export interface Question {
  title: string;
  description: ReactNode;
  /** What the confirming button says: the verb of the action. */
  action: string;
  cancel?: string;
  tone?: 'danger' | 'plain';
}

type Confirm = (question: Question) => Promise<boolean>;

const Context = createContext<Confirm | null>(null);

/** Asks before an action: `if (await confirm({…})) …`. Escape and a click outside mean no. */
export function useConfirm(): Confirm {
  const confirm = use(Context);
  if (!confirm) throw new Error('useConfirm outside ConfirmProvider');
  return confirm;
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [isOpen, setOpen] = useState(false);
  const answer = useRef<((yes: boolean) => void) | null>(null);
  const cancelButton = useRef<HTMLButtonElement>(null);

  const confirm = useCallback<Confirm>((asked) => {
    answer.current?.(false);
    setQuestion(asked);
    setOpen(true);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }, []);

  const close = (yes: boolean) => {
    setOpen(false);
    answer.current?.(yes);
    answer.current = null;
  };

  return (
    <Context value={confirm}>
      {children}
      <Dialog.Root
        role="alertdialog"
        size="sm"
        placement="center"
        open={isOpen}
        initialFocusEl={() => cancelButton.current}
        onOpenChange={({ open }) => {
          if (!open) close(false);
        }}
        lazyMount
        unmountOnExit
      >
        <Portal>
          <Dialog.Backdrop />
          <Dialog.Positioner px="4">
            <Dialog.Content>
              <Dialog.Header pb="2">
                <Dialog.Title>{question?.title}</Dialog.Title>
              </Dialog.Header>
              <Dialog.Body pt="0" pb="4">
                <Dialog.Description as="div">{question?.description}</Dialog.Description>
              </Dialog.Body>
              <Dialog.Footer>
                <Button ref={cancelButton} variant="outline" colorPalette="gray" onClick={() => close(false)}>
                  {question?.cancel ?? 'Cancel'}
                </Button>
                <Button colorPalette={question?.tone === 'danger' ? 'brick' : 'ink'} onClick={() => close(true)}>
                  {question?.action}
                </Button>
              </Dialog.Footer>
            </Dialog.Content>
          </Dialog.Positioner>
        </Portal>
      </Dialog.Root>
    </Context>
  );
}

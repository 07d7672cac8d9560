import { Box, Button } from '@chakra-ui/react';
import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react';
import { Modal } from './modal.tsx';

export interface Question {
  title: string;
  description: ReactNode;
  /** Further information below the question. */
  more?: ReactNode;
  /** The label of the confirming button: the verb of the action. */
  action: string;
  cancel?: string;
  tone?: 'danger' | 'plain';
}

type Confirm = (question: Question) => Promise<boolean>;

/** Asks a question; null outside `ConfirmProvider`, as on the screens before the sign-in. */
export const ConfirmContext = createContext<Confirm | null>(null);

/** Asks before an action: `if (await confirm({…})) …`. Escape and leaving the screen mean no. */
export function useConfirm(): Confirm {
  const confirm = use(ConfirmContext);
  if (!confirm) throw new Error('useConfirm outside ConfirmProvider');
  return confirm;
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const answer = useRef<((yes: boolean) => void) | null>(null);

  const confirm = useCallback<Confirm>((asked) => {
    answer.current?.(false);
    setQuestion(asked);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }, []);

  const close = (yes: boolean) => {
    setQuestion(null);
    answer.current?.(yes);
    answer.current = null;
  };

  return (
    <ConfirmContext value={confirm}>
      {children}
      <Modal
        isOpen={question !== null}
        role="alertdialog"
        size="sm"
        onClose={() => close(false)}
        title={question?.title}
        description={
          question && (
            <>
              {question.description}
              {question.more && <Box mt="2">{question.more}</Box>}
            </>
          )
        }
        safe={{ label: question?.cancel ?? 'Cancel', onPress: () => close(false) }}
        footer={
          <Button colorPalette={question?.tone === 'danger' ? 'brick' : 'ink'} onClick={() => close(true)}>
            {question?.action}
          </Button>
        }
      />
    </ConfirmContext>
  );
}

const maxNames = 8;

/** The names affected by a question, one per line; shortened if there are many. */
export function NameList({ names }: { names: readonly string[] }) {
  const left = names.length - maxNames;
  const shown = left > 1 ? [...names.slice(0, maxNames), `and ${left} more`] : names;
  return (
    <Box as="ul" listStyleType="disc" ps="5" mt="2">
      {shown.map((name, index) => (
        <Box as="li" key={`${index} ${name}`} overflowWrap="anywhere">
          {name}
        </Box>
      ))}
    </Box>
  );
}

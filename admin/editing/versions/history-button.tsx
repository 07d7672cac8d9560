import { Button, chakra } from '@chakra-ui/react';
import { History } from '#icons';
import { Suspense } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { Savable } from '@frontage/model/kinds/kinds';
import { lazyDialog, useOpenState } from '../../ui/lazy.tsx';
import { useScreenCommands } from '../../ui/screen-commands.tsx';
import type { FieldWords } from './compare-fields.ts';
import type { Editor } from '../editor.ts';
import type { Versioned } from './history.queries.ts';

// Loaded lazily: few users open it.
const HistoryDialog = lazyDialog(() => import('./history-dialog.tsx'));

interface HistoryButtonProps<Input extends FieldValues, Fields> {
  editor: Editor<Input, Fields>;
  kind: Savable;
  words: FieldWords;
  canEdit: boolean;
  label?: string;
}

/** Opens the history of the edited document; not shown before the first save. */
export function HistoryButton<Input extends FieldValues, Fields>(props: HistoryButtonProps<Input, Fields>) {
  const { editor, kind, words, canEdit, label = 'History' } = props;
  const [isOpen, setOpen] = useOpenState(false);
  const { id, base } = editor.origin;
  useScreenCommands(
    base === null
      ? []
      : [{ label, icon: History, keywords: 'versions revisions compare restore', run: () => setOpen(true) }],
  );
  if (base === null) return null;
  const edited: Versioned = {
    ...{ kind, id, rev: base.rev, words },
    current: () => structuredClone(editor.form.getValues()),
    valuesOf: (data, embed) => editor.valuesOf(data, embed),
    replaceValues: (values) => editor.replaceValues(values as Input),
  };
  return (
    <>
      <Button
        variant="ghost"
        colorPalette="gray"
        size="sm"
        px={{ base: '2', '2xl': '3.5' }}
        aria-label={label}
        title={label}
        onClick={() => setOpen(true)}
      >
        <History />
        <chakra.span hideBelow="2xl">{label}</chakra.span>
      </Button>
      <Suspense>{isOpen && <HistoryDialog {...{ edited, canEdit }} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

import { Button, Flex, Skeleton, Text } from '@chakra-ui/react';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { lazyInline } from '../../ui/lazy.tsx';
import { useControl, type WidgetProps } from '../form/form-fields.tsx';
import type { TextEditorProps } from './text-editor.tsx';

type TextMode = 'visual' | 'markdown';

const entry = 'frontage.text-editor';

/** The editor of Markdown fields, remembered in this browser: the source unless the user chose the visual editor. */
function useTextMode() {
  const [mode, setMode] = useState<TextMode>(() => (localStorage.getItem(entry) === 'visual' ? 'visual' : 'markdown'));
  return {
    mode,
    choose: (next: TextMode) => {
      setMode(next);
      localStorage.setItem(entry, next);
    },
  };
}

// The text editors are most of an editor's size: other fields are usable before they load.
const MarkdownEditor = lazyInline('The text editor', async () => {
  const { MarkdownEditor: Editor } = await import('./markdown-editor.tsx');
  return { default: Editor };
});

const WritingEditor = lazyInline('The text editor', async () => {
  const { WritingEditor: Editor } = await import('../writing/writing-editor.tsx');
  return { default: Editor };
});

type Options = Pick<TextEditorProps, 'placeholder' | 'bucket' | 'notices'>;

/**
 * A Markdown text that loads its editor on demand: a visual one, or the source if the user chose so. Typing re-renders
 * no other field.
 */
export function MarkdownWidget<Input extends FieldValues, Fields>({
  edit,
  name,
  label,
  placeholder,
  bucket,
  notices,
}: WidgetProps<Input, Fields> & Options) {
  const { onReady, ...bound } = useControl({ control: edit.editor.form.control, name });
  const onArrival = useDeferredFocus(onReady);
  const { mode, choose } = useTextMode();
  const Editor = mode === 'visual' ? WritingEditor : MarkdownEditor;
  const other = mode === 'visual' ? 'markdown' : 'visual';
  const modeSwitch = (
    <Button
      size="xs"
      variant="outline"
      colorPalette="gray"
      title={other === 'markdown' ? 'Edit the Markdown source' : 'Edit the text as visitors see it'}
      onClick={() => choose(other)}
    >
      {other === 'markdown' ? 'Markdown' : 'Visual'}
    </Button>
  );
  return (
    <Suspense
      fallback={
        <Flex direction="column" flex="1" minH={{ base: '60dvh', lg: '18rem' }} aria-busy="true">
          <Text textStyle="sm" fontWeight="medium" mb="1.5">
            {label}
          </Text>
          <Skeleton flex="1" rounded="l2" />
        </Flex>
      }
    >
      <Editor
        {...{ label, placeholder, bucket, notices }}
        {...bound}
        onReady={onArrival}
        isReadOnly={!edit.canEdit}
        modeSwitch={modeSwitch}
      />
    </Suspense>
  );
}

type Focusable = { focus(): void } | null;

/**
 * Registers a control before it has loaded. Focus requested in the meantime moves to the control on arrival, unless the
 * user has moved focus elsewhere.
 */
function useDeferredFocus(register: (control: Focusable) => void) {
  /** The focused element at the time of the request. */
  const wanted = useRef<Element | null>(null);
  const onArrival = useCallback(
    (control: Focusable) => {
      register(control ?? { focus: () => void (wanted.current = document.activeElement) });
      if (control === null) return;
      if (wanted.current && wanted.current === document.activeElement) control.focus();
      wanted.current = null;
    },
    [register],
  );
  useEffect(() => onArrival(null), [onArrival]);
  return onArrival;
}

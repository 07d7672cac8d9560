import { Button, Flex, Skeleton, Text } from '@chakra-ui/react';
import { Suspense } from 'react';
import type { FieldValues } from 'react-hook-form';
import { lazyInline } from '../../ui/lazy.tsx';
import type { WidgetProps } from '../form/form-fields.tsx';
import { useControl } from '../use-control.ts';
import { useTextMode } from '../writing/text-mode.ts';
import { useDeferredFocus } from './use-deferred-focus.ts';
import type { MarkdownEditorProps } from './markdown-editor.tsx';

// The text editors are most of an editor's size: other fields are usable before they load.
const MarkdownEditor = lazyInline('The text editor', async () => {
  const { MarkdownEditor: Editor } = await import('./markdown-editor.tsx');
  return { default: Editor };
});

const WritingEditor = lazyInline('The text editor', async () => {
  const { WritingEditor: Editor } = await import('../writing/writing-editor.tsx');
  return { default: Editor };
});

type Options = Pick<MarkdownEditorProps, 'placeholder' | 'bucket' | 'notices'>;

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
      title={other === 'markdown' ? 'Edit the source' : 'Edit the text as visitors see it'}
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

import { Flex, Skeleton, Text } from '@chakra-ui/react';
import { Suspense } from 'react';
import type { FieldValues } from 'react-hook-form';
import { lazyInline } from '../../ui/lazy.tsx';
import type { WidgetProps } from '../form/form-fields.tsx';
import { useControl } from '../use-control.ts';
import { useDeferredFocus } from './use-deferred-focus.ts';
import type { MarkdownEditorProps } from './markdown-editor.tsx';

// CodeMirror and the Markdown renderer are most of an editor's size: other fields are usable before they load.
const MarkdownEditor = lazyInline('The text editor', async () => {
  const { MarkdownEditor: Editor } = await import('./markdown-editor.tsx');
  return { default: Editor };
});

type Options = Pick<MarkdownEditorProps, 'placeholder' | 'bucket' | 'notices'>;

/** Markdown text. Loads its editor on demand. Typing re-renders no other field. */
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
      <MarkdownEditor
        {...{ label, placeholder, bucket, notices }}
        {...bound}
        onReady={onArrival}
        isReadOnly={!edit.canEdit}
      />
    </Suspense>
  );
}

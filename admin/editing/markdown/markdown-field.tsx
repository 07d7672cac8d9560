import { Flex, Skeleton, Text } from '@chakra-ui/react';
import { Suspense } from 'react';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { lazyInline } from '../../ui/lazy.tsx';
import { useControl } from '../use-control.ts';
import { useDeferredFocus } from './use-deferred-focus.ts';
import type { MarkdownEditorProps } from './markdown-editor.tsx';

// CodeMirror and the Markdown renderer are most of an editor's size: other fields are usable before they load.
const MarkdownEditor = lazyInline('The text editor', async () => {
  const { MarkdownEditor: Editor } = await import('./markdown-editor.tsx');
  return { default: Editor };
});

type Bound = 'name' | 'value' | 'onChange' | 'onBlur' | 'onReady' | 'error';

interface MarkdownFieldProps<Input extends FieldValues, Fields> extends Omit<MarkdownEditorProps, Bound> {
  control: Control<Input, unknown, Fields>;
  name: FieldPath<Input>;
}

/** A Markdown field of a form that loads its editor on demand. Typing re-renders no other field. */
export function MarkdownField<Input extends FieldValues, Fields>({
  control,
  name,
  ...props
}: MarkdownFieldProps<Input, Fields>) {
  const { onReady, ...bound } = useControl({ control, name });
  const onArrival = useDeferredFocus(onReady);
  return (
    <Suspense
      fallback={
        <Flex direction="column" flex="1" minH={{ base: '60dvh', lg: '18rem' }} aria-busy="true">
          <Text textStyle="sm" fontWeight="medium" mb="1.5">
            {props.label}
          </Text>
          <Skeleton flex="1" rounded="l2" />
        </Flex>
      }
    >
      <MarkdownEditor {...props} {...bound} onReady={onArrival} />
    </Suspense>
  );
}

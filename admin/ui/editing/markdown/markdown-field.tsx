import { Box, Skeleton, Text } from '@chakra-ui/react';
import { lazy, Suspense } from 'react';
import type { MarkdownEditorProps } from './markdown-editor.tsx';

// CodeMirror and the markdown renderer are most of an editor's weight: fields around them are usable before they arrive.
const MarkdownEditor = lazy(async () => {
  const { MarkdownEditor: Editor } = await import('./markdown-editor.tsx');
  return { default: Editor };
});

/** A markdown field that loads its editor by itself. */
export function MarkdownField(props: MarkdownEditorProps) {
  return (
    <Suspense
      fallback={
        <Box aria-busy="true">
          <Text textStyle="sm" fontWeight="medium" mb="1.5">
            {props.label}
          </Text>
          <Skeleton height={{ base: '20rem', lg: '33rem' }} rounded="l2" />
        </Box>
      }
    >
      <MarkdownEditor {...props} />
    </Suspense>
  );
}

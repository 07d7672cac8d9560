import { Button, Flex, Input } from '@chakra-ui/react';
import { NodeSelection, type EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useState } from 'react';
import { schema } from './schema.ts';

/** The position of the selected image; null without one. */
export const selectedImage = ({ selection }: EditorState): number | null =>
  selection instanceof NodeSelection && selection.node.type === schema.nodes.image ? selection.from : null;

/** The alternative text of the selected image. */
export function ImageBox({ view, pos }: { view: EditorView; pos: number }) {
  const [alt, setAlt] = useState(String(view.state.doc.nodeAt(pos)?.attrs['alt'] ?? ''));
  const change = (next: string) => {
    setAlt(next);
    const { tr } = view.state;
    tr.setNodeAttribute(pos, 'alt', next);
    view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, pos)));
  };
  return (
    <Flex role="group" aria-label="Image" p="2" gap="2" w="min(24rem, calc(100vw - 2rem))">
      <Input
        size="sm"
        aria-label="Alternative text"
        placeholder="Describe the image"
        value={alt}
        onChange={({ target }) => change(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          event.preventDefault();
          view.focus();
        }}
      />
      <Button
        size="sm"
        variant="ghost"
        colorPalette="gray"
        onClick={() => {
          view.dispatch(view.state.tr.delete(pos, pos + 1));
          view.focus();
        }}
      >
        Remove
      </Button>
    </Flex>
  );
}

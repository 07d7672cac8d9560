import { chakra } from '@chakra-ui/react';
import { GripVertical } from '#icons';
import { NodeSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useEffect, useRef, useState } from 'react';

/**
 * A handle beside the block under the pointer: dragging moves the block, a press selects it. With the keyboard, Alt +
 * Shift + arrow keys move the block of the caret.
 */
export function BlockHandle({ view, frame }: { view: EditorView; frame: HTMLElement }) {
  const [place, setPlace] = useState<{ pos: number; top: number; left: number } | null>(null);
  const handle = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const follow = ({ clientX, clientY, target }: PointerEvent) => {
      if (target === handle.current || handle.current?.contains(target as Node)) return;
      const box = view.dom.getBoundingClientRect();
      const block = [...view.dom.children].find((child) => {
        const { top, bottom } = child.getBoundingClientRect();
        return clientY >= top - 6 && clientY <= bottom + 6;
      });
      if (!block || clientX > box.right) {
        setPlace(null);
        return;
      }
      const index = view.posAtDOM(block, 0);
      const $pos = view.state.doc.resolve(Math.min(index, view.state.doc.content.size));
      const pos = $pos.depth > 0 ? $pos.before(1) : index;
      const around = frame.getBoundingClientRect();
      const text = parseFloat(getComputedStyle(view.dom).paddingInlineStart);
      const top = block.getBoundingClientRect().top - around.top + frame.scrollTop;
      setPlace({ pos, top, left: box.left - around.left + text - 34 });
    };
    const hide = () => setPlace(null);
    frame.addEventListener('pointermove', follow);
    frame.addEventListener('pointerleave', hide);
    view.dom.addEventListener('keydown', hide);
    return () => {
      frame.removeEventListener('pointermove', follow);
      frame.removeEventListener('pointerleave', hide);
      view.dom.removeEventListener('keydown', hide);
    };
  }, [view, frame]);

  if (!place) return null;
  const select = () => {
    const node = view.state.doc.nodeAt(place.pos);
    if (!node) return null;
    const selection = NodeSelection.create(view.state.doc, place.pos);
    view.dispatch(view.state.tr.setSelection(selection));
    return selection;
  };
  return (
    <chakra.button
      ref={handle}
      type="button"
      tabIndex={-1}
      aria-label="Move block"
      title="Drag to move. Alt+Shift+↑ or ↓ moves the block of the caret."
      draggable
      position="absolute"
      display={{ base: 'none', lg: 'grid' }}
      placeItems="center"
      w="6"
      h="7"
      rounded="l1"
      color="fg.muted"
      cursor="grab"
      _hover={{ bg: 'bg.muted', color: 'fg' }}
      css={{ '& svg': { width: '1rem', height: '1rem' } }}
      style={{ top: place.top, left: place.left }}
      onClick={() => {
        select();
        view.focus();
      }}
      onDragStart={(event) => {
        const selection = select();
        if (!selection) return;
        const slice = selection.content();
        const block = view.nodeDOM(place.pos);
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', slice.content.textBetween(0, slice.content.size, '\n'));
        if (block instanceof HTMLElement) event.dataTransfer.setDragImage(block, 0, 0);
        // ProseMirror moves this slice when it is dropped.
        Object.assign(view, { dragging: { slice, move: true } });
      }}
    >
      <GripVertical />
    </chakra.button>
  );
}

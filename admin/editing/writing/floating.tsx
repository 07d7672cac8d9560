import { Box } from '@chakra-ui/react';
import type { EditorView } from 'prosemirror-view';
import { useLayoutEffect, useRef, type ReactNode } from 'react';

interface FloatingProps {
  view: EditorView;
  /** The position in the document beside which the content is shown. */
  pos: number;
  side: 'above' | 'below';
  children: ReactNode;
}

const gap = 8;

/** Content beside a position of the text, inside the window. It follows when the text scrolls. */
export function Floating({ view, pos, side, children }: FloatingProps) {
  const box = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const place = () => {
      const element = box.current;
      if (!element || view.isDestroyed) return;
      const at = view.coordsAtPos(Math.min(pos, view.state.doc.content.size));
      const { offsetWidth: width, offsetHeight: height } = element;
      const above = at.top - height - gap;
      const below = at.bottom + gap;
      const fitsBelow = below + height < innerHeight;
      const top = (side === 'above' && above > 0) || (!fitsBelow && above > 0) ? above : below;
      element.style.top = `${top}px`;
      element.style.left = `${Math.max(gap, Math.min(at.left, document.documentElement.clientWidth - width - gap))}px`;
    };
    place();
    for (const event of ['scroll', 'resize']) addEventListener(event, place, { passive: true, capture: true });
    return () => {
      for (const event of ['scroll', 'resize']) removeEventListener(event, place, { capture: true });
    };
  });

  return (
    <Box
      ref={box}
      position="fixed"
      zIndex="docked"
      maxW="calc(100vw - 1rem)"
      bg="bg.panel"
      color="fg"
      borderWidth="1px"
      borderColor="border.emphasized"
      rounded="l2"
      shadow="lg"
    >
      {children}
    </Box>
  );
}

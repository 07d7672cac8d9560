import { Box } from '@chakra-ui/react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';

interface AnchoredProps {
  /** The place in the window that the content belongs to; null if it no longer exists. */
  at: () => Pick<DOMRect, 'left' | 'top' | 'bottom'> | null;
  side: 'above' | 'below';
  children: ReactNode;
}

const gap = 8;

/** Content beside a place, inside the window. It follows when the place scrolls or the content grows. */
export function Anchored({ at, side, children }: AnchoredProps) {
  const box = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const move = () => {
      const element = box.current;
      const place = at();
      if (!element || !place) return;
      const { offsetWidth: width, offsetHeight: height } = element;
      const above = place.top - height - gap;
      const below = place.bottom + gap;
      const isAbove = above > 0 && (side === 'above' || below + height >= innerHeight);
      const top = isAbove ? above : Math.max(gap, Math.min(below, innerHeight - height - gap));
      element.style.top = `${top}px`;
      element.style.left = `${Math.max(gap, Math.min(place.left, document.documentElement.clientWidth - width - gap))}px`;
    };
    move();
    for (const event of ['scroll', 'resize']) addEventListener(event, move, { passive: true, capture: true });
    // The content may grow, such as a list that loads.
    const sizes = new ResizeObserver(move);
    if (box.current) sizes.observe(box.current);
    return () => {
      sizes.disconnect();
      for (const event of ['scroll', 'resize']) removeEventListener(event, move, { capture: true });
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

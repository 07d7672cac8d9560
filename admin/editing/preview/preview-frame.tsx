import { Box, chakra } from '@chakra-ui/react';
import { previewPaths, type FromFrame, type PreviewAnswer, type ToFrame } from '@frontage/model/preview';
import { useEffect, useImperativeHandle, useState, type Ref } from 'react';
import { usePreviewFrame } from './use-preview-frame.ts';

/** How far down the page is shown, or what of it comes into sight. */
export type Move = Extract<ToFrame, { type: 'frontage:scroll' | 'frontage:reveal' }>;

interface PreviewFrameProps {
  /** Of the pipeline, which serves the frame. */
  origin: string;
  title: string;
  /** What it shows; null before there is something. */
  page: (Pick<PreviewAnswer, 'html' | 'path'> & Partial<Pick<PreviewAnswer, 'text'>>) | null;
  /** Width of the window that is imitated, in CSS pixels: what does not fit is drawn smaller. */
  width: number;
  /** The mark of the field that is outlined. */
  outlined?: string | null;
  /** Moves the page. */
  move?: Ref<(how: Move) => void>;
  onTold?: (message: FromFrame) => void;
}

const nothing = () => {};

/** Milliseconds after which a frame that has not begun is loaded again: the pipeline answers, and did not when it was loaded. */
const beginsWithin = 5_000;

/** A page of the site on the preview's own origin, in a window of the given width. */
export function PreviewFrame({ origin, title, page, width, outlined = null, move, onTold }: PreviewFrameProps) {
  const [room, setRoom] = useState<HTMLElement | null>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const { frame, starts, tell } = usePreviewFrame(origin, onTold ?? nothing);
  useEffect(() => {
    if (!room) return;
    const observer = new ResizeObserver(([entry]) => entry && setSize(entry.contentRect));
    observer.observe(room);
    return () => observer.disconnect();
  }, [room]);
  const isReady = starts > 0;
  const [loads, setLoads] = useState(0);
  const isMissing = page !== null && !isReady;
  useEffect(() => {
    if (!isMissing) return;
    const timer = setInterval(() => setLoads((count) => count + 1), beginsWithin);
    return () => clearInterval(timer);
  }, [isMissing]);
  useEffect(() => {
    if (isReady && page) tell({ type: 'frontage:show', ...shown(page) });
  }, [isReady, starts, page, tell]);
  useEffect(() => {
    if (isReady) tell({ type: 'frontage:outline', mark: outlined });
  }, [isReady, starts, outlined, tell]);
  useImperativeHandle(move, () => (how: Move) => void tell(how), [tell]);
  const scale = Math.min(1, size.width / width);
  return (
    <Box ref={setRoom} position="relative" flex="1" minH="0" minW="0" overflow="hidden" bg="bg.muted">
      <chakra.iframe
        key={loads}
        ref={frame}
        src={origin + previewPaths.frame}
        title={title}
        // On an origin of its own, which holds nothing to reach: no windows, no forms, no way to lead this tab away.
        sandbox="allow-scripts allow-same-origin"
        referrerPolicy="no-referrer"
        position="absolute"
        top="0"
        border="0"
        bg="white"
        style={{
          width: `${width}px`,
          height: `${size.height / scale}px`,
          left: `${Math.max(0, (size.width - width) / 2)}px`,
          transform: `scale(${scale})`,
          transformOrigin: 'top left',
          // Until it has begun, a browser may show there what it says of an address that does not answer.
          visibility: isReady && size.width > 0 ? 'visible' : 'hidden',
        }}
      />
    </Box>
  );
}

const shown = ({ html, path, text }: NonNullable<PreviewFrameProps['page']>) => ({ html, path, text: text?.mark });

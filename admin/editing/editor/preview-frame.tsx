import { Box, chakra } from '@chakra-ui/react';
import { fromFrame, type FromFrame, type PreviewAnswer, previewPaths, type ToFrame } from '@frontage/model/preview';
import { type Ref, useCallback, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';

/** A command to the frame: a scroll position, or an element to reveal. */
export type FrameCommand = Extract<ToFrame, { type: 'frontage:scroll' | 'frontage:reveal' }>;

interface PreviewFrameProps {
  /** Origin of the pipeline, which serves the frame. */
  origin: string;
  title: string;
  /** The page to show; null before the first response. */
  page: (Pick<PreviewAnswer, 'html' | 'path'> & Partial<Pick<PreviewAnswer, 'text'>>) | null;
  /** Width of the simulated window in CSS pixels; scaled down to fit. */
  width: number;
  /** The mark of the outlined field. */
  outlined?: string | null;
  /** Receives a function that scrolls the page. */
  move?: Ref<(command: FrameCommand) => void>;
  onMessage?: (message: FromFrame) => void;
}

const nothing = () => {};

/**
 * A frame that has not reported ready within these milliseconds is reloaded: the pipeline may have been unavailable
 * when it loaded.
 */
const startTimeoutMs = 5_000;

/** A page of the site on the preview's own origin, in a window of the given width. */
export function PreviewFrame({ origin, title, page, width, outlined = null, move, onMessage }: PreviewFrameProps) {
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const { frame, starts, send } = usePreviewFrame(origin, onMessage ?? nothing);
  useEffect(() => {
    if (!container) return;
    const observer = new ResizeObserver(([entry]) => entry && setSize(entry.contentRect));
    observer.observe(container);
    return () => observer.disconnect();
  }, [container]);
  const isReady = starts > 0;
  const [loads, setLoads] = useState(0);
  const isMissing = page !== null && !isReady;
  useEffect(() => {
    if (!isMissing) return;
    const timer = setInterval(() => setLoads((count) => count + 1), startTimeoutMs);
    return () => clearInterval(timer);
  }, [isMissing]);
  useEffect(() => {
    if (isReady && page) send({ type: 'frontage:show', ...shown(page) });
  }, [isReady, starts, page, send]);
  useEffect(() => {
    if (isReady) send({ type: 'frontage:outline', mark: outlined });
  }, [isReady, starts, outlined, send]);
  useImperativeHandle(move, () => (command: FrameCommand) => void send(command), [send]);
  const scale = Math.min(1, size.width / width);
  return (
    <Box ref={setContainer} position="relative" flex="1" minH="0" minW="0" overflow="hidden" bg="bg.muted">
      <chakra.iframe
        key={loads}
        ref={frame}
        src={origin + previewPaths.frame}
        title={title}
        // The preview origin has no data to protect; the sandbox blocks windows, forms and navigation of this tab.
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
          // Hidden until ready, because the browser may show its error page there.
          visibility: isReady && size.width > 0 ? 'visible' : 'hidden',
        }}
      />
    </Box>
  );
}

const shown = ({ html, path, text }: NonNullable<PreviewFrameProps['page']>) => ({ html, path, text: text?.mark });

/** Exchanges messages with the preview frame; accepts and sends only to its window and origin. */
function usePreviewFrame(origin: string, onMessage: (message: FromFrame) => void) {
  const frame = useRef<HTMLIFrameElement>(null);
  // Counts the starts of the frame: after a reload it needs all messages again.
  const [starts, setStarts] = useState(0);
  const receive = useEffectEvent((event: MessageEvent) => {
    if (event.origin !== origin || event.source !== frame.current?.contentWindow) return;
    const { data: message } = fromFrame.safeParse(event.data);
    if (!message) return;
    if (message.type === 'frontage:ready') setStarts((count) => count + 1);
    else onMessage(message);
  });
  useEffect(() => {
    const listen = (event: MessageEvent) => receive(event);
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, []);
  const send = useCallback((message: ToFrame) => frame.current?.contentWindow?.postMessage(message, origin), [origin]);
  return { frame, starts, send };
}

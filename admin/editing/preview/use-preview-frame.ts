import { fromFrame, type FromFrame, type ToFrame } from '@frontage/model/preview';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

/** Exchanges messages with the preview frame; accepts and sends only to its window and origin. */
export function usePreviewFrame(origin: string, onMessage: (message: FromFrame) => void) {
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

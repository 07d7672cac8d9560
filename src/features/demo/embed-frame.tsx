import { useEffect, useRef, useState } from 'react';
import type { Embed } from '@frontage/model/embed';
import { texts } from '@frontage/model/messages';
import { frameFeatures, serveCode } from './embed-messages.ts';

interface Props {
  heading: string;
  embed: Embed;
  embedOrigin: string;
}

/** The frame of an unlocked demo; the counterpart of open-demo.astro where the embed is only known in the browser. */
export function EmbedFrame({ heading, embed, embedOrigin }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setLoaded] = useState(false);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    if (embed.type !== 'script') {
      element.src = embed.url;
      return;
    }
    const stop = serveCode(element, embedOrigin, embed.code);
    element.src = `${embedOrigin}/`;
    return stop;
  }, [embed, embedOrigin]);

  return (
    <div className={isLoaded ? 'demo-viewer is-loaded' : 'demo-viewer'}>
      <p className="loading">{texts.loadingDemo}</p>
      <iframe
        ref={frame}
        title={heading}
        allow={frameFeatures}
        referrerPolicy="origin"
        onLoad={() => setLoaded(true)}
      />
    </div>
  );
}

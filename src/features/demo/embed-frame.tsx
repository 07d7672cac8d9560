import type { Embed } from '@frontage/model/embed';
import { demoTexts } from '@frontage/model/messages';
import { frameAttributes } from './frame-attributes.ts';

interface Props {
  heading: string;
  embed: Embed;
  embedOrigin: string;
}

/** The frame of an unlocked demo. Counterpart of open-demo.astro for embeds that are known only in the browser. */
export function EmbedFrame({ heading, embed, embedOrigin }: Props) {
  return (
    <demo-frame className="demo-viewer">
      <p className="loading">{demoTexts.loading}</p>
      <iframe {...frameAttributes(embed, { heading, embedOrigin })} />
    </demo-frame>
  );
}

import type { Embed } from '@frontage/model/embed';
import { demoTexts } from '@frontage/model/messages';
import { frameAttributes } from './frame-attributes.ts';

interface Props {
  heading: string;
  embed: Embed;
  embedOrigin: string;
}

/** The frame of an unlocked demo; the counterpart of open-demo.astro where the embed is only known in the browser. */
export function EmbedFrame({ heading, embed, embedOrigin }: Props) {
  return (
    <demo-frame className="demo-viewer">
      <p className="loading">{demoTexts.loading}</p>
      <iframe {...frameAttributes(embed, { heading, embedOrigin })} />
    </demo-frame>
  );
}

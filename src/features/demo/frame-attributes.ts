import type { Embed } from '@frontage/model/embed';

/** What the frame of an embed says: its address, or for scripts the shell on the embed origin and the code for it. */
export function frameAttributes(embed: Embed, embedOrigin: string) {
  return embed.type === 'script'
    ? { 'data-shell': embedOrigin, 'data-code': encodeURIComponent(embed.code) }
    : { src: embed.url };
}

/** What a frame may use. Digital humans listen and look; whoever visits is still asked by the browser. */
export const frameFeatures = 'microphone; camera; autoplay; fullscreen; clipboard-write';

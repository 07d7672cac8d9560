import type { Embed } from '@frontage/model/embed';

interface Place {
  /** What the frame is called where its markup gives it no title. */
  heading: string;
  embedOrigin: string;
}

/**
 * What the frame of an embed says: its address and what its markup said of it, or for scripts the shell on the embed origin
 * and the code for it. The address comes last: what is said before it holds when it is asked for.
 */
export function frameAttributes(embed: Embed, { heading, embedOrigin }: Place) {
  const usual = { title: heading, allow: frameFeatures, loading: 'lazy', referrerPolicy: 'origin' } as const;
  switch (embed.type) {
    case 'script':
      return { ...usual, 'data-shell': embedOrigin, 'data-code': encodeURIComponent(embed.code) };
    case 'iframe':
      return { ...usual, ...embed.settings, src: embed.url };
    case 'url':
      return { ...usual, src: embed.url };
  }
}

// What a frame may use unless its markup says so. Digital humans listen and look; whoever visits is still asked by the browser.
const frameFeatures = 'microphone; camera; autoplay; fullscreen; clipboard-write';

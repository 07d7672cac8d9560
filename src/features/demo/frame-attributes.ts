import type { Embed } from '@frontage/model/embed';

interface FrameOptions {
  /** The frame's title if its markup has none. */
  heading: string;
  embedOrigin: string;
}

/**
 * The attributes of an embed's frame: its address and the allowed attributes of its markup; for scripts, the shell on
 * the embed origin and its code. The address comes last, so that the other attributes apply to its request.
 */
export function frameAttributes(embed: Embed, { heading, embedOrigin }: FrameOptions) {
  const defaults = { title: heading, allow: frameFeatures, loading: 'lazy', referrerPolicy: 'origin' } as const;
  switch (embed.type) {
    case 'script':
      return { ...defaults, 'data-shell': embedOrigin, 'data-code': encodeURIComponent(embed.code) };
    case 'iframe':
      return { ...defaults, ...embed.settings, src: embed.url };
    case 'url':
      return { ...defaults, src: embed.url };
  }
}

// Default permissions of a frame. Digital humans use microphone and camera; the browser still asks the visitor.
const frameFeatures = 'microphone; camera; autoplay; fullscreen; clipboard-write';

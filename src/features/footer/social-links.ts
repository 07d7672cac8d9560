import type { Site } from '@frontage/model/content';
import { socialPlatforms, type SocialPlatform } from '@frontage/model/kinds/settings';

/** Glyphs on a 24 by 24 grid, drawn with strokes. */
const glyphs: Record<SocialPlatform, string> = {
  facebook: 'M15 3.5h-1.5a4 4 0 0 0-4 4V21M6.5 12.5H14',
  twitter: 'M4.5 4h3.6l11.4 16h-3.6zM19 4l-6.4 7M11 13.3 4.9 20',
  linkedin: 'M4.5 9.5V20M4.5 4.6v.3M10 20V9.5M10 14a4 4 0 0 1 9.5 0v6',
  instagram:
    'M8 3.5h8A4.5 4.5 0 0 1 20.5 8v8a4.5 4.5 0 0 1-4.5 4.5H8A4.5 4.5 0 0 1 3.5 16V8A4.5 4.5 0 0 1 8 3.5zM12 8.2a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6zM17 6.9v.2',
  youtube:
    'M6 5h12a3.5 3.5 0 0 1 3.5 3.5v7A3.5 3.5 0 0 1 18 19H6a3.5 3.5 0 0 1-3.5-3.5v-7A3.5 3.5 0 0 1 6 5zM10 9l5 3-5 3z',
  github:
    'M9 20.5c-4.5 1.3-4.5-2.3-6.3-2.7M15.3 21v-3.3a2.9 2.9 0 0 0-.8-2.2c2.7-.3 5.5-1.3 5.5-6a4.7 4.7 0 0 0-1.3-3.2 4.3 4.3 0 0 0-.1-3.3s-1-.3-3.4 1.3a11.6 11.6 0 0 0-6.1 0C6.7 2.7 5.7 3 5.7 3a4.3 4.3 0 0 0-.1 3.3A4.7 4.7 0 0 0 4.3 9.5c0 4.7 2.8 5.7 5.5 6a2.9 2.9 0 0 0-.8 2.2V21',
};

export interface SocialLink {
  platform: SocialPlatform;
  label: string;
  url: string;
  glyph: string;
}

/** The platforms that have an address, in the order of the model. */
export function socialLinks(social: Site['social']): SocialLink[] {
  return (Object.keys(socialPlatforms) as SocialPlatform[]).flatMap((platform) => {
    const url = social[platform];
    return url === null ? [] : [{ platform, label: socialPlatforms[platform], url, glyph: glyphs[platform] }];
  });
}

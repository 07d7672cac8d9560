import type { Notice } from '@frontage/model/messages';
import { momentWords } from '../moment-words.ts';

/** Whose changes came into the form beside one's own. */
export const mergedNotice = ({ who, at }: { who: string; at: string }): Notice => ({
  title: `${who} saved this ${momentWords(at)}`,
  description: 'You changed other parts: both changes are here.',
});

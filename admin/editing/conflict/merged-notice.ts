import type { Notice } from '@frontage/model/messages';
import { momentWords } from '../moment-words.ts';

/** Whose changes came into the form beside one's own: what they saved for visitors, or what they changed of the draft. */
export const mergedNotice = ({ who, at }: { who: string; at: string }, did: 'saved' | 'changed' = 'saved'): Notice => ({
  title: `${who} ${did} this ${momentWords(at)}`,
  description: 'You changed other parts: both changes are here.',
});

import type { Notice } from '@frontage/model/messages';
import { momentPhrase } from '../moment-text.ts';

/** Reports that changes of another user, saved live or stored in the draft, were merged into the form. */
export const mergedNotice = ({ who, at }: { who: string; at: string }, did: 'saved' | 'changed' = 'saved'): Notice => ({
  title: `${who} ${did} this ${momentPhrase(at)}`,
  description: 'You changed other parts. The form contains both.',
});

import { invalid, texts } from '@frontage/model/messages';
import type { PutBack } from '../../lib/documents/put-back.ts';

/** Why something was not taken back. */
export const putBackWords: Record<Exclude<PutBack, 'done'>, string> = {
  'changed since': texts.changedSince,
  'slug taken': invalid.slugTaken,
};

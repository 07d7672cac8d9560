import type { SaveIntent } from '@frontage/model/writes/plan-save';

/** The content that a save writes. */
export type Prepared = Pick<SaveIntent, 'fields' | 'companions'>;

import type { SaveIntent } from '@frontage/model/writes/plan-save';

/** What a save writes. */
export type Prepared = Pick<SaveIntent, 'fields' | 'companions'>;

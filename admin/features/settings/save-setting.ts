import { collections } from '@frontage/model/paths';
import type { SettingKey } from '@frontage/model/settings';
import { isSame, toPlain, type Data } from '../../lib/documents/plain.ts';
import type { DocumentStore, Refusal } from '../../lib/documents/store.ts';
import { serverTime, type Write } from '../../lib/documents/write.ts';

export interface StoredSetting {
  value: unknown;
  rev: number;
  updatedBy: string;
}

export interface SettingChange {
  key: SettingKey;
  value: unknown;
  /** The revision the change was made from; 0 where nothing was stored. */
  rev: number;
  uid: string;
}

export type SaveOutcome =
  { type: 'saved'; rev: number } | { type: 'conflict'; theirs: StoredSetting } | { type: 'refused'; refusal: Refusal };

const settingPath = (key: SettingKey): string => `${collections.settings}/${key}`;

/** A stored settings document, its value unchecked; null when it is none. */
export function readStored(data: Data | null): StoredSetting | null {
  if (data === null) return null;
  const { value, rev, updated_by } = toPlain(data) as Record<string, unknown>;
  return { value, rev: typeof rev === 'number' ? rev : 0, updatedBy: typeof updated_by === 'string' ? updated_by : '' };
}

/**
 * Writes one setting over the revision it was edited from. Safe to repeat: a write whose answer was lost is recognised
 * as done. Where somebody else saved meanwhile nothing is written and theirs comes back.
 */
export async function saveSetting(store: DocumentStore, { key, value, rev, uid }: SettingChange): Promise<SaveOutcome> {
  const path = settingPath(key);
  const data = { value, rev: rev + 1, updated_at: serverTime, updated_by: uid };
  const write: Write = { type: 'set', path, data };
  const answer = await store.commit([write]);
  if (answer.ok) return { type: 'saved', rev: rev + 1 };
  const now = await store.read(path);
  const stored = now.ok ? readStored(now.value) : null;
  if (!stored || stored.rev === rev) return { type: 'refused', refusal: answer };
  const isMine = stored.rev === rev + 1 && stored.updatedBy === uid && isSame(stored.value, value);
  return isMine ? { type: 'saved', rev: rev + 1 } : { type: 'conflict', theirs: stored };
}

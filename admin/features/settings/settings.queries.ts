import { collections } from '@frontage/model/paths';
import { defaultSettings, settingSchemas, type SettingKey, type Settings } from '@frontage/model/kinds/settings';
import type { Data } from '@frontage/model/changes/write';
import { useQuery } from '@tanstack/react-query';
import { openDraft, type OpenedDraft } from '../../editing/session/use-editor.ts';
import { valueOf, type DocumentStore } from '../../lib/documents/document-store.ts';
import { documentKeys, queryForEditing } from '../../lib/documents/documents.queries.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { versionOf } from '../../lib/documents/document.ts';

/** The initial form values of a setting: the stored ones if valid, else the defaults. */
export interface Setting<Key extends SettingKey> {
  value: Settings[Key];
  /** 0 if nothing is stored. */
  rev: number;
  /** ISO time of the last save; null if there was none. */
  savedAt: string | null;
  draft: OpenedDraft | null;
}

export type AllSettings = { [Key in SettingKey]: Setting<Key> };

/** The setting in a stored document; the defaults for null. */
export function toSetting<Key extends SettingKey>(
  key: Key,
  stored: Data | undefined,
  draft: OpenedDraft | null = null,
): Setting<Key> {
  const parsed = settingSchemas[key].safeParse(stored?.['value']);
  const { rev, updated_at } = versionOf(stored ?? {});
  return {
    value: (parsed.success ? parsed.data : defaultSettings[key]) as Settings[Key],
    rev,
    savedAt: updated_at === '' ? null : updated_at,
    draft,
  };
}

/** The drafts of settings, by key. */
async function openDrafts(store: DocumentStore): Promise<ReadonlyMap<string, OpenedDraft>> {
  const choice = { where: { field: 'collection', equals: collections.settings }, fields: ['id'] };
  const ids = valueOf(await store.list(collections.drafts, choice)).map(({ data }) => String(data['id']));
  const opened = await Promise.all(ids.map((id) => openDraft(store, { kind: 'setting', id })));
  return new Map(opened.flatMap((draft) => (draft ? [[draft.kept.draft.id, draft] as const] : [])));
}

export function useSettings() {
  const store = useDocumentStore();
  return useQuery({
    queryKey: documentKeys.list('setting'),
    queryFn: async (): Promise<AllSettings> => {
      const [entries, drafts] = await Promise.all([store.list(collections.settings), openDrafts(store)]);
      const stored = new Map(valueOf(entries).map(({ id, data }) => [id, data]));
      const of = <Key extends SettingKey>(key: Key) => toSetting(key, stored.get(key), drafts.get(key));
      return {
        ga4_id: of('ga4_id'),
        social_links: of('social_links'),
        branding: of('branding'),
        general: of('general'),
        visitors: of('visitors'),
        content: of('content'),
        seo: of('seo'),
        security: of('security'),
        launches: of('launches'),
      };
    },
    ...queryForEditing,
  });
}

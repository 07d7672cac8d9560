import { collections } from '@frontage/model/paths';
import { defaultSettings, settingSchemas, type SettingKey, type Settings } from '@frontage/model/settings';
import type { Data } from '@frontage/model/writes/write';
import { useQuery } from '@tanstack/react-query';
import { valueOf } from '../../lib/documents/document-store.ts';
import { documentKeys, readToEdit } from '../../lib/documents/documents.queries.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { versionOf } from '../../lib/documents/version-of.ts';

/** One setting as a form starts from it: what is stored where it is valid, else the default. */
export interface Setting<Key extends SettingKey> {
  value: Settings[Key];
  /** 0 where nothing was stored. */
  rev: number;
  /** ISO moment of the last save; null where there was none. */
  savedAt: string | null;
}

export type AllSettings = { [Key in SettingKey]: Setting<Key> };

/** The setting in a stored document, or in none. */
export function toSetting<Key extends SettingKey>(key: Key, stored: Data | undefined): Setting<Key> {
  const parsed = settingSchemas[key].safeParse(stored?.['value']);
  const { rev, updated_at } = versionOf(stored ?? {});
  return {
    value: (parsed.success ? parsed.data : defaultSettings[key]) as Settings[Key],
    rev,
    savedAt: updated_at === '' ? null : updated_at,
  };
}

export function useSettings() {
  const store = useDocumentStore();
  return useQuery({
    queryKey: documentKeys.list('setting'),
    queryFn: async (): Promise<AllSettings> => {
      const entries = valueOf(await store.list(collections.settings));
      const stored = new Map(entries.map(({ id, data }) => [id, data]));
      const of = <Key extends SettingKey>(key: Key) => toSetting(key, stored.get(key));
      return {
        ga4_id: of('ga4_id'),
        social_links: of('social_links'),
        branding: of('branding'),
        general: of('general'),
        seo: of('seo'),
        security: of('security'),
      };
    },
    ...readToEdit,
  });
}

import { notices, settingsSaveFailed } from '@frontage/model/messages';
import { collections } from '@frontage/model/paths';
import { defaultSettings, settingSchemas, type SettingKey, type Settings } from '@frontage/model/settings';
import { baseAfter } from '@frontage/model/writes/plan-save';
import type { Data } from '@frontage/model/writes/write';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLiveState } from '../../editing/live/live.queries.ts';
import { useSave } from '../../editing/save/use-save.ts';
import { valueOf } from '../../lib/documents/document-store.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';

const settingsKey = ['settings'] as const;

/** One setting as a form starts from it: what is stored where it is valid, else the default. */
export interface Setting<Key extends SettingKey> {
  value: Settings[Key];
  /** 0 where nothing was stored. */
  rev: number;
}

export type AllSettings = { [Key in SettingKey]: Setting<Key> };

function toSetting<Key extends SettingKey>(key: Key, stored: Data | null | undefined): Setting<Key> {
  const parsed = settingSchemas[key].safeParse(stored?.['value']);
  const rev = stored?.['rev'];
  return {
    value: (parsed.success ? parsed.data : defaultSettings[key]) as Settings[Key],
    rev: typeof rev === 'number' ? rev : 0,
  };
}

export function useSettings() {
  const store = useDocumentStore();
  return useQuery({
    queryKey: settingsKey,
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
  });
}

// Every setting shows somewhere on the site.
const visibility = { wasPublic: true, isPublic: true };

/** Saves one setting and follows it to the site. `save` returns whether it is stored. */
export function useSaveSetting<Key extends SettingKey>(key: Key) {
  const queryClient = useQueryClient();
  const engine = useSave('setting');
  /** What somebody else saved while the form was being filled in. */
  const [theirs, setTheirs] = useState<Setting<Key> | null>(null);

  const place = (setting: Setting<Key>) =>
    queryClient.setQueryData<AllSettings>(settingsKey, (all) => all && { ...all, [key]: setting });

  const save = async (value: Settings[Key], rev: number): Promise<boolean> => {
    const outcome = await engine.save({
      id: key,
      base: rev === 0 ? null : baseAfter(rev, {}),
      prepare: () => Promise.resolve({ fields: { value }, companions: {} }),
      visibility,
      notices: { saved: notices.settingsSaved, failed: settingsSaveFailed },
    });
    if (outcome.ok) {
      setTheirs(null);
      place({ value, rev: outcome.rev });
    } else if (outcome.failure.reason === 'conflict') {
      setTheirs(toSetting(key, outcome.failure.theirs.data));
    }
    return outcome.ok;
  };

  const takeTheirs = () => {
    if (theirs) place(theirs);
    setTheirs(null);
    engine.startOver();
  };

  return { save, theirs, takeTheirs, live: useLiveState('setting', key) };
}

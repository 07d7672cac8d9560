import { documentState } from '@frontage/model/build-state';
import { notices, settingsSaveFailed } from '@frontage/model/messages';
import { buildStateId, collections } from '@frontage/model/paths';
import { defaultSettings, settingSchemas, type SettingKey, type Settings } from '@frontage/model/settings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDocumentStore, valueOf } from '../../lib/documents/documents.queries.ts';
import { DocumentError } from '../../lib/documents/failure.ts';
import { toPlain } from '../../lib/documents/plain.ts';
import { plainFailure } from '../../lib/failures.ts';
import { useStaff } from '../../lib/session.tsx';
import { useWrite } from '../../lib/write.ts';
import { isSettled, liveState, nextLook, type RecentSave } from '../../editing/live/live-state.ts';
import { useNotify } from '../../ui/toaster.tsx';
import { readStored, saveSetting, type StoredSetting } from './save-setting.ts';

const settingsKey = ['settings'] as const;

/** One setting as a form starts from it: what is stored where it is valid, else the default. */
export interface Setting<Key extends SettingKey> {
  value: Settings[Key];
  /** 0 where nothing was stored. */
  rev: number;
}

export type AllSettings = { [Key in SettingKey]: Setting<Key> };

function toSetting<Key extends SettingKey>(key: Key, stored: StoredSetting | null): Setting<Key> {
  const parsed = settingSchemas[key].safeParse(stored?.value);
  return { value: (parsed.success ? parsed.data : defaultSettings[key]) as Settings[Key], rev: stored?.rev ?? 0 };
}

export function useSettings() {
  const store = useDocumentStore();
  return useQuery({
    queryKey: settingsKey,
    queryFn: async (): Promise<AllSettings> => {
      const entries = valueOf(await store.list(collections.settings));
      const stored = new Map(entries.map(({ id, data }) => [id, readStored(data)]));
      const of = <Key extends SettingKey>(key: Key) => toSetting(key, stored.get(key) ?? null);
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

/** What somebody else saved while a form was being filled in. */
export interface Conflict<Key extends SettingKey> {
  theirs: Setting<Key>;
}

/** Saves one setting and follows it to the site. `save` answers whether it is stored. */
export function useSaveSetting<Key extends SettingKey>(key: Key) {
  const store = useDocumentStore();
  const queryClient = useQueryClient();
  const { user } = useStaff();
  const write = useWrite();
  const notify = useNotify();
  const [conflict, setConflict] = useState<Conflict<Key> | null>(null);
  const [lastSave, setLastSave] = useState<RecentSave | null>(null);

  const place = (setting: Setting<Key>) =>
    queryClient.setQueryData<AllSettings>(settingsKey, (all) => all && { ...all, [key]: setting });

  const save = async (value: Settings[Key], rev: number): Promise<boolean> => {
    try {
      const outcome = await write(async () => {
        const done = await saveSetting(store, { key, value, rev, uid: user.uid });
        if (done.type === 'refused') throw new DocumentError(done.refusal.reason, done.refusal.message);
        return done;
      });
      if (outcome.type === 'conflict') {
        setConflict({ theirs: toSetting(key, outcome.theirs) });
        return false;
      }
      setConflict(null);
      setLastSave({ rev: outcome.rev, wasPublic: true, isPublic: true, at: Date.now() });
      place({ value, rev: outcome.rev });
      notify.success(notices.settingsSaved);
      return true;
    } catch (error) {
      notify.failure(settingsSaveFailed(plainFailure(error)));
      return false;
    }
  };

  const takeTheirs = () => {
    if (conflict) place(conflict.theirs);
    setConflict(null);
  };

  return { save, conflict, takeTheirs, live: useLive(key, lastSave) };
}

function useLive(key: SettingKey, save: RecentSave | null) {
  const store = useDocumentStore();
  const { data: report } = useQuery({
    queryKey: ['build-state', 'setting', key, save?.at],
    queryFn: async () => {
      const stored = valueOf(await store.read(`${collections.buildState}/${buildStateId(collections.settings, key)}`));
      return documentState.safeParse(toPlain(stored)).data ?? null;
    },
    enabled: save !== null,
    retry: false,
    refetchInterval: (query) => {
      if (!save || isSettled(liveState(save, query.state.data ?? null))) return false;
      return nextLook(Date.now() - save.at) ?? false;
    },
    refetchOnWindowFocus: false,
    staleTime: Infinity,
  });
  return save && liveState(save, report ?? null);
}

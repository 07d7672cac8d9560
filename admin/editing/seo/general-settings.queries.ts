import { collections } from '@frontage/model/paths';
import { defaultSettings, settingSchemas, type Settings } from '@frontage/model/settings';
import { useQuery } from '@tanstack/react-query';
import { valueOf } from '../../lib/documents/document-store.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';

/** The stored general settings; the defaults until they are read. */
export function useGeneralSettings(): Settings['general'] {
  const store = useDocumentStore();
  const { data } = useQuery({
    queryKey: ['general-settings'],
    queryFn: async () => {
      const stored = valueOf(await store.read(`${collections.settings}/general`));
      return settingSchemas.general.safeParse(stored?.['value']).data ?? defaultSettings.general;
    },
    // Read again whenever an editor opens: the settings may have changed a moment ago.
    staleTime: 0,
  });
  return data ?? defaultSettings.general;
}

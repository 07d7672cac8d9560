import { collections } from '@frontage/model/paths';
import { defaultSettings, settingSchemas } from '@frontage/model/settings';
import { useQuery } from '@tanstack/react-query';
import { valueOf } from '../../lib/documents/document-store.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';

const fallback = defaultSettings.branding.primary_color ?? '#0F284C';

/** The site's primary color; the default until it is read. */
export function useBrandColor(): string {
  const store = useDocumentStore();
  const { data } = useQuery({
    queryKey: ['brand-color'],
    queryFn: async () => {
      const stored = valueOf(await store.read(`${collections.settings}/branding`));
      return settingSchemas.branding.safeParse(stored?.['value']).data?.primary_color ?? fallback;
    },
  });
  return data ?? fallback;
}

import { collections } from '@frontage/model/paths';
import { settingSchemas } from '@frontage/model/settings';
import { useQuery } from '@tanstack/react-query';
import { valueOf } from '../../lib/documents/document-store.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';

/** The image that pages without one of their own are shared with; null where the settings name none. */
export function useDefaultSocialImage(): string | null {
  const store = useDocumentStore();
  const { data } = useQuery({
    queryKey: ['default-social-image'],
    queryFn: async () => {
      const stored = valueOf(await store.read(`${collections.settings}/general`));
      return settingSchemas.general.safeParse(stored?.['value']).data?.default_og_image ?? null;
    },
    // Read again whenever an editor opens: it may have been set a moment ago.
    staleTime: 0,
  });
  return data ?? null;
}

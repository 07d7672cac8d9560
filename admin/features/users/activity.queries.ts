import { limits } from '@frontage/model/limits';
import { collections } from '@frontage/model/paths';
import { useQuery } from '@tanstack/react-query';
import { valueOf, type DocumentStore } from '../../lib/documents/document-store.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';

export interface Activity {
  id: string;
  name: string;
  slug: string;
  isPublished: boolean;
}

/** What somebody created, newest first, at most ten of each kind. */
export function useActivity(userId: string) {
  const store = useDocumentStore();
  return useQuery({
    queryKey: ['activity', userId],
    queryFn: async () => {
      const [pages, demos] = await Promise.all([
        createdBy(store, { userId, collectionName: collections.pages, nameField: 'title' }),
        createdBy(store, { userId, collectionName: collections.demos, nameField: 'heading' }),
      ]);
      return { pages, demos };
    },
  });
}

interface Created {
  userId: string;
  collectionName: string;
  nameField: string;
}

async function createdBy(store: DocumentStore, { userId, collectionName, nameField }: Created): Promise<Activity[]> {
  const where = { field: 'created_by', equals: userId };
  const choice = { where, newestBy: 'created_at', limit: limits.activityItems };
  const newest = valueOf(await store.list(collectionName, choice));
  return newest.map(({ id, data }) => ({
    id,
    name: String(data[nameField]),
    slug: String(data['slug']),
    isPublished: data['is_published'] === true,
  }));
}

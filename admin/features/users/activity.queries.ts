import { limits } from '@frontage/model/limits';
import { collections } from '@frontage/model/paths';
import { useQuery } from '@tanstack/react-query';
import { useFirestore } from '../../lib/firestore.tsx';
import type { Firestore } from '../../lib/firestore/client.ts';

export interface Activity {
  id: string;
  name: string;
  slug: string;
  isPublished: boolean;
}

/** What somebody created, newest first, at most ten of each kind. */
export function useActivity(userId: string) {
  const firestore = useFirestore();
  return useQuery({
    queryKey: ['activity', userId],
    queryFn: async () => {
      const [pages, demos] = await Promise.all([
        createdBy(firestore, { userId, collectionName: collections.pages, nameField: 'title' }),
        createdBy(firestore, { userId, collectionName: collections.demos, nameField: 'heading' }),
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

async function createdBy(firestore: Firestore, { userId, collectionName, nameField }: Created): Promise<Activity[]> {
  const newest = await firestore.list(collectionName, {
    where: { field: 'created_by', equals: userId },
    newestBy: 'created_at',
    limit: limits.activityItems,
  });
  return newest.map(({ id, data }) => ({
    id,
    name: String(data[nameField]),
    slug: String(data['slug']),
    isPublished: data['is_published'] === true,
  }));
}

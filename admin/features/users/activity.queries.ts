import { limits } from '@frontage/model/limits';
import { collections } from '@frontage/model/paths';
import { useQuery } from '@tanstack/react-query';
import { collection, getDocs, limit, orderBy, query, where, type Firestore } from 'firebase/firestore/lite';
import { useFirestore } from '../../lib/firestore.tsx';

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
  const newest = query(
    collection(firestore, collectionName),
    where('created_by', '==', userId),
    orderBy('created_at', 'desc'),
    limit(limits.activityItems),
  );
  const { docs } = await getDocs(newest);
  return docs.map((entry) => ({
    id: entry.id,
    name: String(entry.get(nameField)),
    slug: String(entry.get('slug')),
    isPublished: entry.get('is_published') === true,
  }));
}

import type { DocumentStore } from '../../../admin/lib/documents/document-store.ts';
import { firestoreStore } from '../../../admin/lib/firestore/client.ts';
import type { Person, Product } from './product.ts';

/** A user's document store. `seen` has the number of documents that `list` returned, and their JSON. */
export function watchedStore(product: Product, { auth }: Person) {
  const { firestore } = product.hosts;
  const firebase = { apiKey: 'any', authDomain: 'any', projectId: product.project, storageBucket: 'any' };
  const emulators = { auth: '', storage: '', functions: '', firestore };
  const own = firestoreStore(auth, { firebase, region: 'any', siteOrigin: '', emulators });
  const seen = { documents: 0, text: '' };
  const store: DocumentStore = {
    ...own,
    list: async (...asked) => {
      const answer = await own.list(...asked);
      if (answer.ok) seen.documents += Math.max(1, answer.value.length);
      seen.text += JSON.stringify(answer);
      return answer;
    },
  };
  return { store, seen };
}

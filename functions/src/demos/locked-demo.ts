import { collections } from '@frontage/model/paths';
import type { Firestore } from 'firebase-admin/firestore';

/** The secret of a published, protected demo. */
export interface LockedDemo {
  hash: string;
  embed: string;
}

/** Null for a demo that is unknown, unpublished or unprotected. All three reads happen in any case. */
export async function readLockedDemo(firestore: Firestore, demoId: string): Promise<LockedDemo | null> {
  const [demo, secret, embed] = await firestore.getAll(
    firestore.collection(collections.demos).doc(demoId),
    firestore.collection(collections.demoSecrets).doc(demoId),
    firestore.collection(collections.demoEmbeds).doc(demoId),
  );
  const isLocked = demo?.get('is_published') === true && demo.get('is_password_protected') === true;
  const hash: unknown = secret?.get('password_hash');
  const code: unknown = embed?.get('iframe_url');
  return isLocked && typeof hash === 'string' && typeof code === 'string' ? { hash, embed: code } : null;
}

import type { Person, Product } from './product.ts';

export const rolesOf = async (product: Product, { uid }: Person) =>
  (await product.firestore.doc(`user_roles/${uid}`).get()).data();

/** The actions of all audit entries, oldest first. */
export const allActions = async ({ firestore }: Product): Promise<string[]> =>
  (await firestore.collection('audit').orderBy('at').get()).docs.map((entry) => String(entry.get('action')));

/** Audit entries that callable functions wrote, not triggers. Each is `action by actor`. */
export const functionActions = async (product: Product): Promise<string[]> => {
  const audit = await product.firestore.collection('audit').orderBy('at').get();
  const own = audit.docs.filter((entry) => !['created', 'updated', 'deleted'].includes(String(entry.get('action'))));
  return own.map((entry) => `${String(entry.get('action'))} by ${String(entry.get('actor'))}`);
};

import { serverTime, type Write } from './write.ts';

/** Reserves a slug for a document. It stays when the document leaves it: an old address leads on. */
export const takeSlug = (path: string, id: string): Write => ({
  type: 'set',
  path,
  data: { id, updated_at: serverTime },
});

import { serverTime, type Write } from './write.ts';

/** Reserves a slug for a document. The reservation stays when the document changes its slug: the old URL redirects. */
export const takeSlug = (path: string, id: string): Write => ({
  type: 'set',
  path,
  data: { id, updated_at: serverTime },
});

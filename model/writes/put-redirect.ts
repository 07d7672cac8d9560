import { collections } from '../paths.ts';
import type { RedirectFields } from '../redirect.ts';
import { serverTime, type Write } from './write.ts';

/** Stores an administrator's redirect under the hash of its path. */
export const putRedirect = (hash: string, { from, to, status }: RedirectFields, uid: string): Write => ({
  type: 'set',
  path: `${collections.redirects}/${hash}`,
  data: { from, to, status, updated_at: serverTime, updated_by: uid },
});

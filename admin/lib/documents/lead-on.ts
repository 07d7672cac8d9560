import { collections, sitePaths, type SlugKind } from '@frontage/model/paths';
import { redirectFields, type RedirectFields } from '@frontage/model/redirect';
import { passedAddresses, settleRedirects, type SettledRedirects } from '@frontage/model/redirect-table';
import { putRedirect } from '@frontage/model/writes/put-redirect';
import type { Answer, DocumentStore } from './document-store.ts';
import { readKept } from './read-summaries.ts';
import { readSlugHolder } from './slug-holder.ts';

// What the rules read for one write counts for all of a batch.
const perBatch = 100;

/** Every redirect that can be read, those that were removed among them. */
export async function readRedirects(store: DocumentStore): Promise<Answer<RedirectFields[]>> {
  const found = await readKept(store, collections.redirects);
  if (!found.ok) return found;
  return { ok: true, value: found.value.flatMap(({ data }) => redirectFields.safeParse(data).data ?? []) };
}

interface Leading {
  wanted: readonly (RedirectFields & { to: string })[];
  uid: string;
  /** Whether something may stand there again: redirects that led there are not changed, as nobody is led twice anyway. */
  isPassing?: boolean;
}

/**
 * Has addresses lead on: none to another that does, none in a circle. Where it fails on the way, what was written stays,
 * and the same can be asked for again.
 */
export async function leadOn(
  store: DocumentStore,
  { wanted, uid, isPassing = false }: Leading,
): Promise<Answer<SettledRedirects>> {
  const stored = await readRedirects(store);
  if (!stored.ok) return stored;
  const standing = new Set<string>();
  for (const address of passedAddresses(wanted, stored.value)) {
    const stands = await readStanding(store, address);
    if (!stands.ok) return stands;
    if (stands.value) standing.add(address);
  }
  const settled = settleRedirects(wanted, { stored: stored.value, standing });
  const writes = settled.writes.filter(({ from }) => !isPassing || wanted.some((one) => one.from === from));
  const written = await putRedirects(store, writes, uid);
  return written.ok ? { ok: true, value: settled } : written;
}

/** Stores redirects as they are. */
export async function putRedirects(
  store: DocumentStore,
  redirects: readonly RedirectFields[],
  uid: string,
): Promise<Answer<null>> {
  const writes = await Promise.all(redirects.map(async (one) => putRedirect(await hashOf(one.from), one, uid)));
  for (let start = 0; start < writes.length; start += perBatch) {
    const written = await store.commit(writes.slice(start, start + perBatch));
    if (!written.ok) return written;
  }
  return { ok: true, value: null };
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const fixed: readonly string[] = [sitePaths.demos, sitePaths.sitemap, sitePaths.robots];

/** Whether something has an address, so that nothing leads on from there. */
export async function readStanding(store: DocumentStore, address: string): Promise<Answer<boolean>> {
  const [kind, slug] = slugAt(address);
  if (fixed.includes(address) || slug === '') return { ok: true, value: fixed.includes(address) };
  const holder = await readSlugHolder(store, kind, { slug, id: '' });
  return holder.ok ? { ok: true, value: holder.value.state === 'taken' } : holder;
}

/** The slug that would stand at an address; empty where none can. */
function slugAt(address: string): [SlugKind, string] {
  const [, first = '', second, ...more] = address.split('/');
  if (more.length > 0) return ['page', ''];
  if (second === undefined) return ['page', first];
  if (first === 'page') return ['page', second];
  return ['demo', first === 'demo' ? second : ''];
}

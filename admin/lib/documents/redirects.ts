import { collections, sitePaths, type SlugKind } from '@frontage/model/paths';
import { redirectFields, type RedirectFields } from '@frontage/model/redirect';
import { intermediatePaths, normalizeRedirects, type NormalizedRedirects } from '@frontage/model/redirect-table';
import { putRedirect } from '@frontage/model/writes/put-redirect';
import { sha256 } from '../sha256.ts';
import type { Answer, DocumentStore } from './document-store.ts';
import { readSummarized } from './read-listed.ts';
import { readSlugHolder } from './slugs.ts';

// The rules count document reads for the whole batch, which limits its size.
const perBatch = 100;

/** Every readable redirect, including removed ones. */
export async function readRedirects(store: DocumentStore): Promise<Answer<RedirectFields[]>> {
  const found = await readSummarized(store, collections.redirects);
  if (!found.ok) return found;
  return { ok: true, value: found.value.flatMap(({ data }) => redirectFields.safeParse(data).data ?? []) };
}

interface NewRedirects {
  wanted: readonly (RedirectFields & { to: string })[];
  uid: string;
  /** Whether the address may be used again: then redirects that point to it are not retargeted. */
  keepsOthers?: boolean;
}

/**
 * Creates redirects without chains and loops. If a batch fails, earlier batches stay written and the call can be
 * repeated.
 */
export async function createRedirects(
  store: DocumentStore,
  { wanted, uid, keepsOthers = false }: NewRedirects,
): Promise<Answer<NormalizedRedirects>> {
  const stored = await readRedirects(store);
  if (!stored.ok) return stored;
  const used = new Set<string>();
  for (const address of intermediatePaths(wanted, stored.value)) {
    const isUsed = await isAddressUsed(store, address);
    if (!isUsed.ok) return isUsed;
    if (isUsed.value) used.add(address);
  }
  const normalized = normalizeRedirects(wanted, { stored: stored.value, standing: used });
  const writes = normalized.writes.filter(
    ({ from }) => !keepsOthers || wanted.some((redirect) => redirect.from === from),
  );
  const written = await putRedirects(store, writes, uid);
  return written.ok ? { ok: true, value: normalized } : written;
}

/** Writes redirects unchanged. */
export async function putRedirects(
  store: DocumentStore,
  redirects: readonly RedirectFields[],
  uid: string,
): Promise<Answer<null>> {
  const writes = await Promise.all(
    redirects.map(async (redirect) => putRedirect(await sha256(redirect.from), redirect, uid)),
  );
  for (let start = 0; start < writes.length; start += perBatch) {
    const written = await store.commit(writes.slice(start, start + perBatch));
    if (!written.ok) return written;
  }
  return { ok: true, value: null };
}

const fixed: readonly string[] = [sitePaths.demos, sitePaths.sitemap, sitePaths.robots];

/** Whether an address is in use, so that it cannot redirect. */
export async function isAddressUsed(store: DocumentStore, address: string): Promise<Answer<boolean>> {
  const [kind, slug] = slugAt(address);
  if (fixed.includes(address) || slug === '') return { ok: true, value: fixed.includes(address) };
  const holder = await readSlugHolder(store, kind, { slug, id: '' });
  return holder.ok ? { ok: true, value: holder.value.state === 'taken' } : holder;
}

/** The slug of the document that an address would belong to; empty for none. */
function slugAt(address: string): [SlugKind, string] {
  const [, first = '', second, ...more] = address.split('/');
  if (more.length > 0) return ['page', ''];
  if (second === undefined) return ['page', first];
  if (first === 'page') return ['page', second];
  return ['demo', first === 'demo' ? second : ''];
}

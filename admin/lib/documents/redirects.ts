import { invalid, redirectTexts } from '@frontage/model/messages';
import { archiveAt, documentsAt, isOn, type SlugKind } from '@frontage/model/kinds/kinds';
import { contentSwitches } from '@frontage/model/kinds/settings';
import { collections, sitePaths } from '@frontage/model/paths';
import { normalizePath, redirectFields, type RedirectFields, withoutOwnOrigin } from '@frontage/model/redirect';
import { putRedirect } from '@frontage/model/changes/document-writes';
import { sha256 } from './document.ts';
import type { Answer, DocumentStore } from './document-store.ts';
import { keptForm } from './list-forms.ts';
import { readSlugHolder } from './slugs.ts';

/** A redirect with a target. */
export type Redirect = RedirectFields & { to: string };

// The rules count document reads for the whole batch, which limits its size.
const perBatch = 100;

/** The list of all readable redirects, including removed ones. */
export const redirectsForm = keptForm(
  collections.redirects,
  (_id, fields): RedirectFields | null => redirectFields.safeParse(fields).data ?? null,
);

interface NewRedirects {
  wanted: readonly Redirect[];
  /** All redirects, also removed ones. */
  stored: readonly RedirectFields[];
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
  { wanted, stored, uid, keepsOthers = false }: NewRedirects,
): Promise<Answer<NormalizedRedirects>> {
  const used = new Set<string>();
  for (const address of intermediatePaths(wanted, stored)) {
    const isUsed = await isAddressUsed(store, address);
    if (!isUsed.ok) return isUsed;
    if (isUsed.value) used.add(address);
  }
  const normalized = normalizeRedirects(wanted, { stored, standing: used });
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

/** Whether an address is in use, so that it cannot redirect. Addresses of kinds that are off are not. */
export async function isAddressUsed(store: DocumentStore, address: string): Promise<Answer<boolean>> {
  if (fixed.includes(address)) return { ok: true, value: true };
  const setting = await store.read(`${collections.settings}/content`);
  if (!setting.ok) return setting;
  const content = contentSwitches(setting.value);
  const onSite = ({ kind }: { kind: SlugKind }): boolean => isOn(kind, content);
  const archive = archiveAt(address);
  if (archive !== null && onSite(archive)) return { ok: true, value: true };
  for (const { kind, slug } of documentsAt(address).filter(onSite)) {
    const holder = await readSlugHolder(store, kind, { slug, id: '' });
    if (!holder.ok) return holder;
    if (holder.value.state === 'taken') return { ok: true, value: true };
  }
  return { ok: true, value: false };
}

/** A requested redirect. */
type Wanted = Pick<RedirectFields, 'from' | 'status'> & { to: string };

export interface NormalizedRedirects {
  /** Redirects to write: the requested ones and stored ones whose final target changes, each with its final target. */
  writes: Wanted[];
  /** Requested redirects that would form a loop. They must not be written. */
  circles: Wanted[];
}

interface Table {
  stored: Iterable<RedirectFields>;
  /** Paths of existing pages. A redirect from such a path has no effect. */
  standing: ReadonlySet<string>;
}

/**
 * Resolves chains, so that each stored redirect has its final target. Of several requests for one path, the last one is
 * used. A redirect through a temporary redirect becomes temporary.
 */
export function normalizeRedirects(wanted: readonly Wanted[], { stored, standing }: Table): NormalizedRedirects {
  const before = new Map(
    [...stored].flatMap(({ from, to, status }) => (to === null ? [] : [[from, { from, to, status }]])),
  );
  const table = new Map([...before, ...wanted.map((one) => [one.from, one] as const)]);
  const circles: Wanted[] = [];
  for (const one of new Map(wanted.map((each) => [each.from, each])).values()) {
    if (endOf(one, { table, standing }) !== null) continue;
    circles.push(one);
    const old = before.get(one.from);
    if (old) table.set(one.from, old);
    else table.delete(one.from);
  }
  const writes = [...table.values()].flatMap((one): Wanted[] => {
    const end = endOf(one, { table, standing }) ?? one;
    const old = before.get(one.from);
    return end.to === old?.to && end.status === old.status ? [] : [end];
  });
  return { writes, circles };
}

/** The final target of a redirect; null in a loop. */
function endOf(
  { from, to, status }: Wanted,
  { table, standing }: { table: ReadonlyMap<string, Wanted>; standing: ReadonlySet<string> },
): Wanted | null {
  const visited = new Set([from]);
  const end = { from, to, status };
  for (;;) {
    const at = normalizePath(end.to);
    if (at !== null && visited.has(at)) return null;
    const next = at === null || standing.has(at) ? undefined : table.get(at);
    if (at === null || next === undefined) return end;
    visited.add(at);
    end.to = next.to;
    if (next.status === 302) end.status = 302;
  }
}

/** Targets that are redirected themselves. The caller must check whether a page exists there. */
export function intermediatePaths(wanted: readonly Wanted[], stored: Iterable<RedirectFields>): string[] {
  const all = [...stored, ...wanted];
  const from = new Set(all.map((one) => one.from));
  const targets = all.flatMap(({ to }) => (to === null ? [] : (normalizePath(to) ?? [])));
  return [...new Set(targets)].filter((target) => from.has(target));
}

interface TypedRedirect {
  from: string;
  to: string;
  status: string;
}

/** Parses a typed or pasted redirect; addresses of the site may include its origin. */
export function readRedirect(typed: TypedRedirect, origin: string) {
  const read = readRedirectChange(typed, origin);
  if (!read.ok) return read;
  const { to } = read.redirect;
  if (to === null) return { ok: false as const, field: 'to' as const, message: invalid.urlOrPath };
  return { ok: true as const, redirect: { ...read.redirect, to } };
}

/** Parses a redirect as `readRedirect`; without a target, it removes the redirect. */
export function readRedirectChange(typed: TypedRedirect, origin: string) {
  const path = (text: string): string => withoutOwnOrigin(text.trim(), [origin]);
  const from = path(typed.from);
  const to = path(typed.to) === '' ? null : path(typed.to);
  const checked = redirectFields.safeParse({
    from: normalizePath(from) ?? from,
    to,
    status: statusOf(typed.status.trim()),
  });
  if (!checked.success) {
    const [issue] = checked.error.issues;
    const field = issue?.path[0] === 'to' ? ('to' as const) : ('from' as const);
    return {
      ok: false as const,
      field,
      message: issue?.path[0] === 'status' ? redirectTexts.badStatus : (issue?.message ?? ''),
    };
  }
  if (to !== null && normalizePath(to) === checked.data.from)
    return { ok: false as const, field: 'to' as const, message: invalid.redirectLoop };
  return { ok: true as const, redirect: checked.data };
}

// Other statuses map to these; a missing one means permanent.
const statuses: Readonly<Record<string, number>> = {
  '': 301,
  '301': 301,
  '308': 301,
  '302': 302,
  '303': 302,
  '307': 302,
};
const statusOf = (text: string): number => statuses[text] ?? 0;

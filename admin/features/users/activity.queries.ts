import { type Kind, kindNames, kindOf, kinds } from '@frontage/model/kinds/kinds';
import { limits } from '@frontage/model/limits';
import { collections } from '@frontage/model/paths';
import { settingKeys, settingTabs } from '@frontage/model/kinds/settings';
import { useQuery } from '@tanstack/react-query';
import { type DocumentStore, valueOf } from '../../lib/documents/document-store.ts';
import { toPlain } from '@frontage/model/stored-values';
import { documentName } from '../../lib/documents/document.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';

/** An entry of the audit trail; `at` in milliseconds. */
interface AuditEntry {
  action: string;
  /** `collection/id`. */
  document: string;
  at: number;
  details: Readonly<Record<string, unknown>>;
}

/** A listed change: a verb such as 'Published', and the document. */
interface RecentChange {
  verb: string;
  collection: string;
  id: string;
  at: number;
}

// Actions without a verb here, such as role changes, are not listed.
const verbs: Readonly<Record<string, string>> = {
  created: 'Created',
  updated: 'Edited',
  deleted: 'Deleted',
  restored: 'Restored',
  'draft created': 'Edited a draft of',
  'draft changed': 'Edited a draft of',
  'draft submitted': 'Submitted for review:',
  'draft withdrawn': 'Withdrew from review:',
  'draft returned': 'Returned for changes:',
  'draft published': 'Published changes of',
  scheduled: 'Scheduled',
};

const isListed = (collection: string): boolean => kindOf(collection) !== null || collection === collections.settings;

const sameWriteMs = 1_000;

/**
 * The newest changes of content, at most ten, from audit entries, newest first. Repeated edits of a document count
 * once.
 */
export function recentChanges(entries: readonly AuditEntry[]): RecentChange[] {
  const changes: RecentChange[] = [];
  for (const entry of entries) {
    const change = changeIn(entry);
    if (change === null) continue;
    const last = changes.at(-1);
    if (last?.collection === change.collection && last.id === change.id) {
      if (last.verb === change.verb) continue;
      // One write may create two entries: the more specific one is kept.
      const isSameWrite = last.at - change.at < sameWriteMs;
      if (isSameWrite && change.verb === verbs['updated']) continue;
      if (isSameWrite && last.verb === verbs['updated']) changes.pop();
    }
    changes.push(change);
  }
  return changes.slice(0, limits.activityItems);
}

/** How often a user edited, reviewed and published, within the newest entries. */
export interface ActivityCounts {
  edits: number;
  reviews: number;
  publishes: number;
  /** The time of the oldest counted entry in milliseconds; null if all entries are counted. */
  since: number | null;
}

const editing: readonly string[] = ['created', 'updated', 'deleted', 'restored', 'draft created', 'draft changed'];

/**
 * Counts edits, reviews and publishes, from entries newest first. A published draft counts as a publish, not as an edit
 * too; a draft of someone else that is returned or published counts as a review.
 */
export function countActivity(entries: readonly AuditEntry[], userId: string): Omit<ActivityCounts, 'since'> {
  const published = entries.filter(({ action }) => action === 'draft published');
  const isOfPublishedDraft = ({ document, at }: AuditEntry): boolean =>
    published.some((draft) => draft.document === document && Math.abs(draft.at - at) < sameWriteMs);
  const counts = { edits: 0, reviews: 0, publishes: 0 };
  for (const entry of entries) {
    const { action, document, details } = entry;
    // Embed code is written together with its demo.
    if (!isListed(document.split('/', 1)[0] ?? '')) continue;
    const submittedBy = details['submitted_by'];
    if (action === 'draft published') counts.publishes += 1;
    if (action === 'draft returned') counts.reviews += 1;
    if (action === 'draft published' && typeof submittedBy === 'string' && submittedBy !== userId) counts.reviews += 1;
    if (!editing.includes(action) || isOfPublishedDraft(entry)) continue;
    if (details['is_published'] === true) counts.publishes += 1;
    else counts.edits += 1;
  }
  return counts;
}

function changeIn({ action, document, at, details }: AuditEntry): RecentChange | null {
  const [stored = '', id = ''] = document.split('/');
  const collection = stored === collections.demoEmbeds ? collections.demos : stored;
  const verb = verbs[action];
  if (verb === undefined || id === '' || !isListed(collection)) return null;
  if (action !== 'updated' || typeof details['is_published'] !== 'boolean') return { verb, collection, id, at };
  return { verb: details['is_published'] ? 'Published' : 'Unpublished', collection, id, at };
}

export interface Activity {
  id: string;
  name: string;
  slug: string;
  isPublished: boolean;
}

/** A recent change with the name of its document; null if the document no longer exists. */
export interface NamedChange extends RecentChange {
  name: string | null;
}

/**
 * The newest documents with an address that a user created, by kind, and the newest changes the user made, at most ten of each, with the
 * numbers of edits, reviews and publishes.
 */
export function useActivity(userId: string) {
  const store = useDocumentStore();
  return useQuery({
    queryKey: ['activity', userId],
    queryFn: async () => {
      const [created, { changes, counts }] = await Promise.all([
        Promise.all(addressed.map(async (kind) => ({ kind, items: await createdBy(store, kind, userId) }))),
        changedBy(store, userId),
      ]);
      return { created, changes, counts };
    },
  });
}

/** The kinds whose documents have an address. */
const addressed = kindNames.filter((kind) => kinds[kind].address !== null);

async function createdBy(store: DocumentStore, kind: Kind, userId: string): Promise<Activity[]> {
  const { collection, nameField } = kinds[kind];
  const where = { field: 'created_by', equals: userId };
  const choice = { where, newestBy: 'created_at', limit: limits.activityItems };
  const newest = valueOf(await store.list(collection, choice));
  return newest.map(({ id, data }) => ({
    id,
    name: String(data[nameField]),
    slug: String(data['slug']),
    isPublished: data['is_published'] === true,
  }));
}

// Repeated saves of a document count once, so that ten changes need more entries.
const readEntries = 100;

async function changedBy(store: DocumentStore, userId: string) {
  const choice = {
    where: { field: 'actor', equals: userId },
    newestBy: 'at',
    limit: readEntries,
    fields: ['action', 'document', 'at', 'details'],
  };
  const entries = valueOf(await store.list(collections.audit, choice)).map(({ data }) => {
    const { action, document, at, details } = toPlain(data) as Record<string, unknown>;
    return {
      action: String(action),
      document: String(document),
      at: Date.parse(String(at)),
      details: (details ?? {}) as Record<string, unknown>,
    };
  });
  const since = entries.length < readEntries ? null : (entries.at(-1)?.at ?? null);
  const counts: ActivityCounts = { ...countActivity(entries, userId), since };
  const named = recentChanges(entries).map(async (change): Promise<NamedChange> => ({
    ...change,
    name: await nameOfChanged(store, change),
  }));
  return { changes: await Promise.all(named), counts };
}

async function nameOfChanged(store: DocumentStore, { collection, id }: RecentChange): Promise<string | null> {
  const kind = kindOf(collection);
  if (kind === null) return settingName(id);
  const stored = await store.read(`${collection}/${id}`, [kinds[kind].nameField]);
  return stored.ok && stored.value ? documentName(stored.value) : null;
}

function settingName(id: string): string | null {
  const key = settingKeys.find((each) => each === id);
  return key === undefined ? null : `${settingTabs[key].title} (settings)`;
}

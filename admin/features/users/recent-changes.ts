import { limits } from '@frontage/model/limits';
import { collections } from '@frontage/model/paths';

/** An entry of the audit trail; `at` in milliseconds. */
export interface AuditEntry {
  action: string;
  /** `collection/id`. */
  document: string;
  at: number;
  details: Readonly<Record<string, unknown>>;
}

/** A listed change: a verb such as 'Published', and the document. */
export interface RecentChange {
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

const listed: readonly string[] = [collections.pages, collections.sections, collections.demos, collections.settings];

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

function changeIn({ action, document, at, details }: AuditEntry): RecentChange | null {
  const [stored = '', id = ''] = document.split('/');
  const collection = stored === collections.demoEmbeds ? collections.demos : stored;
  const verb = verbs[action];
  if (verb === undefined || id === '' || !listed.includes(collection)) return null;
  if (action !== 'updated' || typeof details['is_published'] !== 'boolean') return { verb, collection, id, at };
  return { verb: details['is_published'] ? 'Published' : 'Unpublished', collection, id, at };
}

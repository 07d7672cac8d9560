import { fieldLabel } from '@frontage/model/field-labels';
import { editorPath, kindOf, kinds } from '@frontage/model/kinds/kinds';
import { adminPaths, collections } from '@frontage/model/paths';
import { settingKeys, settingTabs } from '@frontage/model/kinds/settings';
import { z } from 'zod';

/** A stored audit entry, see functions/src/audit. Timestamps are ISO strings. */
export const auditEntry = z.object({
  action: z.string().catch(''),
  /** Uid; null if it is unknown. */
  actor: z.string().nullable().catch(null),
  /** `collection/id`. */
  document: z.string().catch(''),
  at: z.string().catch(''),
  fields: z.array(z.string()).catch([]),
  details: z.record(z.string(), z.unknown()).catch({}),
  /** The position in the chain; null until the next minute, undefined for entries older than the chain. */
  seq: z.number().nullable().optional().catch(undefined),
  hash: z.string().optional().catch(undefined),
});

export type AuditEntry = z.output<typeof auditEntry> & { id: string };

/** Every recorded action, grouped for the filter. */
export const auditActions: Readonly<Record<string, readonly string[]>> = {
  Content: ['created', 'updated', 'deleted', 'restored', 'published', 'unpinned'],
  'Drafts and reviews': [
    'draft created',
    'draft changed',
    'draft submitted',
    'draft withdrawn',
    'draft returned',
    'draft published',
    'draft discarded',
    'draft ended',
    'preview link made',
    'preview link revoked',
  ],
  Schedules: ['scheduled', 'schedule carried out', 'schedule failed', 'schedule removed', 'schedule dismissed'],
  Launches: [
    'launch created',
    'launch changed',
    'launch approved',
    'launch returned',
    'launch published',
    'launch failed',
    'launch taken back',
    'launch deleted',
  ],
  Users: [
    'first admin claimed',
    'invited',
    'invite claimed',
    'invite revoked',
    'roles set',
    'activated',
    'deactivated',
    'erased',
    'sessions ended',
    'recovery codes made',
    'recovery code used',
    'second factor removed',
    'second factor reset',
  ],
};

/** Filters by the new publication state of a document, beside the actions. */
export const publicationFilters: Readonly<Record<string, boolean>> = { 'is published': true, 'is unpublished': false };

const names: Readonly<Record<string, string>> = {
  updated: 'Edited',
  published: 'Published all drafts',
  'is published': 'Published',
  'is unpublished': 'Unpublished',
  'invite claimed': 'Accepted an invite',
  'preview link made': 'Created a preview link',
  'preview link revoked': 'Revoked a preview link',
  'recovery codes made': 'Created recovery codes',
  'first admin claimed': 'Became the first administrator',
};

/** An action for display: 'Draft returned'. */
export const actionName = (action: string): string => names[action] ?? action.charAt(0).toUpperCase() + action.slice(1);

/** The action of an entry for display; an edit that changes the publication state has its own name. */
export function actionOf({ action, details }: Pick<AuditEntry, 'action' | 'details'>): string {
  const { is_published: isPublished } = details;
  if (action !== 'updated' || typeof isPublished !== 'boolean') return actionName(action);
  return actionName(isPublished ? 'is published' : 'is unpublished');
}

/** The type of an entry’s document, and the screen that shows it, if there is one. */
export interface AuditTarget {
  noun: string;
  to: string | null;
  /** The uid, if it is a user. */
  uid: string | null;
}

const screens: Readonly<Record<string, Omit<AuditTarget, 'uid'>>> = {
  [collections.redirects]: { noun: 'Redirect', to: adminPaths.redirects },
  [collections.invites]: { noun: 'Invite', to: adminPaths.users },
  [collections.recoveryCodes]: { noun: 'Recovery codes', to: null },
  [collections.buildState]: { noun: 'Site', to: null },
};

/** The collection and id of an entry's document; the id is empty for an action on a whole collection. Embed code counts as its demo. */
export function documentOf(document: string): { collection: string; id: string } {
  const [collection = '', ...id] = document.split('/');
  return { collection: collection === collections.demoEmbeds ? collections.demos : collection, id: id.join('/') };
}

export function targetOf(document: string): AuditTarget {
  const { collection, id } = documentOf(document);
  const kind = kindOf(collection);
  if (kind !== null && id === '') return { noun: kinds[kind].area, to: kinds[kind].adminPath, uid: null };
  if (kind !== null) return { noun: kinds[kind].label, to: editorPath(kind, id), uid: null };
  if (collection === collections.settings) {
    const key = settingKeys.find((each) => each === id);
    const tab = key === undefined ? '' : `?tab=${settingTabs[key].tab}`;
    return { noun: 'Settings', to: `${adminPaths.settings}${tab}`, uid: null };
  }
  if (collection === collections.launches) return { noun: 'Launch', to: adminPaths.launch(id), uid: null };
  if (collection === collections.media) {
    return { noun: 'Image', to: `${adminPaths.media}?image=${encodeURIComponent(id)}`, uid: null };
  }
  const isUser = collection === collections.userRoles || collection === collections.profiles;
  if (isUser) return { noun: 'User', to: adminPaths.users, uid: id };
  return { ...(screens[collection] ?? { noun: collection, to: null }), uid: null };
}

/** Fields and details of an entry in words. `personName` names a uid; null for an unknown text. */
export function detailsText(
  { document, fields, details }: Pick<AuditEntry, 'document' | 'fields' | 'details'>,
  personName: (uid: string) => string | null,
): string {
  const changed = fields.map((field) => fieldLabel(document, field)).join(', ');
  const rest = Object.entries(details).flatMap(([key, value]) => {
    if (value === null || key === 'is_published' || key === 'draft_digest') return [];
    const text = [value].flat().map((each) => {
      if (typeof each !== 'string') return JSON.stringify(each);
      return personName(each) ?? each;
    });
    return [`${key.replaceAll('_', ' ')}: ${text.join(', ')}`];
  });
  return [changed, ...rest].filter((part) => part !== '').join('; ');
}

/** The state of an entry in the hash chain. */
export function chainText({ seq }: Pick<AuditEntry, 'seq'>): string {
  if (seq === undefined) return 'Unchained';
  return seq === null ? 'Chained within a minute' : `No. ${seq.toLocaleString('en')}`;
}

import { z } from 'zod';
import { counted } from './dates.ts';
import { documentId, isVisible, moment, provenance } from './fields.ts';
import { limits } from './limits.ts';
import { kindCollections, kindOf, kinds } from './kinds/kinds.ts';
import { collections, isDocumentId, isDraftable } from './paths.ts';
import { redirectChange } from './redirect.ts';
import type { Settings } from './kinds/settings.ts';

/** The actions of a launch on a document. `publish_draft` also creates documents that are drafts so far. */
export const launchActions = ['publish_draft', 'publish', 'unpublish', 'delete', 'redirect'] as const;

export type LaunchAction = (typeof launchActions)[number];

/** The actions of a launch that takes back another one. `return` gives a document the content that it had before. */
export const takeBackActions = ['publish', 'unpublish', 'delete', 'restore', 'return', 'redirect'] as const;

export type TakeBackAction = (typeof takeBackActions)[number];

/** The collections of a launch's members. */
export const memberCollections = [...kindCollections, collections.settings, collections.redirects] as const;

const digest = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * A document of a launch in exactly the version that was on the screen: the revision of the document (`publish`,
 * `delete`), or revision and digest of its draft (`publish_draft`), as in a schedule. A `redirect` has its fields
 * instead, and the hash of its path as id.
 */
export const launchMemberInput = z
  .object({
    collection: z.enum(memberCollections),
    id: documentId,
    action: z.enum(launchActions),
    document_rev: z.int().min(1).nullable().default(null),
    draft_rev: z.int().min(1).nullable().default(null),
    draft_digest: digest.nullable().default(null),
    redirect: redirectChange.nullable().default(null),
  })
  .refine(
    ({ collection, id }) => isDocumentId(id) && isDraftable(collection, id),
    'The id of this document is invalid or too long',
  )
  .refine(isComplete, 'The version of this document is missing');

interface Pinned {
  collection: (typeof memberCollections)[number];
  action: LaunchAction;
  document_rev: number | null;
  draft_rev: number | null;
  draft_digest: string | null;
  redirect: unknown;
}

function isComplete({ collection, action, document_rev, draft_rev, draft_digest, redirect }: Pinned): boolean {
  if (collection === collections.redirects || action === 'redirect')
    return collection === collections.redirects && action === 'redirect' && redirect !== null;
  if (action === 'publish_draft') return draft_rev !== null && draft_digest !== null;
  if (collection === collections.settings) return false;
  return action === 'unpublish' || document_rev !== null;
}

/** A stored member. An author's proposal is not published until an editor accepts it. */
const launchMember = z.intersection(
  launchMemberInput,
  z.object({
    added_by: z.string().min(1),
    is_accepted: z.boolean(),
    /** The launch's revision that named this version; null for members of earlier program versions. */
    added_rev: z.int().min(1).nullable().default(null),
    /** The creator of the document, or of its draft, when it was added; null for members of earlier program versions. */
    owner: z.string().min(1).nullable().default(null),
    /** In a launch that takes back another one, the action that was carried out; `action` belongs to the other launch. */
    took_back: z.enum(takeBackActions).nullable().default(null),
  }),
);

export type LaunchMemberInput = z.output<typeof launchMemberInput>;
export type LaunchMember = z.output<typeof launchMember>;

/**
 * Reasons why a document cannot be published, with the next step: by a launch, by a schedule, which is a launch of one
 * document, or in a list. The admin shows them, and authors receive them by email.
 */
export const launchFailures = {
  notAllowed: 'The user who published or scheduled it may not publish it. An editor or administrator can.',
  missing: 'It was deleted. Restore it from the trash, then add or schedule it again.',
  invalid: 'It has validation errors. Correct the marked fields, save it, then add or schedule it again.',
  documentMoved: 'It was changed in the meantime. Check it, then add or schedule it again.',
  draftMoved: 'Its draft was changed in the meantime. Check it, then add or schedule it again.',
  liveMoved:
    'The live version was changed after the draft was started. Compare both, save, then add or schedule it again.',
  slugTaken: 'Its slug is used by something else. Choose another slug, then add or schedule it again.',
  addressTaken: 'A page has the address of the kind that it switches on. Change the slug of that page, then try again.',
  versionUnknown:
    'It was scheduled by an earlier version of Frontage, which did not record the exact text. Check it, then schedule it again.',
  'image-alt':
    'An image in its text has no alternative text, which the SEO settings require. Describe the image, then try again.',
  'title-long':
    'Its title is longer than the SEO settings allow. Enter a meta title of at most 60 characters, then try again.',
  'description-missing':
    'It has no description, which the SEO settings require. Enter a meta description, then try again.',
  notApproved: 'It needs the approval of a second person. Have it approved, then set a time again.',
  error: 'An error occurred; see the log of the functions. Check it, then try again.',
} as const;

export type LaunchFailure = keyof typeof launchFailures;

export const launchProblem = z.object({
  /** The member's document path; null for the launch as a whole. */
  document: z.string().nullable(),
  reason: z.enum(Object.keys(launchFailures) as [LaunchFailure, ...LaunchFailure[]]),
});

/** Name and description of a launch, as entered. */
export const launchForm = z.object({
  name: z.string().trim().refine(isVisible, 'Name is required').max(limits.launchName),
  description: z.string().max(limits.launchDescription),
});

/** A signed entry: uid and name of a person, null for a deleted one, and the time. */
const signature = { by: z.string().min(1), name: z.string().nullable(), at: moment };

const plannedTime = z.object({ at: moment, by: z.string().min(1), second_factor: z.boolean() });

/** A stored `launches` document; timestamps as ISO strings. Only functions write it. */
export const launchDocument = z.object({
  ...launchForm.shape,
  /** Uid of the author, informed about failures. */
  owner: z.string().min(1),
  /** `scheduled`: a schedule, see `schedule_of`. Earlier versions of the admin do not know it, and ignore schedules. */
  state: z.enum(['open', 'published', 'scheduled']),
  /** The document's path, if this is a schedule: its only member is published alone, and needs no approval. */
  schedule_of: z.string().nullable().default(null),
  /** At most `limits.launchMembers` accepted ones, and as many that wait. */
  members: z.array(launchMember).max(2 * limits.launchMembers),
  /** The members' document paths, by which the launch of a document is found. */
  documents: z.array(z.string()),
  /** The paths of all public documents that publishing wrote or deleted; empty while the launch is open. */
  written: z.array(z.string()),
  /** The planned time, a whole minute, with its planner; null without one. */
  planned: plannedTime.nullable(),
  /** The planned time at which nothing was published; `failures` has the reasons. */
  missed: plannedTime.nullable().default(null),
  /** Why the last attempt published nothing. */
  failures: z.array(launchProblem),
  /** The documents that the publication left out, because an author changed them or has taken their slug. */
  left_out: z.array(launchProblem).default([]),
  /** Uid of the person that last changed the accepted members. */
  members_by: z.string().nullable().default(null),
  /** The approval of the accepted members in exactly these versions; a change of them removes it. */
  approval: z.object(signature).nullable().default(null),
  /** Why a reviewer returned the launch; null again after a change of its members. */
  returned: z
    .object({ ...signature, note: z.string() })
    .nullable()
    .default(null),
  published_at: moment.nullable(),
  published_by: z.string().nullable(),
  /** The launch that this one takes back, and the one that took this one back. */
  takes_back: z.string().nullable(),
  taken_back_by: z.string().nullable(),
  /** The revision of the last change that was more than a waiting proposal; null: every change is. */
  settled_rev: z.int().min(1).nullable().default(null),
  ...provenance,
});

export type Launch = z.output<typeof launchDocument>;
export type LaunchProblem = z.output<typeof launchProblem>;

/**
 * Whether a launch was changed since its revision `seen` was on a screen. Proposals that wait do not count, so that an
 * author cannot hold up a publication.
 */
export const isChangedSince = ({ rev, settled_rev }: Pick<Launch, 'rev' | 'settled_rev'>, seen: number): boolean =>
  seen < (settled_rev ?? rev) || seen > rev;

/**
 * The number of comments on one launch, and the length of each. `ofAuthors` is the number up to which authors comment:
 * the rest is left to editors and administrators. `ofOneAuthor` is the number of comments of each author.
 */
export const commentLimits = { count: 200, ofAuthors: 150, ofOneAuthor: 50, text: 2_000 };

/** Why a person can add no more comments to a launch with comments by these uids; null if they can. */
export function commentRefusal(
  authors: readonly unknown[],
  { uid, mayReview }: { uid: string; mayReview: boolean },
): 'launchComments' | 'launchOwnComments' | 'launchAuthorComments' | null {
  if (authors.length >= commentLimits.count) return 'launchComments';
  if (mayReview) return null;
  if (authors.filter((by) => by === uid).length >= commentLimits.ofOneAuthor) return 'launchOwnComments';
  return authors.length >= commentLimits.ofAuthors ? 'launchAuthorComments' : null;
}

/** A comment as entered: on the launch, or on the member whose document has the path `about`. */
export const launchCommentForm = z.object({
  text: z.string().trim().refine(isVisible, 'Comment is required').max(commentLimits.text),
  about: z.string().max(2_000).nullable(),
});

/** A stored `launch_comments` document. Only functions write it. */
export const launchComment = z.object({ launch: z.string(), ...launchCommentForm.shape, ...signature });

/** Why the settings require an approval of a launch with these members; null if they do not. */
export function approvalReason(
  { approval_documents, approval_site_wide }: Settings['launches'],
  members: readonly LaunchMember[],
): string | null {
  const accepted = members.filter(({ is_accepted }) => is_accepted);
  const isSiteWide = ({ collection }: LaunchMember) => {
    const kind = kindOf(collection);
    return collection === collections.settings || (kind !== null && kinds[kind].shownOn !== undefined);
  };
  if (approval_site_wide && accepted.some(isSiteWide)) return 'It changes homepage sections or settings.';
  const isLarge = approval_documents > 0 && accepted.length >= approval_documents;
  return isLarge ? `It has ${counted(accepted.length, 'document')}.` : null;
}

/** Whether a person is a second one: not the owner, the planner or the last person that changed the members. */
export const isSecondPerson = (
  { owner, planned, members_by }: Pick<Launch, 'owner' | 'planned' | 'members_by'>,
  uid: string,
): boolean => ![owner, planned?.by, members_by].includes(uid);

/** The members that the publication includes: proposals that wait are not. */
export const acceptedOf = (members: readonly LaunchMember[]): LaunchMember[] =>
  members.filter(({ is_accepted }) => is_accepted);

/** The path of a member's document. */
export const memberPath = ({ collection, id }: Pick<LaunchMember, 'collection' | 'id'>): string =>
  `${collection}/${id}`;

const actionWords: Record<LaunchAction | TakeBackAction, { label: string; done: string }> = {
  publish_draft: { label: 'Publish changes', done: 'published' },
  publish: { label: 'Publish', done: 'published' },
  unpublish: { label: 'Unpublish', done: 'unpublished' },
  delete: { label: 'Delete', done: 'deleted' },
  restore: { label: 'Restore from the trash', done: 'restored from the trash' },
  return: { label: 'Return to the earlier content', done: 'returned to the earlier content' },
  redirect: { label: 'Redirect', done: 'redirected' },
};

/** An action as the label of a choice or a table: 'Publish changes'. */
export const launchActionLabel = (action: LaunchAction | TakeBackAction): string => actionWords[action].label;

/** The action that a launch carries out, or has carried out, on a member. */
export const actionOfMember = ({ action, took_back }: Pick<LaunchMember, 'action' | 'took_back'>) =>
  took_back ?? action;

/** The results of actions with their numbers: '2 published, 1 deleted'. */
export function countActions(actions: readonly (LaunchAction | TakeBackAction)[]): string {
  const results = Map.groupBy(actions, (action) => actionWords[action].done);
  return [...results].map(([done, { length }]) => `${length.toLocaleString('en')} ${done}`).join(', ');
}

/** Documents by the result of their action, for the audit log: `{ unpublished: ['pages/a'] }`. */
export function documentsByResult(
  documents: readonly { path: string; action: LaunchAction | TakeBackAction }[],
): Record<string, string[]> {
  const results = Map.groupBy(documents, ({ action }) => actionWords[action].done);
  return Object.fromEntries([...results].map(([done, all]) => [done, all.map(({ path }) => path)]));
}

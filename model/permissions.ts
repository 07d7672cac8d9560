import { type Bucket, buckets, collections } from './paths.ts';
import { type Role, roleNames, type UserRoles } from './user.ts';
import type { Policy } from './kinds/kind.ts';
import {
  collectionOf,
  type Kind,
  type KindCollection,
  kindCollections,
  kindNames,
  kinds,
  policyOf,
  type Savable,
} from './kinds/kinds.ts';
import type { Data } from './changes/write.ts';

export type Operation = 'get' | 'list' | 'create' | 'update' | 'delete';
type Collection = (typeof collections)[keyof typeof collections] | KindCollection;
export type Guarded = Collection | Bucket;

/**
 * The scope of an operation:
 * - `own`: the user's own account, or a document they created;
 * - `own draft`: a document they created, unpublished before and after;
 * - `open`: companions of a demo without a password, or of a demo they created;
 * - `content`: companions of a document, but not of a setting;
 * - `with its document`: in the same batch as a permitted operation on its document.
 */
export type Reach = 'no' | 'yes' | 'own' | 'own draft' | 'open' | 'content' | 'with its document';

/**
 * Columns of the table: a signed-in user without a role, then the four roles. Signed-out callers have no permissions.
 * An operation without a row is denied to all of them.
 */
const holders = ['none', 'viewer', 'author', 'editor', 'admin'] as const;

type Rights = ['get' | 'list' | 'read' | 'create' | 'update' | 'delete' | 'write', Reach, Reach, Reach, Reach, Reach];
type Row = [Guarded, ...Rights];

/** The rights on collections with the same policy, which each kind states. */
// prettier-ignore
const policies: Readonly<Record<Policy, readonly Rights[]>> = {
  // operation  none                 viewer               author               editor               admin
  sections: [
    ['read',    'no',                'yes',               'yes',               'yes',               'yes'],
    ['create',  'no',                'no',                'no',                'yes',               'yes'],
    ['update',  'no',                'no',                'no',                'yes',               'yes'],
    ['delete',  'no',                'no',                'no',                'no',                'yes'],
  ],
  articles: [
    ['read',    'no',                'yes',               'yes',               'yes',               'yes'],
    ['create',  'no',                'no',                'own draft',         'yes',               'yes'],
    ['update',  'no',                'no',                'own draft',         'yes',               'yes'],
    ['delete',  'no',                'no',                'own draft',         'yes',               'yes'],
  ],
  admin: [
    ['read',    'no',                'yes',               'yes',               'yes',               'yes'],
    ['create',  'no',                'no',                'no',                'no',                'yes'],
    ['update',  'no',                'no',                'no',                'no',                'yes'],
  ],
};

const kindsAndSetting: readonly Savable[] = [...kindNames, 'setting'];

// prettier-ignore
const table: readonly Row[] = [
  ...kindsAndSetting.flatMap((kind) => policies[policyOf(kind)].map((rights): Row => [collectionOf(kind), ...rights])),
  // resource             operation  none                 viewer               author               editor               admin
  ['demo_embeds',         'get',     'no',                'open',              'open',              'yes',               'yes'],
  ['demo_embeds',         'write',   'no',                'no',                'with its document', 'with its document', 'with its document'],
  ['demo_secrets',        'write',   'no',                'no',                'with its document', 'with its document', 'with its document'],
  ['slugs',               'read',    'no',                'yes',               'yes',               'yes',               'yes'],
  ['slugs',               'create',  'no',                'no',                'with its document', 'with its document', 'with its document'],
  ['slugs',               'update',  'no',                'no',                'with its document', 'with its document', 'with its document'],
  ['redirects',           'read',    'no',                'yes',               'yes',               'yes',               'yes'],
  ['redirects',           'create',  'no',                'no',                'no',                'no',                'yes'],
  ['redirects',           'update',  'no',                'no',                'no',                'no',                'yes'],
  ['media',               'read',    'no',                'yes',               'yes',               'yes',               'yes'],
  ['media',               'update',  'no',                'no',                'no',                'yes',               'yes'],
  ['media',               'delete',  'no',                'no',                'no',                'yes',               'yes'],
  ['trash',               'get',     'no',                'no',                'own draft',         'yes',               'yes'],
  ['trash',               'list',    'no',                'no',                'no',                'yes',               'yes'],
  ['trash',               'create',  'no',                'no',                'with its document', 'with its document', 'with its document'],
  ['trash',               'update',  'no',                'no',                'with its document', 'with its document', 'with its document'],
  ['revisions',           'read',    'no',                'yes',               'yes',               'yes',               'yes'],
  ['revision_embeds',     'read',    'no',                'own',               'own',               'yes',               'yes'],
  ['drafts',              'read',    'no',                'yes',               'yes',               'yes',               'yes'],
  ['drafts',              'write',   'no',                'no',                'own',               'content',           'yes'],
  ['draft_embeds',        'get',     'no',                'open',              'open',              'yes',               'yes'],
  ['draft_embeds',        'write',   'no',                'no',                'with its document', 'with its document', 'with its document'],
  ['user_roles',          'get',     'own',               'own',               'own',               'own',               'yes'],
  ['user_roles',          'list',    'no',                'no',                'no',                'no',                'yes'],
  ['profiles',            'get',     'own',               'own',               'own',               'own',               'yes'],
  ['profiles',            'list',    'no',                'no',                'no',                'no',                'yes'],
  ['profiles',            'create',  'own',               'own',               'own',               'own',               'own'],
  ['profiles',            'update',  'own',               'own',               'own',               'own',               'own'],
  ['invites',             'read',    'no',                'no',                'no',                'no',                'yes'],
  ['audit',               'read',    'no',                'no',                'no',                'no',                'yes'],
  ['system',              'get',     'yes',               'yes',               'yes',               'yes',               'yes'],
  ['releases',            'read',    'no',                'yes',               'yes',               'yes',               'yes'],
  ['build_state',         'read',    'no',                'yes',               'yes',               'yes',               'yes'],
  ['launches',            'read',    'no',                'yes',               'yes',               'yes',               'yes'],
  ['launch_comments',     'read',    'no',                'yes',               'yes',               'yes',               'yes'],
  ['presence',            'read',    'no',                'yes',               'yes',               'yes',               'yes'],
  ['presence',            'create',  'no',                'no',                'own',               'own',               'own'],
  ['presence',            'update',  'no',                'no',                'own',               'own',               'own'],
  ['schedules',           'read',    'no',                'yes',               'yes',               'yes',               'yes'],
  ['schedules',           'write',   'no',                'no',                'no',                'yes',               'yes'],
  ['preview_links',       'read',    'no',                'no',                'no',                'yes',               'yes'],
  ['summaries',           'read',    'no',                'yes',               'yes',               'yes',               'yes'],
  ['search',              'read',    'no',                'yes',               'yes',               'yes',               'yes'],
  ['search_people',       'read',    'no',                'no',                'no',                'no',                'yes'],
  ['homepage-images',     'get',     'no',                'yes',               'yes',               'yes',               'yes'],
  ['homepage-images',     'create',  'no',                'no',                'no',                'yes',               'yes'],
  ['demo-images',         'get',     'no',                'yes',               'yes',               'yes',               'yes'],
  ['demo-images',         'create',  'no',                'no',                'yes',               'yes',               'yes'],
  ['branding-assets',     'get',     'no',                'yes',               'yes',               'yes',               'yes'],
  ['branding-assets',     'create',  'no',                'no',                'no',                'no',                'yes'],
];

const operationsOf: Record<Rights[0], readonly Operation[]> = {
  get: ['get'],
  list: ['list'],
  read: ['get', 'list'],
  create: ['create'],
  update: ['update'],
  delete: ['delete'],
  write: ['create', 'update', 'delete'],
};

const cells = new Map<string, Reach>(
  table.flatMap(([what, group, ...reaches]) =>
    operationsOf[group].flatMap((operation) =>
      holders.map((holder, column) => [`${what} ${operation} ${holder}`, reaches[column] ?? 'no'] as const),
    ),
  ),
);

/** All collections and buckets. */
export const guarded: readonly Guarded[] = [
  ...new Set([...Object.values(collections), ...kindCollections, ...Object.values(buckets)]),
];

/** A user: uid (null when signed out) and effective roles, see `effectiveRoles`. */
export interface Viewer {
  uid: string | null;
  roles: readonly Role[];
}

/**
 * The object of an operation. `owner` is the uid in `created_by` (for a draft, that of its document), or an account's
 * id.
 */
export interface Subject {
  what: Guarded;
  owner?: string | null | undefined;
  /** Published before or after the operation. */
  isPublished?: boolean | undefined;
  /** For a companion of a demo: whether that demo has a password. */
  isProtected?: boolean | undefined;
  /** For a draft: whether it belongs to a setting. */
  isSetting?: boolean | undefined;
}

/** The scope in which a role may perform an operation; `no` if the table has no row. */
export const reachOf = (role: Role | 'none', operation: Operation, what: Guarded): Reach =>
  cells.get(`${what} ${operation} ${role}`) ?? 'no';

/** Whether any role of a user permits an operation. Rules and functions enforce it; screens use it to offer actions. */
export function can(viewer: Viewer, operation: Operation, subject: Subject): boolean {
  if (viewer.uid === null) return false;
  const isOwn = subject.owner === viewer.uid;
  return (['none', ...viewer.roles] as const).some((holder) => {
    const reach = reachOf(holder, operation, subject.what);
    if (reach === 'own') return isOwn;
    if (reach === 'own draft') return isOwn && subject.isPublished !== true;
    if (reach === 'content') return subject.isSetting !== true;
    if (reach === 'open') return isOwn || subject.isProtected !== true;
    return reach !== 'no';
  });
}

/** The effective roles: none for an inactive user, and not `admin` without a second factor if it is required. */
export function effectiveRoles(
  user: Pick<UserRoles, 'roles' | 'is_active'> | null,
  secondFactor: { required: boolean; used: boolean },
): Role[] {
  if (!user?.is_active) return [];
  const isMissing = secondFactor.required && !secondFactor.used;
  return roleNames.filter((role) => user.roles.includes(role) && !(role === 'admin' && isMissing));
}

/**
 * The permitted actions on a document. Screens offer these; functions check them, because rules do not check functions.
 */
export interface Abilities {
  canEdit: boolean;
  /** Whether the document may be published and, once published, edited and unpublished. */
  canPublish: boolean;
  canDelete: boolean;
}

export const canCreate = (kind: Kind, viewer: Viewer): boolean =>
  can(viewer, 'create', { what: kinds[kind].collection, owner: viewer.uid, isPublished: false });

/** The fields of a document that decide permissions. */
interface Owned {
  /** Null if no user is named. */
  created_by: string | null;
  is_published: boolean;
}

/** Reads these fields of a stored document with any other fields. */
export const ownedBy = ({ created_by, is_published }: Data): Owned => ({
  created_by: typeof created_by === 'string' ? created_by : null,
  is_published: is_published === true,
});

const subjectOf = (kind: Kind, { created_by, is_published }: Owned): Subject => ({
  what: kinds[kind].collection,
  owner: created_by,
  isPublished: is_published,
});

/** The abilities of a user on a document. For a new document, set `created_by` to the user. */
export function abilities(kind: Kind, viewer: Viewer, document: Owned): Abilities {
  const subject = subjectOf(kind, document);
  return {
    canEdit: can(viewer, 'update', subject),
    canPublish: can(viewer, 'update', { ...subject, isPublished: true }),
    canDelete: can(viewer, 'delete', subject),
  };
}

/** Whether a user may take a slug that redirects visitors to another document. */
export const canTakeOverSlugs = (kind: Kind, viewer: Viewer): boolean =>
  can(viewer, 'update', { what: kinds[kind].collection, isPublished: true });

/** Whether a user may keep a draft of a document, or of a setting, which has no owner (`document` is null). */
export const canDraft = (kind: Savable, viewer: Viewer, document: Pick<Owned, 'created_by'> | null): boolean =>
  can(viewer, 'update', { what: collections.drafts, owner: document?.created_by, isSetting: kind === 'setting' });

/** Whether a user may review submitted drafts. */
export const canReview = (viewer: Viewer): boolean => can(viewer, 'update', { what: collections.drafts });

/** Whether a user may restore this deleted document. */
export const canRestoreDocument = (kind: Kind, viewer: Viewer, document: Owned): boolean =>
  canRestore(viewer) && can(viewer, 'create', subjectOf(kind, document));

/**
 * Whether a user may describe, replace, delete and restore an image. Authors may do so with their own by functions,
 * until a release has shown it (`shown`).
 */
export function imageAccess(
  viewer: Viewer,
  { created_by, is_unshown }: { created_by: string | null; is_unshown?: boolean | undefined },
): 'yes' | 'shown' | 'no' {
  if (can(viewer, 'update', { what: collections.media })) return 'yes';
  if (!viewer.roles.includes('author') || viewer.uid === null || created_by !== viewer.uid) return 'no';
  return is_unshown === true ? 'yes' : 'shown';
}

/** Whether a user may restore any document from the trash. */
export const canRestore = (viewer: Viewer): boolean => can(viewer, 'list', { what: collections.trash });

/**
 * Whether a user may unpin the site, which publishes all changes since it was pinned:
 * docs/decisions/008-atomic-releases.md.
 */
export const canUnpin = (viewer: Viewer): boolean => kindNames.every((kind) => canTakeOverSlugs(kind, viewer));

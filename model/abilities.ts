import { collections } from './paths.ts';
import { can, type Subject, type Viewer } from './permissions.ts';
import { kinds, type Kind, type Savable } from './kinds.ts';
import type { Data } from './writes/write.ts';

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
export const canDraft = (what: Savable, viewer: Viewer, document: Pick<Owned, 'created_by'> | null): boolean =>
  can(viewer, 'update', { what: collections.drafts, owner: document?.created_by, isSetting: what === 'setting' });

/** Whether a user may review submitted drafts. */
export const canReview = (viewer: Viewer): boolean => can(viewer, 'update', { what: collections.drafts });

/** Whether a user may restore this deleted document. */
export const canRestoreDocument = (kind: Kind, viewer: Viewer, document: Owned): boolean =>
  canRestore(viewer) && can(viewer, 'create', subjectOf(kind, document));

/** Whether a user may restore any document from the trash. */
export const canRestore = (viewer: Viewer): boolean => can(viewer, 'list', { what: collections.trash });

/**
 * Whether a user may unpin the site, which publishes all changes since it was pinned:
 * docs/decisions/008-atomic-releases.md.
 */
export const canUnpin = (viewer: Viewer): boolean =>
  can(viewer, 'update', { what: collections.sections, isPublished: true });

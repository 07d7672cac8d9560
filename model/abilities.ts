import { collections } from './paths.ts';
import { can, type Subject, type Viewer } from './permissions.ts';
import { kinds, type Kind, type Savable } from './kinds.ts';
import type { Data } from './writes/write.ts';

/** What a screen may offer, where the rules decide, and what a function may do, which no rules check. */
export interface Abilities {
  canEdit: boolean;
  /** Whether it may be published, or edited and unpublished when it is. */
  canPublish: boolean;
  canDelete: boolean;
}

export const canCreate = (kind: Kind, viewer: Viewer): boolean =>
  can(viewer, 'create', { what: kinds[kind].collection, owner: viewer.uid, isPublished: false });

/** What decides who may do what with a document. */
interface Owned {
  /** Null where nobody is named. */
  created_by: string | null;
  is_published: boolean;
}

/** The same of a stored document, whatever shape it has. */
export const ownedBy = ({ created_by, is_published }: Data): Owned => ({
  created_by: typeof created_by === 'string' ? created_by : null,
  is_published: is_published === true,
});

const subjectOf = (kind: Kind, { created_by, is_published }: Owned): Subject => ({
  what: kinds[kind].collection,
  owner: created_by,
  isPublished: is_published,
});

/** What a person may do with a document; a new one has no `created_by` but theirs. */
export function abilities(kind: Kind, viewer: Viewer, document: Owned): Abilities {
  const subject = subjectOf(kind, document);
  return {
    canEdit: can(viewer, 'update', subject),
    canPublish: can(viewer, 'update', { ...subject, isPublished: true }),
    canDelete: can(viewer, 'delete', subject),
  };
}

/** Whether a person may keep a working copy of a document, or of a setting, which nobody owns. */
export const canDraft = (what: Savable, viewer: Viewer, document: Pick<Owned, 'created_by'> | null): boolean =>
  can(viewer, 'update', { what: collections.drafts, owner: document?.created_by, isSetting: what === 'setting' });

/** Whether a person answers those who ask for a draft to be published. */
export const canReview = (viewer: Viewer): boolean => can(viewer, 'update', { what: collections.drafts });

/** Whether a person may bring back this document, as it was when it was deleted. */
export const canBringBack = (kind: Kind, viewer: Viewer, document: Owned): boolean =>
  canRestore(viewer) && can(viewer, 'create', subjectOf(kind, document));

/** Whether a person may bring documents back from the trash at all. */
export const canRestore = (viewer: Viewer): boolean => can(viewer, 'get', { what: collections.trash });

/** Whether a person may let a pinned site follow its content again, which publishes what has waited: docs/decisions/022. */
export const canUnpin = (viewer: Viewer): boolean =>
  can(viewer, 'update', { what: collections.sections, isPublished: true });

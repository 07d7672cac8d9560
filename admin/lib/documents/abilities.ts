import { collections } from '@frontage/model/paths';
import { can, type Viewer } from '@frontage/model/permissions';
import { kinds, type Kind } from './kinds.ts';

/** What a screen may offer; the rules decide. */
export interface Abilities {
  canEdit: boolean;
  /** Whether it may be published, or edited and unpublished when it is. */
  canPublish: boolean;
  canDelete: boolean;
}

export const canCreate = (kind: Kind, viewer: Viewer): boolean =>
  can(viewer, 'create', { what: kinds[kind].collection, owner: viewer.uid, isPublished: false });

/** What a person may do with a document; a new one has no `created_by` but theirs. */
export function abilities(
  kind: Kind,
  viewer: Viewer,
  document: { created_by: string | null; is_published: boolean },
): Abilities {
  const subject = { what: kinds[kind].collection, owner: document.created_by, isPublished: document.is_published };
  return {
    canEdit: can(viewer, 'update', subject),
    canPublish: can(viewer, 'update', { ...subject, isPublished: true }),
    canDelete: can(viewer, 'delete', subject),
  };
}

/** Whether a person may bring documents back from the trash. */
export const canRestore = (viewer: Viewer): boolean => can(viewer, 'get', { what: collections.trash });

import type { Base, SaveIntent } from '@frontage/model/changes/document-writes';
import type { DocumentStore } from '../../lib/documents/document-store.ts';
import type { Notify } from '../../ui/toaster.tsx';
import type { Prepared } from '../versions/use-undo.ts';
import type { ChangeOfOthers, Origin } from './session.ts';
import type { EditStorage } from './unsaved-edits.ts';

/** A save that succeeded. */
export interface FinishedSave {
  intent: SaveIntent;
  /** The previous content, for Undo; null if it is not known or the document is new. */
  before: Prepared | null;
  base: Base;
  name: string;
  visibility: { wasPublic: boolean; isPublic: boolean };
  /** Whether the editor stays open for another action. */
  staysOpen: boolean;
}

/** The application around a session. */
export interface SessionServices {
  uid: string;
  /** The display name of this user. */
  ownName: string;
  store: DocumentStore;
  /** For unsaved edits. */
  storage: EditStorage;
  notify: Notify;
  /** Reads the own name again, because the rules refuse drafts under a name that the profile no longer has. */
  refreshOwnName(): void;
  /** Reads the drafts in lists again. */
  refreshDrafts(): void;
  readAuthor(of: { kind: SaveIntent['kind']; id: string; uid: string }): Promise<string>;
  /** Whether a save may take a slug; may ask the user. */
  mayTakeSlug(from: Origin, slug: unknown): Promise<boolean>;
  /** Asks the user to sign in if the error means that the session has ended. Returns whether to retry. */
  signInAgain(error: unknown): Promise<boolean>;
  /** Whether a save may publish changes of others that the draft contains; may ask the user. */
  mayPublishChanges(of: { who: string | null; changes: readonly ChangeOfOthers[] }): Promise<boolean>;
  onSaved(save: FinishedSave): void;
}

import { draftOriginOf } from '@frontage/model/fields';
import type { Savable } from '@frontage/model/kinds/kinds';
import { documentPath, type Data } from '@frontage/model/changes/write';
import type { FieldValues } from 'react-hook-form';
import { DocumentError, type DocumentStore, valueOf } from '../../lib/documents/document-store.ts';
import {
  discardDraft,
  readDraft,
  readRevision,
  type DraftOutcome,
  type KeptDraft,
  writeDraft,
} from '../../lib/documents/draft.ts';
import { readStoredVersion } from '../../lib/documents/save-document.ts';
import { versionOf } from '../../lib/documents/document.ts';
import { loadMerge, type Values } from '../versions/compare-fields.ts';
import { afterWrite } from '../versions/draft-values.ts';
import type { EditorSetup } from '../editor.ts';
import {
  isBehind,
  knownVersion,
  type Effect,
  type LiveVersion,
  type Origin,
  type OtherVersion,
  type RemoteDraft,
  type Session,
  type SessionEvent,
} from './session.ts';
import type { SessionServices } from './session-services.ts';

/** The session whose documents are read and written. */
interface SessionContext<Input extends FieldValues, Fields extends object> {
  kind: Savable;
  store: DocumentStore;
  /** The version with which the session began. */
  start: Origin;
  state(): Session;
  setup(): EditorSetup<Input, Fields>;
  services(): SessionServices;
}

/** The stored documents of a session: the live version, its draft and its history. */
export class SessionDocuments<Input extends FieldValues, Fields extends object> {
  readonly #context: SessionContext<Input, Fields>;

  constructor(context: SessionContext<Input, Fields>) {
    this.#context = context;
  }

  async writeDraft({ intent, values }: Effect & { type: 'write draft' }): Promise<SessionEvent> {
    const { kept } = this.#context.state();
    const outcome = await this.#signedIn(() =>
      writeDraft(this.#context.store, { ...intent, name: this.#context.services().ownName }),
    );
    if (!outcome.ok) return this.#refused(outcome);
    const written = { ...intent, name: this.#context.services().ownName };
    return { type: 'draft stored', kept: afterWrite(kept, written, outcome.version), values };
  }

  async deleteDraft({ id, kept, values }: Effect & { type: 'delete draft' }): Promise<SessionEvent> {
    const { kind, store } = this.#context;
    const outcome = await this.#signedIn(() => discardDraft(store, { kind, id }, kept));
    return outcome.ok ? { type: 'draft stored', kept: null, values } : this.#refused(outcome);
  }

  /** The stored draft if another browser changed it; null otherwise. */
  async readChangedDraft(): Promise<SessionEvent | null> {
    const seen = knownVersion(this.#context.state());
    const found = await readDraft(this.#context.store, this.#target());
    if (!found.ok || (found.value?.version ?? '') === seen) return null;
    return { type: 'draft read', seen, ...(await this.remoteDraft(found.value)) };
  }

  /** The stored version, to merge it. */
  async readLive(): Promise<SessionEvent> {
    const from = this.#context.state().origin.base;
    const live = await this.liveVersion(await this.#readLiveData());
    return { type: 'live read', from, ...live, merge: await loadMerge() };
  }

  /** A draft that another browser wrote, with the versions that merging it needs. */
  async remoteDraft(theirs: KeptDraft | null): Promise<RemoteDraft> {
    const merge = await loadMerge();
    const data = theirs === null ? await this.#readLiveData() : null;
    const hasMoved = theirs === null && (data?.['rev'] ?? 0) !== (this.#context.state().origin.base?.rev ?? 0);
    const base = isBehind(this.#context.state(), theirs) ? await this.#valuesAt(theirs.draft.base_rev) : null;
    return { theirs, live: hasMoved ? await this.liveVersion(data, true) : null, base, merge };
  }

  /** A version that another user stored, and whether publishing this draft has made it. */
  async liveVersion(found: Data | null, isDraftGone?: boolean): Promise<LiveVersion> {
    const { kept } = this.#context.state();
    const isFromDraft = kept !== null && found !== null && draftOriginOf(found) !== null;
    const isPublished =
      isFromDraft && (isDraftGone ?? valueOf(await readDraft(this.#context.store, this.#target())) === null);
    return { theirs: await this.#otherVersion(found), published: isPublished ? kept.version : null };
  }

  /** Repeats a refused write of the draft after a new sign-in, if the sign-in has ended, for example in another tab. */
  async #signedIn<Outcome extends { ok: true } | (DraftOutcome & { ok: false })>(
    attempt: () => Promise<Outcome>,
  ): Promise<Outcome> {
    const outcome = await attempt();
    if (outcome.ok) return outcome;
    const { reason } = outcome.failure;
    if (reason !== 'unauthenticated' && reason !== 'denied') return outcome;
    return (await this.#context.services().signInAgain(new DocumentError(reason))) ? attempt() : outcome;
  }

  async #refused({ failure }: DraftOutcome & { ok: false }): Promise<SessionEvent> {
    if (failure.reason === 'moved') return { type: 'draft moved', ...(await this.remoteDraft(failure.theirs)) };
    const { reason } = failure;
    const isSetting = this.#context.kind === 'setting';
    const mayBeDeleted = reason === 'denied' && !isSetting && !this.#context.state().isNew;
    const isDeleted = mayBeDeleted && (await this.#readLiveData()) === null;
    return { type: 'draft refused', reason, isDeleted };
  }

  /** The form values at an earlier revision; null if neither this session nor the history has them. */
  async #valuesAt(rev: number): Promise<Values | null> {
    const { start } = this.#context;
    if (rev === (start.base?.rev ?? 0) && !start.isBaseLost) return start.values;
    const data = await readRevision(this.#context.store, this.#target(), rev);
    const { iframe_url: code } = this.#context.state().origin.values;
    return data && this.#context.setup().valuesOf(data, typeof code === 'string' ? code : null).values;
  }

  async #otherVersion(found: Data | null): Promise<OtherVersion | null> {
    const { data, embed } = await readStoredVersion(this.#context.store, this.#target(), found);
    if (data === null) return null;
    const { updated_by, updated_at } = versionOf(data);
    const who = await this.#context.services().readAuthor({ ...this.#target(), uid: updated_by });
    return { ...this.#context.setup().valuesOf(data, embed), who, at: updated_at };
  }

  async #readLiveData(): Promise<Data | null> {
    const { kind, id } = this.#target();
    return valueOf(await this.#context.store.read(documentPath(kind, id)));
  }

  #target() {
    return { kind: this.#context.kind, id: this.#context.state().origin.id };
  }
}

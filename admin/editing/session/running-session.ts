import { draftNotices, invalid, texts } from '@frontage/model/messages';
import { lastEdit } from '@frontage/model/draft';
import type { Data } from '@frontage/model/changes/write';
import type { Base, ReviewStep, SaveIntent } from '@frontage/model/changes/document-writes';
import type { FieldValues } from 'react-hook-form';
import { DocumentError, type DocumentStore } from '../../lib/documents/document-store.ts';
import type { KeptDraft } from '../../lib/documents/draft.ts';
import { saveDocument, type SaveFailure, type SaveOutcome } from '../../lib/documents/save-document.ts';
import { failureReasons, plainFailure } from '../../lib/errors.ts';
import { areSameValues, loadMerge, type Values } from '../versions/compare-fields.ts';
import type { EditorSetup } from '../editor.ts';
import { momentPhrase } from '../moment-text.ts';
import type { Prepared } from '../versions/use-undo.ts';
import { SessionDocuments } from './session-documents.ts';
import { SessionForm } from './session-form.ts';
import {
  changesOfOthers,
  ownChanges,
  isDraftOn,
  isDraftSafe,
  isOnServer,
  isWriteWaiting,
  startSession,
  step,
  type Effect,
  type JobRequest,
  type Origin,
  type SaveRequest,
  type Session,
  type SessionEvent,
  viewOf,
} from './session.ts';
import type { FinishedSave, SessionServices } from './session-services.ts';
import { openUnsavedCopy } from './unsaved-edits.ts';

interface Connections<Input extends FieldValues, Fields extends object> {
  setup: EditorSetup<Input, Fields>;
  services: SessionServices;
}

/** Milliseconds before and between writes of a draft: at most 29 documents are written a minute. */
const intervals = { firstMs: 500, betweenMs: { 1: 2_080, 2: 4_300 }, retryMs: 2_000, maxRetryMs: 30_000 } as const;

const maxCancels = 5;

/** Milliseconds until the next write of a draft; `sinceLast` since the start of the previous one. */
export function nextWriteDelay(sinceLast: number, { documents, failures }: Pick<Session, 'documents' | 'failures'>) {
  const between = Math.max(intervals.firstMs, intervals.betweenMs[documents] - sinceLast);
  if (failures === 0) return between;
  return Math.max(between, Math.min(intervals.retryMs * 2 ** (failures - 1), intervals.maxRetryMs));
}

type UnsavedCopy = ReturnType<typeof openUnsavedCopy>;

/** An edit session: runs the effects of its events on the form, the document store and the storage of this browser. */
export class RunningSession<Input extends FieldValues, Fields extends object> {
  readonly #kind: SaveIntent['kind'];
  readonly #uid: string;
  readonly #store: DocumentStore;
  readonly #form: SessionForm<Input, Fields>;
  readonly #documents: SessionDocuments<Input, Fields>;
  readonly #copy: UnsavedCopy;
  // The functions of the editor's last render.
  #setup: EditorSetup<Input, Fields>;
  #services: SessionServices;
  #session: Session;
  #view: ReturnType<typeof viewOf>;
  readonly #listeners = new Set<() => void>();
  // Events that arrived during an event.
  readonly #events: SessionEvent[] = [];
  #isStepping = false;
  #isOpen = false;
  #saving: Promise<boolean> | null = null;
  // Whether the editor stays open after the running save.
  #staysOpen = false;
  // The changes of others that the user allowed the running save to publish.
  #allowed: string | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  // When the last write of the draft started.
  #lastWrite = Number.NEGATIVE_INFINITY;
  #finishJob: (isDone: boolean) => void = () => {};

  constructor({ setup, services }: Connections<Input, Fields>) {
    const { kind, start, draft } = setup;
    const { uid, store, storage } = services;
    this.#setup = setup;
    this.#services = services;
    this.#kind = kind;
    this.#uid = uid;
    this.#store = store;
    this.#form = new SessionForm(setup.form);
    const opened = this.#form.values();
    const isPublic = (values: Values): boolean => setup.isPublic(values as Input);
    this.#session = startSession({
      subject: { kind, uid, secretFields: setup.secretFields ?? [], isPublic },
      mayDraft: draft.mayDraft,
      origin: start,
      form: opened,
      kept: draft.start,
    });
    this.#view = viewOf(this.#session);
    this.#documents = new SessionDocuments({
      ...{ kind, store, start },
      state: () => this.#session,
      setup: () => this.#setup,
      services: () => this.#services,
    });
    this.#copy = openUnsavedCopy({
      ...{ storage, uid, kind },
      // A setting has its id even before the first save, and a new document once it has a draft.
      document: start.base || kind === 'setting' || draft.start ? start.id : 'new',
      isUnchanged: ({ values }) => areSameValues({ ...opened, ...values }, opened),
      onKept: (isKept) => this.dispatch({ type: 'set', state: { isCopyKept: isKept } }),
    });
  }

  /** The name under which this browser keeps the edit. */
  get name(): string {
    return this.#copy.name;
  }

  readonly view = () => this.#view;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  state(): Session {
    return this.#session;
  }

  /** Replaces the functions of the editor after each render. */
  connect({ setup, services }: Connections<Input, Fields>): void {
    this.#setup = setup;
    this.#services = services;
    const { mayDraft } = setup.draft;
    if (mayDraft !== this.#session.mayDraft) this.dispatch({ type: 'set', state: { mayDraft } });
  }

  /** Follows the form and the window until the editor is closed, which writes pending changes. */
  open(): () => void {
    this.#isOpen = true;
    const { flush } = this.#copy;
    const unfollow = this.#form.follow((values) => this.dispatch({ type: 'typed', values }));
    const unlock = this.#copy.lock();
    const onOnline = () => this.#flushUnsafe();
    const onHide = () => {
      flush();
      if (document.visibilityState === 'hidden') this.#flushUnsafe();
    };
    window.addEventListener('pagehide', flush);
    // Retries wait longer each time; being online again is a reason to retry at once.
    window.addEventListener('online', onOnline);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      this.#isOpen = false;
      unfollow();
      unlock();
      window.removeEventListener('pagehide', flush);
      window.removeEventListener('online', onOnline);
      document.removeEventListener('visibilitychange', onHide);
      flush();
      this.#flushUnsafe();
    };
  }

  /** Takes an event: changes the state, runs the effects, and informs the editor. */
  dispatch(event: SessionEvent): void {
    this.#events.push(event);
    if (this.#isStepping) return;
    this.#isStepping = true;
    try {
      for (let next = this.#events.shift(); next; next = this.#events.shift()) {
        const turn = step(this.#session, next);
        this.#session = turn.session;
        for (const effect of turn.effects) this.#run(effect);
        // After all effects of an event have set the form, because its fields may change the values they get.
        const values = this.#form.takeAdjusted(this.#session.form);
        if (values) this.dispatch({ type: 'typed', values });
      }
    } finally {
      this.#isStepping = false;
    }
    this.#schedule();
    this.#view = viewOf(this.#session, this.#view);
    for (const listener of [...this.#listeners]) listener();
  }

  // Commands that the editor passes on.

  /** Writes pending changes without opening a dialog; true if all form values are on the server. */
  readonly settle = async (): Promise<boolean> => {
    if (this.#session.draftConflict === null) await this.flush();
    return isOnServer(this.#session);
  };

  /** Like `settle`; returns the stored draft, or undefined if the server does not have all form values. */
  readonly settleDraft = async (): Promise<KeptDraft | null | undefined> =>
    (await this.settle()) ? this.#session.kept : undefined;

  readonly mustAskBeforeLeaving = (): boolean => this.#session.isDirty && !isOnServer(this.#session);

  /** Saves the form. During a save, it saves again afterwards if there is something new, or something to publish. */
  readonly save = (change?: { isPublished: boolean }, options = { staysOpen: false }): Promise<boolean> =>
    this.#startSave(change, options.staysOpen);

  /** Creates the new document, unpublished, and keeps the editor open; null if that failed. */
  readonly create = async (): Promise<Base | null> =>
    (await this.#startSave({ isPublished: false }, true)) ? this.#session.origin.base : null;

  /** Stores the draft on purpose, so that Cancel does not take it back. */
  readonly saveDraft = async (): Promise<boolean> => {
    const isStored = await this.flush();
    if (isStored) this.dispatch({ type: 'draft saved' });
    return isStored;
  };

  readonly ownChanges = () => (isDraftOn(this.#session) ? ownChanges(this.#session) : null);

  /** Reads the stored version and merges it; false if it needs a choice, which opens the dialog. */
  readonly mergeNewest = async (): Promise<boolean> => {
    this.dispatch(await this.#documents.readLive());
    return this.#session.conflict === null;
  };

  /** Deletes the offered edit of an earlier session. */
  readonly discardOffered = (): void => {
    if (this.#session.offered) this.#copy.remove(this.#session.offered);
    void this.findUnsaved();
  };

  // Commands

  /** Writes pending changes of the draft without waiting; true if all of them are on the server. */
  async flush(): Promise<boolean> {
    this.dispatch({ type: 'flush requested' });
    await this.#until(() => this.#session.writing === null && this.#session.flushes === 0);
    const { isGone, isPending, draftConflict } = this.#session;
    return !isGone && !isPending && draftConflict === null;
  }

  /** Looks for an edit that an earlier session did not save, one of the names `wanted` first. */
  async findUnsaved(wanted: readonly string[] = []): Promise<void> {
    this.dispatch({ type: 'set', state: { offered: await this.#copy.find(wanted) } });
  }

  showDraftConflict(isShown: boolean): void {
    this.dispatch({ type: 'draft conflict shown', isShown });
  }

  keepValues(values: Values): void {
    this.dispatch({ type: 'draft conflict resolved', values });
  }

  /** Called after the draft was published by its review, with the fields that differ from the draft. */
  published(base: Base, values: Values): void {
    this.dispatch({ type: 'draft published', base, values, at: new Date().toISOString() });
  }

  async applyReviewStep(step: ReviewStep): Promise<boolean> {
    const isStored = await this.#runJob({ type: 'review', step });
    if (isStored) this.dispatch({ type: 'draft saved' });
    return isStored;
  }

  /** Takes the changes of this session out of the draft; the copy in this browser keeps them. False if that failed. */
  async cancel(): Promise<boolean> {
    // A colleague's change during the write is merged, and the write repeated.
    for (let tries = 0; tries < maxCancels; tries += 1) {
      const before = this.#session.kept?.version;
      if (await this.#runJob({ type: 'cancel' })) return true;
      if (this.#session.kept?.version === before && this.#session.draftConflict === null) break;
    }
    this.dispatch({ type: 'resumed' });
    return false;
  }

  discardDraft(): Promise<boolean> {
    return this.#runJob({ type: 'discard' });
  }

  /** Merges the live version after a save was undone; a closed editor has no form to update. */
  afterUndo(): void {
    if (this.#isOpen) this.mergeNewest().catch(reportError);
  }

  /** Reads the stored draft, and merges it if another browser changed it. */
  async refresh(): Promise<void> {
    const session = this.#session;
    if (!isDraftOn(session) || session.isPending || session.draftConflict?.isShown) return;
    const changed = await this.#documents.readChangedDraft();
    if (changed) this.dispatch(changed);
  }

  // State

  /** Starts the timer of the next write of the draft, or stops it. */
  #schedule(): void {
    if (!isWriteWaiting(this.#session)) {
      if (this.#timer !== null) clearTimeout(this.#timer);
      this.#timer = null;
      return;
    }
    const write = (): void => {
      this.#timer = null;
      this.dispatch({ type: 'write due' });
    };
    this.#timer ??= setTimeout(write, nextWriteDelay(Date.now() - this.#lastWrite, this.#session));
  }

  #until(isReached: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (!isReached()) return;
        this.#listeners.delete(check);
        resolve();
      };
      this.#listeners.add(check);
      check();
    });
  }

  async #runJob(job: JobRequest): Promise<boolean> {
    while (this.#session.job !== null) await this.#until(() => this.#session.job === null);
    return new Promise((resolve) => {
      this.#finishJob = resolve;
      this.dispatch({ type: 'job started', job });
    });
  }

  #flushUnsafe(): void {
    if (isDraftOn(this.#session) && !isDraftSafe(this.#session))
      void this.flush().then(() => this.#services.refreshDrafts());
  }

  // Effects

  #run(effect: Effect): void {
    switch (effect.type) {
      case 'reset form':
      case 'set fields':
      case 'clear fields':
      case 'mark slug':
        return this.#form.apply(effect);
      case 'write draft':
        return this.#writeDraft(this.#documents.writeDraft(effect));
      case 'delete draft':
        return this.#writeDraft(this.#documents.deleteDraft(effect));
      case 'refresh own name':
        return this.#services.refreshOwnName();
      case 'validate':
        return this.#report(this.#validate(effect), this.#failedSave(new Error('The form could not be validated')));
      case 'save':
        return void this.#save(effect.request);
      case 'keep copy':
        return this.#copy.keep(effect.edit);
      case 'drop copy':
        return this.#copy.drop();
      case 'adopt copy':
        return this.#copy.adopt(effect.found);
      case 'report merge':
      case 'report changed while publishing':
      case 'report discarded':
        return this.#notify(effect);
      case 'finish job':
        return this.#finishJob(effect.isDone);
    }
  }

  #writeDraft(answer: Promise<SessionEvent>): void {
    this.#lastWrite = Date.now();
    this.#report(answer, { type: 'draft refused', reason: 'unreachable', isDeleted: false });
  }

  /** Dispatches the answer of an effect, or another event if it rejects. */
  #report(answer: Promise<SessionEvent>, otherwise: SessionEvent): void {
    const dispatch = (event: SessionEvent): void => this.dispatch(event);
    answer.then(dispatch, (error: unknown) => {
      if (!(error instanceof DocumentError)) reportError(error);
      dispatch(otherwise);
    });
  }

  #notify(effect: Effect & { type: 'report merge' | 'report changed while publishing' | 'report discarded' }): void {
    const { notify } = this.#services;
    if (effect.type === 'report merge')
      notify.info({
        title: `${effect.who} ${effect.did} this ${momentPhrase(effect.at)}`,
        description: 'You changed other parts. The form contains both.',
      });
    else if (effect.type === 'report changed while publishing') {
      const about = this.#setup.nameOf(effect.values as Input);
      const description = texts.changedWhilePublishing;
      notify.failure({ title: 'Not published yet', description, about });
    } else {
      const { typed, withoutOwn, from } = effect;
      const undo = async () =>
        this.dispatch({ type: 'discard undone', typed, withoutOwn, from, merge: await loadMerge() });
      const notice = this.#session.isNew ? draftNotices.newDiscarded : draftNotices.discarded;
      notify.info(notice, { label: 'Undo', run: () => void undo().catch(reportError) });
      // The live version may be newer than the base of the draft.
      this.mergeNewest().catch(reportError);
    }
  }

  async #validate({ from, slug }: Effect & { type: 'validate' }): Promise<SessionEvent> {
    const result = await this.#form.validate();
    if (result.fields === null) return { type: 'validated', ...result, refused: null };
    if (!(await this.#services.mayTakeSlug(from, slug))) return { type: 'validated', ...result, refused: 'slug' };
    const isAllowed = await this.#mayPublishChanges();
    return { type: 'validated', ...result, refused: isAllowed ? null : 'changes of others' };
  }

  /** Asks once a save for the same changes. */
  async #mayPublishChanges(): Promise<boolean> {
    const changes = changesOfOthers(this.#session);
    const asked = JSON.stringify(changes);
    if (changes.length === 0 || asked === this.#allowed) return true;
    const last = this.#session.kept && lastEdit(this.#session.kept.draft);
    const who = last && last.by !== this.#uid ? last.name : null;
    const isAllowed = await this.#services.mayPublishChanges({ who, changes });
    if (isAllowed) this.#allowed = asked;
    return isAllowed;
  }

  // Saving

  async #startSave(change: { isPublished: boolean } | undefined, staysOpen: boolean): Promise<boolean> {
    const publishes = change?.isPublished === true;
    const isRepeated = this.#saving !== null;
    while (this.#saving !== null) {
      const isSaved: boolean = await this.#saving;
      const isUnpublished = this.#session.origin.values['is_published'] !== true;
      if (!isSaved || !(this.#session.isDirty || (publishes && isUnpublished))) return isSaved;
    }
    this.#staysOpen = staysOpen;
    this.#allowed = null;
    // A repeated save never unpublishes: its caller has not seen the result of the first one.
    this.#saving = this.#runJob({ type: 'save', ...(change && (publishes || !isRepeated) && { change }) });
    try {
      return await this.#saving;
    } finally {
      this.#saving = null;
    }
  }

  /** Saves, and notifies the user. */
  async #save(request: SaveRequest): Promise<void> {
    const from = request.from as Origin<Input>;
    try {
      const [written, before] = await Promise.all([
        this.#prepare(request.fields as Fields, from),
        this.#preparedBefore(from),
      ]);
      const intent = {
        kind: this.#kind,
        id: from.id,
        base: from.base,
        draft: request.draft,
        uid: this.#uid,
        ...written,
      };
      const outcome = await this.#storeDocument(intent, request.unresolved);
      if (outcome.ok) this.#finishSave(request, { intent, before, base: outcome.base });
      else await this.#refuseSave(request, outcome);
    } catch (error) {
      this.dispatch(this.#failedSave(error));
      this.#reportFailure(request, plainFailure(error));
    }
  }

  /** Saves again after a new sign-in, if the sign-in has ended. */
  async #storeDocument(intent: SaveIntent, unresolved: SaveRequest['unresolved']): Promise<SaveOutcome> {
    const outcome = await saveDocument(this.#store, intent, unresolved);
    // Both may mean that the sign-in has ended.
    const reason = outcome.ok ? null : outcome.failure.reason;
    const mayBeOver = reason === 'unauthenticated' || reason === 'denied';
    if (outcome.ok || !mayBeOver || !(await this.#services.signInAgain(new DocumentError(reason)))) return outcome;
    return saveDocument(this.#store, intent, outcome.unresolved);
  }

  #finishSave({ from, typed }: SaveRequest, saved: Pick<FinishedSave, 'intent' | 'before' | 'base'>): void {
    this.dispatch({ type: 'saved', base: saved.base, at: new Date().toISOString() });
    const { isPublic, nameOf } = this.#readers();
    const visibility = { wasPublic: from.base !== null && isPublic(from.values), isPublic: isPublic(typed) };
    this.#services.onSaved({ ...saved, name: nameOf(typed), visibility, staysOpen: this.#staysOpen });
  }

  /** Conflicts are merged or shown in a dialog and need no notice. */
  async #refuseSave(request: SaveRequest, outcome: SaveOutcome & { ok: false }): Promise<void> {
    const { failure } = outcome;
    if (failure.reason === 'conflict') {
      const live = { ...(await this.#documents.liveVersion(failure.theirs.data)), merge: await loadMerge() };
      this.dispatch({ type: 'save conflicted', ...outcome, live });
    } else if (failure.reason === 'draft-moved') {
      const draft = await this.#documents.remoteDraft(failure.theirs);
      this.dispatch({ type: 'save conflicted', ...outcome, draft });
    } else {
      this.dispatch({ type: 'save failed', ...outcome });
      // The field that gets the focus and the status name a taken slug.
      this.#reportFailure(request, wordsFor(failure), failure.reason === 'slug-taken');
    }
  }

  #reportFailure({ typed }: SaveRequest, words: string, isQuiet = false): void {
    const about = this.#readers().nameOf(typed);
    this.#services.notify.failure({ ...this.#setup.notices.failed(words), about, isQuiet });
  }

  /** The previous version as a save would write it; null if it is no longer known or not valid. */
  async #preparedBefore(from: Origin<Input>): Promise<Prepared | null> {
    const before = from.isBaseLost ? null : this.#setup.schema(from.base).safeParse(from.values);
    return before?.success ? this.#prepare(before.data, { ...from, base: null }) : null;
  }

  #prepare(fields: Fields, from: Origin<Input>): Prepared | Promise<Prepared> {
    return this.#setup.prepare?.(fields, from) ?? { fields: fields as Data, companions: {} };
  }

  #failedSave(error: unknown): SessionEvent {
    return {
      type: 'save failed',
      failure: { ok: false, reason: 'unexpected', message: String(error) },
      unresolved: this.#session.unresolved,
    };
  }

  /** The current functions of the editor, for values of the session. */
  #readers() {
    const setup = this.#setup;
    return {
      nameOf: (values: Values): string => setup.nameOf(values as Input),
      isPublic: (values: Values): boolean => setup.isPublic(values as Input),
    };
  }
}

function wordsFor({ reason }: SaveFailure): string {
  if (reason === 'slug-taken') return invalid.slugTaken;
  if (reason === 'unauthenticated') return texts.notAuthenticated;
  return reason === 'conflict' || reason === 'draft-moved' ? '' : failureReasons[reason].words;
}

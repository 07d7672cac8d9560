import { draftNotices, invalid, texts } from '@frontage/model/messages';
import { lastEdit } from '@frontage/model/draft';
import { draftOriginOf } from '@frontage/model/fields';
import { documentPath, type Data } from '@frontage/model/changes/write';
import type { Base, ReviewStep, SaveIntent } from '@frontage/model/changes/document-writes';
import type { FieldValues, Path } from 'react-hook-form';
import { DocumentError, type DocumentStore, valueOf } from '../../lib/documents/document-store.ts';
import {
  discardDraft,
  readDraft,
  readRevision,
  type DraftOutcome,
  type KeptDraft,
  writeDraft,
} from '../../lib/documents/draft.ts';
import { readStoredVersion, saveDocument, type SaveFailure } from '../../lib/documents/save-document.ts';
import { versionOf } from '../../lib/documents/document.ts';
import { failureReasons, plainFailure } from '../../lib/errors.ts';
import type { Notify } from '../../ui/toaster.tsx';
import { areSameValues, compareFields, loadMerge, type Values } from '../versions/compare-fields.ts';
import { afterWrite } from '../versions/draft-values.ts';
import type { EditorSetup } from '../editor.ts';
import { momentPhrase } from '../moment-text.ts';
import type { Prepared } from '../versions/use-undo.ts';
import {
  type ChangeOfOthers,
  changesOfOthers,
  ownChanges,
  isBehind,
  isDraftOn,
  isDraftSafe,
  isOnServer,
  isWriteWaiting,
  knownVersion,
  startSession,
  step,
  type Effect,
  type JobRequest,
  type LiveVersion,
  type Origin,
  type OtherVersion,
  type RemoteDraft,
  type SaveRequest,
  type Session,
  type SessionEvent,
  viewOf,
} from './session.ts';
import { openUnsavedCopy, type EditStorage } from './unsaved-edits.ts';

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

/** Starts an edit session: runs its effects on the form, the document store and the storage of this browser. */
export function runSession<Input extends FieldValues, Fields extends object>(first: Connections<Input, Fields>) {
  let { setup, services } = first;
  const { form, kind, start } = setup;
  const { uid, store, storage } = services;
  const opened = structuredClone(form.getValues());
  let session = startSession({
    subject: {
      kind,
      uid,
      secretFields: setup.secretFields ?? [],
      isPublic: (values) => setup.isPublic(values as Input),
    },
    mayDraft: setup.draft.mayDraft,
    origin: start,
    form: opened,
    kept: setup.draft.start,
  });
  let view = viewOf(session);
  const listeners = new Set<() => void>();
  const events: SessionEvent[] = [];
  let isStepping = false;
  let isSettingForm = false;
  let isFormSet = false;
  let isOpen = false;
  let saving: Promise<boolean> | null = null;
  let staysOpen = false;
  let allowed: string | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let lastWrite = Number.NEGATIVE_INFINITY;
  let finishJob: (isDone: boolean) => void = () => {};
  const copy = openUnsavedCopy({
    ...{ storage, uid, kind },
    // A setting has its id even before the first save, and a new document once it has a draft.
    document: start.base || kind === 'setting' || setup.draft.start ? start.id : 'new',
    isUnchanged: ({ values }) => areSameValues({ ...opened, ...values }, opened),
    onKept: (isKept) => dispatch({ type: 'set', state: { isCopyKept: isKept } }),
  });

  // State

  function dispatch(event: SessionEvent): void {
    events.push(event);
    if (isStepping) return;
    isStepping = true;
    try {
      for (let next = events.shift(); next; next = events.shift()) {
        const turn = step(session, next);
        session = turn.session;
        for (const effect of turn.effects) run(effect);
        readForm();
      }
    } finally {
      isStepping = false;
    }
    schedule();
    view = viewOf(session, view);
    for (const listener of [...listeners]) listener();
  }

  /** Starts the timer of the next write of the draft, or stops it. */
  function schedule(): void {
    if (!isWriteWaiting(session)) {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      return;
    }
    timer ??= setTimeout(
      () => {
        timer = null;
        dispatch({ type: 'write due' });
      },
      nextWriteDelay(Date.now() - lastWrite, session),
    );
  }

  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };

  const until = (isReached: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!isReached()) return;
        listeners.delete(check);
        resolve();
      };
      listeners.add(check);
      check();
    });

  async function runJob(job: JobRequest): Promise<boolean> {
    while (session.job !== null) await until(() => session.job === null);
    return new Promise((resolve) => {
      finishJob = resolve;
      dispatch({ type: 'job started', job });
    });
  }

  // Effects

  function run(effect: Effect): void {
    switch (effect.type) {
      case 'reset form':
        return setForm(() => {
          if (effect.defaults) form.reset(effect.defaults as Input);
          if (effect.values !== effect.defaults) form.reset(effect.values as Input, { keepDefaultValues: true });
        });
      case 'set fields':
        return setForm(() => {
          for (const { field, theirs } of compareFields({ base: {}, mine: form.getValues(), theirs: effect.values })) {
            form.setValue(field as Path<Input>, theirs as never, { shouldValidate: form.formState.isSubmitted });
          }
        });
      case 'clear fields':
        return setForm(() => effect.fields.forEach((field) => form.resetField(field as Path<Input>)));
      case 'mark slug':
        return form.setError('slug' as Path<Input>, { message: effect.message }, { shouldFocus: true });
      case 'write draft':
      case 'delete draft':
        lastWrite = Date.now();
        return report(effect.type === 'write draft' ? write(effect) : remove(effect), {
          type: 'draft refused',
          reason: 'unreachable',
          isDeleted: false,
        });
      case 'refresh own name':
        return services.refreshOwnName();
      case 'validate':
        return report(validate(effect), failedSave(new Error('The form could not be validated')));
      case 'save':
        return void save(effect.request);
      case 'keep copy':
        return copy.keep(effect.edit);
      case 'drop copy':
        return copy.drop();
      case 'adopt copy':
        return copy.adopt(effect.found);
      case 'report merge':
        return services.notify.info({
          title: `${effect.who} ${effect.did} this ${momentPhrase(effect.at)}`,
          description: 'You changed other parts. The form contains both.',
        });
      case 'report changed while publishing': {
        const about = setup.nameOf(effect.values as Input);
        const description = texts.changedWhilePublishing;
        return services.notify.failure({ title: 'Not published yet', description, about });
      }
      case 'report discarded': {
        const { typed, withoutOwn, from } = effect;
        const undo = async () =>
          dispatch({ type: 'discard undone', typed, withoutOwn, from, merge: await loadMerge() });
        const notice = session.isNew ? draftNotices.newDiscarded : draftNotices.discarded;
        services.notify.info(notice, { label: 'Undo', run: () => void undo().catch(reportError) });
        // The live version may be newer than the base of the draft.
        mergeNewest().catch(reportError);
        return;
      }
      case 'finish job':
        return finishJob(effect.isDone);
    }
  }

  /** Dispatches the answer of an effect, or another event if it rejects. */
  function report(answer: Promise<SessionEvent>, otherwise: SessionEvent): void {
    answer.then(dispatch, (error: unknown) => {
      if (!(error instanceof DocumentError)) reportError(error);
      dispatch(otherwise);
    });
  }

  /** Changes the form to the values of the session. */
  function setForm(change: () => void): void {
    isSettingForm = true;
    change();
    isSettingForm = false;
    isFormSet = true;
  }

  /** Reads the form after all effects of an event have set it, because its fields may change the values they get. */
  function readForm(): void {
    if (!isFormSet) return;
    isFormSet = false;
    const values = structuredClone(form.getValues());
    if (!areSameValues(values, session.form)) dispatch({ type: 'typed', values });
  }

  async function validate({ from, slug }: Effect & { type: 'validate' }): Promise<SessionEvent> {
    let result: { fields: object | null; errors: number } = { fields: null, errors: 0 };
    await form.handleSubmit(
      (fields) => void (result = { fields, errors: 0 }),
      (errors) => void (result = { fields: null, errors: Object.keys(errors).length }),
    )();
    if (result.fields === null) return { type: 'validated', ...result, refused: null };
    if (!(await services.mayTakeSlug(from, slug))) return { type: 'validated', ...result, refused: 'slug' };
    const isAllowed = await mayPublishChanges();
    return { type: 'validated', ...result, refused: isAllowed ? null : 'changes of others' };
  }

  /** Asks once a save for the same changes. */
  async function mayPublishChanges(): Promise<boolean> {
    const changes = changesOfOthers(session);
    const asked = JSON.stringify(changes);
    if (changes.length === 0 || asked === allowed) return true;
    const last = session.kept && lastEdit(session.kept.draft);
    const who = last && last.by !== uid ? last.name : null;
    const isAllowed = await services.mayPublishChanges({ who, changes });
    if (isAllowed) allowed = asked;
    return isAllowed;
  }

  const target = () => ({ kind, id: session.origin.id });
  const readLive = async () => valueOf(await store.read(documentPath(kind, session.origin.id)));

  async function write({ intent, values }: Effect & { type: 'write draft' }): Promise<SessionEvent> {
    const { kept } = session;
    const outcome = await signedIn(() => writeDraft(store, { ...intent, name: services.ownName }));
    if (!outcome.ok) return refused(outcome);
    return {
      type: 'draft stored',
      kept: afterWrite(kept, { ...intent, name: services.ownName }, outcome.version),
      values,
    };
  }

  async function remove({ id, kept, values }: Effect & { type: 'delete draft' }): Promise<SessionEvent> {
    const outcome = await signedIn(() => discardDraft(store, { kind, id }, kept));
    return outcome.ok ? { type: 'draft stored', kept: null, values } : refused(outcome);
  }

  /** Repeats a refused write of the draft after a new sign-in, if the sign-in has ended, for example in another tab. */
  async function signedIn<Outcome extends { ok: true } | (DraftOutcome & { ok: false })>(
    attempt: () => Promise<Outcome>,
  ): Promise<Outcome> {
    const outcome = await attempt();
    if (outcome.ok) return outcome;
    const { reason } = outcome.failure;
    if (reason !== 'unauthenticated' && reason !== 'denied') return outcome;
    return (await services.signInAgain(new DocumentError(reason))) ? attempt() : outcome;
  }

  async function refused({ failure }: DraftOutcome & { ok: false }): Promise<SessionEvent> {
    if (failure.reason === 'moved') return { type: 'draft moved', ...(await remoteDraft(failure.theirs)) };
    const { reason } = failure;
    const mayBeDeleted = reason === 'denied' && kind !== 'setting' && !session.isNew;
    const isDeleted = mayBeDeleted && (await readLive()) === null;
    return { type: 'draft refused', reason, isDeleted };
  }

  async function remoteDraft(theirs: KeptDraft | null): Promise<RemoteDraft> {
    const merge = await loadMerge();
    const data = theirs === null ? await readLive() : null;
    const hasMoved = theirs === null && (data?.['rev'] ?? 0) !== (session.origin.base?.rev ?? 0);
    const base = isBehind(session, theirs) ? await valuesAt(theirs.draft.base_rev) : null;
    return { theirs, live: hasMoved ? await liveVersion(data, true) : null, base, merge };
  }

  /** The form values at an earlier revision; null if neither this session nor the history has them. */
  async function valuesAt(rev: number): Promise<Values | null> {
    if (rev === (start.base?.rev ?? 0) && !start.isBaseLost) return start.values;
    const data = await readRevision(store, target(), rev);
    const { iframe_url: code } = session.origin.values;
    return data && setup.valuesOf(data, typeof code === 'string' ? code : null).values;
  }

  async function otherVersion(found: Data | null): Promise<OtherVersion | null> {
    const { data, embed } = await readStoredVersion(store, target(), found);
    if (data === null) return null;
    const { updated_by, updated_at } = versionOf(data);
    const who = await services.readAuthor({ ...target(), uid: updated_by });
    return { ...setup.valuesOf(data, embed), who, at: updated_at };
  }

  async function liveVersion(found: Data | null, isDraftGone?: boolean): Promise<LiveVersion> {
    const { kept } = session;
    const isFromDraft = kept !== null && found !== null && draftOriginOf(found) !== null;
    const isPublished = isFromDraft && (isDraftGone ?? valueOf(await readDraft(store, target())) === null);
    return { theirs: await otherVersion(found), published: isPublished ? kept.version : null };
  }

  /** Reads the stored version and merges it; false if it needs a choice, which opens the dialog. */
  async function mergeNewest(): Promise<boolean> {
    const from = session.origin.base;
    const live = await liveVersion(await readLive());
    dispatch({ type: 'live read', from, ...live, merge: await loadMerge() });
    return session.conflict === null;
  }

  /** The previous version as a save would write it; null if it is no longer known or not valid. */
  async function preparedBefore(from: Origin<Input>): Promise<Prepared | null> {
    const before = from.isBaseLost ? null : setup.schema(from.base).safeParse(from.values);
    return before?.success ? prepare(before.data, { ...from, base: null }) : null;
  }

  const prepare = (fields: Fields, from: Origin<Input>): Prepared | Promise<Prepared> =>
    setup.prepare?.(fields, from) ?? { fields: fields as Data, companions: {} };

  /** Saves, and notifies the user. Conflicts are merged or shown in a dialog and need no notice. */
  async function save({ fields, draft, unresolved, ...request }: SaveRequest): Promise<void> {
    const from = request.from as Origin<Input>;
    const typed = request.typed as Input;
    const name = setup.nameOf(typed);
    const fail = (words: string, isQuiet = false) =>
      services.notify.failure({ ...setup.notices.failed(words), about: name, isQuiet });
    try {
      const [written, before] = await Promise.all([prepare(fields as Fields, from), preparedBefore(from)]);
      const intent = { kind, id: from.id, base: from.base, draft, uid, ...written };
      let outcome = await saveDocument(store, intent, unresolved);
      // Both may mean that the sign-in has ended.
      const reason = outcome.ok ? null : outcome.failure.reason;
      const mayBeOver = reason === 'unauthenticated' || reason === 'denied';
      if (!outcome.ok && mayBeOver && (await services.signInAgain(new DocumentError(reason))))
        outcome = await saveDocument(store, intent, outcome.unresolved);
      if (!outcome.ok) {
        const { failure } = outcome;
        if (failure.reason === 'conflict') {
          const live = { ...(await liveVersion(failure.theirs.data)), merge: await loadMerge() };
          dispatch({ type: 'save conflicted', ...outcome, live });
        } else if (failure.reason === 'draft-moved') {
          dispatch({ type: 'save conflicted', ...outcome, draft: await remoteDraft(failure.theirs) });
        } else {
          dispatch({ type: 'save failed', ...outcome });
          // The field that gets the focus and the status name a taken slug.
          fail(wordsFor(failure), failure.reason === 'slug-taken');
        }
        return;
      }
      const { base } = outcome;
      dispatch({ type: 'saved', base, at: new Date().toISOString() });
      const wasPublic = from.base !== null && setup.isPublic(from.values);
      const visibility = { wasPublic, isPublic: setup.isPublic(typed) };
      services.onSaved({ intent, before, base, name, visibility, staysOpen });
    } catch (error) {
      dispatch(failedSave(error));
      fail(plainFailure(error));
    }
  }

  const failedSave = (error: unknown): SessionEvent => ({
    type: 'save failed',
    failure: { ok: false, reason: 'unexpected', message: String(error) },
    unresolved: session.unresolved,
  });

  // Commands

  /** Writes pending changes of the draft without waiting; true if all of them are on the server. */
  async function flush(): Promise<boolean> {
    dispatch({ type: 'flush requested' });
    await until(() => session.writing === null && session.flushes === 0);
    return !session.isGone && !session.isPending && session.clash === null;
  }

  async function settle(): Promise<boolean> {
    if (session.clash === null) await flush();
    return isOnServer(session);
  }

  const flushUnsafe = () => {
    if (isDraftOn(session) && !isDraftSafe(session)) void flush().then(() => services.refreshDrafts());
  };

  /** Saves the form. During a save, it saves again afterwards if there is something new, or something to publish. */
  async function startSave(change?: { isPublished: boolean }, options = { staysOpen: false }): Promise<boolean> {
    const publishes = change?.isPublished === true;
    const isRepeated = saving !== null;
    while (saving !== null) {
      const isSaved: boolean = await saving;
      const isUnpublished = session.origin.values['is_published'] !== true;
      if (!isSaved || !(session.isDirty || (publishes && isUnpublished))) return isSaved;
    }
    ({ staysOpen } = options);
    allowed = null;
    // A repeated save never unpublishes: its caller has not seen the result of the first one.
    saving = runJob({ type: 'save', ...(change && (publishes || !isRepeated) && { change }) });
    try {
      return await saving;
    } finally {
      saving = null;
    }
  }

  /** Looks for an edit that an earlier session did not save, one of the names `wanted` first. */
  const findUnsaved = async (wanted: readonly string[] = []) =>
    dispatch({ type: 'set', state: { offered: await copy.find(wanted) } });

  return {
    name: copy.name,
    /** Replaces the functions of the editor after each render. */
    connect: (next: Connections<Input, Fields>) => {
      ({ setup, services } = next);
      if (setup.draft.mayDraft !== session.mayDraft) {
        dispatch({ type: 'set', state: { mayDraft: setup.draft.mayDraft } });
      }
    },
    /** Follows the form and the window until the editor is closed, which writes pending changes. */
    open: (): (() => void) => {
      isOpen = true;
      const unsubscribe = form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          if (!isSettingForm) dispatch({ type: 'typed', values: { ...values } });
        },
      });
      const unlock = copy.lock();
      const onHide = () => {
        copy.flush();
        if (document.visibilityState === 'hidden') flushUnsafe();
      };
      window.addEventListener('pagehide', copy.flush);
      // Retries wait longer each time; being online again is a reason to retry at once.
      window.addEventListener('online', flushUnsafe);
      document.addEventListener('visibilitychange', onHide);
      return () => {
        isOpen = false;
        unsubscribe();
        unlock();
        window.removeEventListener('pagehide', copy.flush);
        window.removeEventListener('online', flushUnsafe);
        document.removeEventListener('visibilitychange', onHide);
        copy.flush();
        flushUnsafe();
      };
    },
    subscribe,
    view: () => view,
    state: () => session,
    dispatch,
    flush,
    /** Writes pending changes without opening a dialog; true if all form values are on the server. */
    settle,
    settleDraft: async (): Promise<KeptDraft | null | undefined> => ((await settle()) ? session.kept : undefined),
    mustAskBeforeLeaving: () => session.isDirty && !isOnServer(session),
    save: startSave,
    /** Creates the new document, unpublished, and keeps the editor open; null if that failed. */
    create: async (): Promise<Base | null> =>
      (await startSave({ isPublished: false }, { staysOpen: true })) ? session.origin.base : null,
    showClash: (isShown: boolean) => dispatch({ type: 'clash shown', isShown }),
    keepValues: (values: Values) => dispatch({ type: 'clash resolved', values }),
    /** Called after the draft was published by its review, with the fields that differ from the draft. */
    published: (base: Base, values: Values) =>
      dispatch({ type: 'draft published', base, values, at: new Date().toISOString() }),
    applyReviewStep: async (step: ReviewStep): Promise<boolean> => {
      const isStored = await runJob({ type: 'review', step });
      if (isStored) dispatch({ type: 'draft saved' });
      return isStored;
    },
    /** Stores the draft on purpose, so that Cancel does not take it back. */
    saveDraft: async (): Promise<boolean> => {
      const isStored = await flush();
      if (isStored) dispatch({ type: 'draft saved' });
      return isStored;
    },
    ownChanges: () => (isDraftOn(session) ? ownChanges(session) : null),
    /** Takes the changes of this session out of the draft; the copy in this browser keeps them. False if that failed. */
    cancel: async (): Promise<boolean> => {
      // A colleague's change during the write is merged, and the write repeated.
      for (let tries = 0; tries < maxCancels; tries += 1) {
        const before = session.kept?.version;
        if (await runJob({ type: 'cancel' })) return true;
        if (session.kept?.version === before && session.clash === null) break;
      }
      dispatch({ type: 'resumed' });
      return false;
    },
    discardDraft: () => runJob({ type: 'discard' }),
    mergeNewest,
    /** Merges the live version after a save was undone; a closed editor has no form to update. */
    afterUndo: () => {
      if (isOpen) mergeNewest().catch(reportError);
    },
    /** Reads the stored draft, and merges it if another browser changed it. */
    refresh: async (): Promise<void> => {
      if (!isDraftOn(session) || session.isPending || session.clash?.isShown) return;
      const seen = knownVersion(session);
      const found = await readDraft(store, target());
      if (!found.ok || (found.value?.version ?? '') === seen) return;
      dispatch({ type: 'draft read', seen, ...(await remoteDraft(found.value)) });
    },
    findUnsaved,
    discardOffered: () => {
      if (session.offered) copy.remove(session.offered);
      void findUnsaved();
    },
  };
}

function wordsFor({ reason }: SaveFailure): string {
  if (reason === 'slug-taken') return invalid.slugTaken;
  if (reason === 'unauthenticated') return texts.notAuthenticated;
  return reason === 'conflict' || reason === 'draft-moved' ? '' : failureReasons[reason].words;
}

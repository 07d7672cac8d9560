import { authorsWith, lastEdit } from '@frontage/model/draft';
import type { Savable } from '@frontage/model/kinds/kinds';
import { invalid } from '@frontage/model/messages';
import type { Base, DraftIntent, Entered, ReadDraft, ReviewStep } from '@frontage/model/changes/document-writes';
import type { KeptDraft } from '../../lib/documents/draft.ts';
import type { SaveAttempt, SaveFailure } from '../../lib/documents/save-document.ts';
import type { FailureReason } from '../../lib/errors.ts';
import {
  areSameValues,
  commonEnds,
  compareFields,
  conflictsOf,
  isMerge,
  type Merge,
  type Side,
  isSameValue,
  mergeChoices,
  type FieldDifference,
  type Values,
} from '../versions/compare-fields.ts';
import { enteredOf, valuesOfDraft } from '../versions/draft-values.ts';
import type { SaveStatus } from '../editor/save-status.ts';
import type { FoundEdit, UnsavedEdit } from './unsaved-edits.ts';

/** The base of an edit. */
export interface Origin<Input = Values> {
  /** The id of the document; for a new one, its future id. */
  id: string;
  /** Null while the document has never been saved. */
  base: Base | null;
  values: Input;
  /** ISO time of the last save; null before the first. */
  savedAt: string | null;
  /** Whether the version at `base` is no longer stored; `values` is then the current version. */
  isBaseLost?: boolean;
}

/** A version saved by another user, as form values. */
export interface OtherVersion {
  values: Values;
  base: Base;
  /** The name of its author. */
  who: string;
  /** ISO time. */
  at: string;
}

/** A conflicting version of another user, as found when the conflict arose. */
export interface Conflict {
  /** Null if another user deleted the document. */
  theirs: OtherVersion | null;
  mine: Values;
  differences: readonly FieldDifference[];
}

/** A conflict with a draft of another user that changes the same fields. */
interface DraftConflict {
  theirs: KeptDraft;
  mine: Values;
  differences: readonly FieldDifference[];
  /** The values of their draft without the changes of this session. */
  withoutOwn: Values;
  /** Whether the dialog is open; before that, a notice announces the conflict. */
  isShown: boolean;
}

/** The edited document and its editor; constant during a session. */
interface Subject {
  kind: Savable;
  uid: string;
  /** Fields that are never stored in this browser or in a draft. */
  secretFields: readonly string[];
  /** Whether visitors see a document with these values. */
  isPublic(values: Values): boolean;
}

/** The complete state of an edit session. */
export interface Session {
  subject: Subject;
  /** Whether this user may store a draft of the document. */
  mayDraft: boolean;
  /** Whether the document was never created: its draft exists before the document. */
  isNew: boolean;
  /** The version that the edit is based on. */
  origin: Origin;
  /** The form values, with secrets. */
  form: Values;
  isDirty: boolean;
  /** The form values without the changes of this session: Cancel returns the draft to them. */
  withoutOwn: Values;
  /** The user discarded the form values, or accepted that the document was deleted. */
  ended: 'discarded' | 'deleted' | null;
  /** The stored draft; null without one. */
  kept: KeptDraft | null;
  /** Whether the draft was stored before this session. */
  isDraftOlder: boolean;
  /** The form values of the last write: reading a draft may change their types. */
  written: { kept: KeptDraft; values: Values } | null;
  /** Whether some changes are not on the server. */
  isPending: boolean;
  /** The reason if the last write of the draft failed, and the number of consecutive failures. */
  failure: FailureReason | null;
  failures: number;
  /** How many documents the last write of the draft wrote: two with the embed code of a demo. */
  documents: 1 | 2;
  /** The write of the draft in progress: due by time, or part of the job. */
  writing: 'due' | 'job' | null;
  /** How many further writes a flush may start without waiting. */
  flushes: number;
  /** Whether the document was found deleted: no draft is stored until it is saved again. */
  isGone: boolean;
  /** A conflict with the stored draft. */
  draftConflict: DraftConflict | null;
  /** The operation in progress, which pauses all other writes of the draft. */
  job: Job | null;
  /** A conflict with the stored document. */
  conflict: Conflict | null;
  status: SaveStatus;
  /** Saves without a response, so that a retry recognizes its own write. */
  unresolved: readonly SaveAttempt[];
  /** An unsaved edit of an earlier session; null after it was restored or discarded. */
  offered: FoundEdit | null;
  /** False if the browser did not store the last unsaved edit. */
  isCopyKept: boolean;
}

interface SaveJob {
  type: 'save';
  phase: 'validating' | 'waiting' | 'writing';
  /** The form values that are saved. */
  typed: Values;
  /** The validated fields, in the phases after the validation. */
  fields: object | null;
  /** Whether a merge has changed the form since the validation. */
  isStale: boolean;
  /** The publish switch before the save changed it. */
  switchBefore: { is_published: unknown } | null;
}

type Job = { type: 'review'; step: ReviewStep } | { type: 'discard' } | { type: 'cancel' } | SaveJob;

/** Starts a job. A save may also publish or unpublish. */
export type JobRequest =
  | { type: 'review'; step: ReviewStep }
  /** Cancel takes the changes of this session out of the draft and ends the session. */
  | { type: 'discard' }
  | { type: 'cancel' }
  | { type: 'save'; change?: { isPublished: boolean } };

/** A live version that was read; null if the document was deleted. */
export interface LiveVersion {
  theirs: OtherVersion | null;
  /** The version of the known draft that was published as this one; null if none was. */
  published: string | null;
}

interface RemoteLive extends LiveVersion {
  merge: Merge;
}

/** A draft that was read; null without one. `live` is the live version if it is newer than the base and has no draft. */
export interface RemoteDraft {
  theirs: KeptDraft | null;
  live: LiveVersion | null;
  /** The form values of the draft's base, if that is older than the base of the edit and still known. */
  base: Values | null;
  merge: Merge;
}

export interface SaveRequest {
  from: Origin;
  typed: Values;
  fields: object;
  /** The draft that it publishes and deletes. */
  draft: ReadDraft | null;
  unresolved: readonly SaveAttempt[];
}

export type SessionEvent =
  | { type: 'typed' | 'replaced'; values: Values }
  /** Sets state that no other state depends on. */
  | { type: 'set'; state: Partial<Pick<Session, 'mayDraft' | 'conflict' | 'status' | 'offered' | 'isCopyKept'>> }
  | { type: 'write due' | 'flush requested' }
  /** The stored draft was published by its review; `at` is in ISO format. */
  | { type: 'draft published'; base: Base; values: Values; at: string }
  | { type: 'draft stored'; kept: KeptDraft | null; values: Values }
  | { type: 'draft refused'; reason: FailureReason; isDeleted: boolean }
  | ({ type: 'draft moved' } & RemoteDraft)
  /** `seen` is the version of the draft that was known when the read began. */
  | ({ type: 'draft read'; seen: string } & RemoteDraft)
  | { type: 'draft conflict shown'; isShown: boolean }
  | { type: 'draft conflict resolved' | 'conflict resolved'; values: Values }
  /** `from` is the base when the read began. */
  | ({ type: 'live read'; from: Base | null } & RemoteLive)
  /** Returns to the form values and the base before the draft was discarded. */
  | { type: 'discard undone'; typed: Values; withoutOwn: Values; from: Origin; merge: Merge }
  /** The user stored the form as a draft on purpose: Cancel no longer takes it back. */
  | { type: 'draft saved' }
  | { type: 'job started'; job: JobRequest }
  /** Without fields and errors, the form was replaced during the validation. */
  | { type: 'validated'; fields: object | null; errors: number; refused: 'slug' | 'changes of others' | null }
  /** `at` is in ISO format. */
  | { type: 'saved'; base: Base; at: string }
  | { type: 'save failed'; failure: SaveFailure; unresolved: readonly SaveAttempt[] }
  | ({ type: 'save conflicted'; failure: SaveFailure; unresolved: readonly SaveAttempt[] } & (
      | { live: RemoteLive }
      | { draft: RemoteDraft }
    ))
  | { type: 'restored' | 'discarded' | 'resumed' | 'deletion accepted' };

export type Effect =
  /** Resets the form to `values`, and its defaults unless they stay. */
  | { type: 'reset form'; defaults: Values | null; values: Values }
  /** Sets only the fields of the form that differ, so that the others keep their caret. */
  | { type: 'set fields'; values: Values }
  | { type: 'clear fields'; fields: readonly string[] }
  | { type: 'mark slug'; message: string }
  | { type: 'write draft'; intent: Omit<DraftIntent, 'name'> & { entered: Entered }; values: Values }
  | { type: 'delete draft'; id: string; kept: KeptDraft; values: Values }
  | { type: 'refresh own name' }
  | { type: 'validate'; from: Origin; slug: unknown }
  | { type: 'save'; request: SaveRequest }
  | { type: 'keep copy'; edit: Omit<UnsavedEdit, 'at'> }
  | { type: 'drop copy' }
  | { type: 'adopt copy'; found: FoundEdit }
  | { type: 'report merge'; who: string; at: string; did: 'saved' | 'changed' }
  | { type: 'report changed while publishing'; values: Values }
  | { type: 'report discarded'; typed: Values; withoutOwn: Values; from: Origin }
  | { type: 'finish job'; isDone: boolean };

interface Turn {
  session: Session;
  effects: Effect[];
}

/** A session that starts with the values of the form. */
export const startSession = (start: Pick<Session, 'subject' | 'mayDraft' | 'origin' | 'form' | 'kept'>): Session => ({
  ...start,
  isNew: start.origin.base === null && start.subject.kind !== 'setting',
  isDirty: !areSameValues(start.form, start.origin.values),
  withoutOwn: start.form,
  ended: null,
  isDraftOlder: start.kept !== null,
  written: null,
  isPending: false,
  failure: null,
  failures: 0,
  documents: 1,
  writing: null,
  flushes: 0,
  isGone: false,
  draftConflict: null,
  job: null,
  conflict: null,
  status: { type: 'idle' },
  unresolved: [],
  offered: null,
  isCopyKept: true,
});

/** Whether changes are stored in a draft on the server. */
export function isDraftOn({ subject, mayDraft, isNew, origin, kept, ended, isGone }: Session): boolean {
  const isLive = subject.kind === 'setting' || (origin.base !== null && origin.values['is_published'] === true);
  return mayDraft && ended !== 'discarded' && !isGone && (isLive || isNew || kept !== null);
}

/** Whether a write of the draft may start. */
export const isWriteWaiting = ({ isPending, draftConflict, job, writing }: Session): boolean =>
  isPending && draftConflict === null && job === null && writing === null;

/** Whether every change is on the server or discarded. */
export const isDraftSafe = ({ ended, isPending, draftConflict }: Session): boolean =>
  ended === 'discarded' || (!isPending && draftConflict === null);

/** Whether every change, including typed secrets, is on the server. */
export const isOnServer = (session: Session): boolean =>
  isDraftOn(session) && isDraftSafe(session) && areSameValues(session.form, withoutSecrets(session));

/** Whether a draft that this session does not know lacks changes that its base already has. */
export const isBehind = ({ kept, origin }: Session, theirs: KeptDraft | null): theirs is KeptDraft =>
  kept === null && theirs !== null && theirs.draft.base_rev < (origin.base?.rev ?? 0);

/** The version of the draft that another browser's draft is compared with; empty without a draft. */
export const knownVersion = ({ draftConflict, kept }: Session): string =>
  (draftConflict?.theirs ?? kept)?.version ?? '';

/** The state after an event, and the effects to run. Pure. */
export function step(before: Session, event: SessionEvent): Turn {
  const turn: Turn = { session: { ...before }, effects: [] };
  apply(turn, event);
  return turn;
}

function apply(turn: Turn, event: SessionEvent): void {
  const { session, effects } = turn;
  switch (event.type) {
    case 'typed':
      if (session.ended === 'deleted') session.ended = null;
      session.form = event.values;
      if (isDraftOn(session) && session.status.type === 'invalid') session.status = { type: 'idle' };
      return note(turn);
    case 'replaced':
      return resetForm(turn, { defaults: null, values: event.values });
    case 'set':
      Object.assign(session, event.state);
      return;
    case 'write due':
      if (isWriteWaiting(session)) writeDraft(turn);
      return;
    case 'flush requested':
      note(turn);
      showDraftConflict(session, true);
      if (!session.isPending || session.draftConflict || session.job) return;
      session.flushes = maxFlushes;
      return flush(turn);
    case 'draft published':
      return draftPublished(turn, event);
    case 'draft stored':
      session.kept = event.kept;
      session.written = event.kept && { kept: event.kept, values: event.values };
      return draftAnswered(turn, { isStored: true });
    case 'draft refused':
      if (event.isDeleted) {
        session.isGone = true;
        session.isPending = false;
      } else if (event.reason === 'denied') effects.push({ type: 'refresh own name' });
      return draftAnswered(turn, { isStored: false, failure: event.isDeleted ? null : event.reason });
    case 'draft moved':
      mergeDraft(turn, event);
      return draftAnswered(turn, { isStored: false });
    case 'draft read': {
      const isBusy = session.isPending || session.writing !== null || session.draftConflict?.isShown === true;
      const known = knownVersion(session);
      if (!isDraftOn(session) || isBusy || event.seen !== known || (event.theirs?.version ?? '') === known) return;
      mergeDraft(turn, event);
      return;
    }
    case 'draft conflict shown':
      return showDraftConflict(session, event.isShown);
    case 'draft conflict resolved':
      if (!session.draftConflict) return;
      session.withoutOwn = session.draftConflict.withoutOwn;
      return continueDraft(turn, session.draftConflict.theirs, event.values);
    case 'draft saved':
      session.withoutOwn = session.form;
      return;
    case 'live read':
      if (session.origin.base?.rev === event.from?.rev) mergeLive(turn, event, { mayAsk: true });
      return;
    case 'conflict resolved': {
      const { theirs } = session.conflict ?? { theirs: null };
      session.conflict = null;
      if (theirs) session.withoutOwn = theirs.values;
      // Without `theirs`, the document was deleted: saving creates it again with the same id.
      const origin = theirs ? originOf(session.origin.id, theirs) : { ...session.origin, base: null };
      return rebase(turn, origin, event.values);
    }
    case 'deletion accepted':
      forgetSave(session);
      session.conflict = null;
      session.ended = 'deleted';
      return note(turn);
    case 'discard undone': {
      const { kept } = session;
      session.kept = null;
      session.withoutOwn = event.withoutOwn;
      startOver(turn, event.from, event.typed);
      if (kept) mergeDraft(turn, { theirs: kept, live: null, base: null, merge: event.merge });
      return;
    }
    case 'job started':
      return startJob(turn, event.job);
    case 'validated':
      return validated(turn, event);
    case 'saved':
      return saved(turn, event);
    case 'save failed':
    case 'save conflicted':
      return saveFailed(turn, event);
    case 'restored':
      return restore(turn);
    case 'discarded':
      session.ended = 'discarded';
      session.isDirty = false;
      session.isPending = false;
      return;
    case 'resumed':
      session.ended = null;
      return note(turn);
  }
}

// Form values

function withoutSecrets({ form, subject }: Session, values = form): Values {
  return { ...values, ...Object.fromEntries(subject.secretFields.map((field) => [field, ''])) };
}

/** Whether the values are those of the base. A new document with only white space is empty. */
function isUnchanged({ isNew, origin }: Session, values: Values): boolean {
  if (!isNew) return areSameValues(values, origin.values);
  const trimmed = Object.entries(values).map(([field, value]) => [
    field,
    typeof value === 'string' ? value.trim() : value,
  ]);
  return areSameValues(Object.fromEntries(trimmed) as Values, origin.values);
}

/** Updates the state that depends on the form values: changes, pending draft, unsaved copy. */
function note({ session, effects }: Turn): void {
  const { origin, form, kept } = session;
  const values = withoutSecrets(session);
  const differs = !isUnchanged(session, form);
  session.isDirty = differs && session.ended === null;
  let isUnsent = true;
  if (isDraftOn(session)) {
    const isOfAnotherBase = kept !== null && kept.draft.base_rev !== (origin.base?.rev ?? 0);
    const isEmpty = kept === null && isUnchanged(session, values);
    isUnsent = isOfAnotherBase || (!isEmpty && !areSameValues(values, draftValues(session)));
    session.isPending = isUnsent && session.draftConflict === null;
  }
  if (!session.isPending) Object.assign(session, { failure: null, failures: 0 });
  if (differs && isUnsent && session.ended !== 'deleted') {
    const base = origin.base && { rev: origin.base.rev, values: withoutSecrets(session, origin.values) };
    effects.push({ type: 'keep copy', edit: { id: origin.id, values, base, hasDraft: kept !== null } });
  } else effects.push({ type: 'drop copy' });
}

/** Continues on another base. */
function startOver(turn: Turn, origin: Origin, values: Values): void {
  turn.session.origin = origin;
  if (origin.base !== null) turn.session.isNew = false;
  resetForm(turn, { defaults: origin.values, values });
}

function resetForm(turn: Turn, to: { defaults: Values | null; values: Values }): void {
  setForm(turn, to.values, { type: 'reset form', ...to });
  note(turn);
}

const setFields = (turn: Turn, values: Values): void => {
  const form = { ...turn.session.form, ...values };
  setForm(turn, form, { type: 'set fields', values: form });
};

function setForm({ session, effects }: Turn, values: Values, effect: Effect): void {
  session.form = values;
  effects.push(effect);
  if (session.job?.type === 'save') session.job = { ...session.job, isStale: true };
}

function restore(turn: Turn): void {
  const { offered, origin, kept, form } = turn.session;
  if (!offered) return;
  turn.session.offered = null;
  turn.effects.push({ type: 'adopt copy', found: offered });
  const { id, base: found, values } = offered.edit;
  // The base of the restored text decides whether saving it conflicts with a newer version.
  const base = origin.base && found ? { ...origin.base, rev: found.rev } : origin.base;
  const start = found ? { ...origin.values, ...found.values } : origin.values;
  const mine = { ...origin.values, ...values };
  // Merges the restored values with changes made to the draft since then.
  const differences = kept ? compareFields({ base: start, mine, theirs: form }) : [];
  const next = { id: origin.base ? origin.id : id, base, values: start, savedAt: origin.savedAt };
  startOver(turn, next, mergeChoices(mine, differences));
}

// Draft

const maxFlushes = 3;

/** The form values that the stored draft represents; without a draft, those of the base. */
function draftValues({ kept, written, origin }: Session): Values {
  if (kept === null) return origin.values;
  return kept === written?.kept ? written.values : valuesOfDraft(kept, origin.values);
}

function showDraftConflict(session: Session, isShown: boolean): void {
  if (session.draftConflict) session.draftConflict = { ...session.draftConflict, isShown };
}

/** The changed characters of this session, and whether its draft is older; null without changes. */
export function ownChanges(session: Session): { characters: number; isDraftOlder: boolean } | null {
  const own = compareFields({
    base: session.withoutOwn,
    mine: withoutSecrets(session),
    theirs: withoutSecrets(session, session.withoutOwn),
  });
  if (own.length === 0) return null;
  const characters = own.reduce((sum, { mine, theirs }) => sum + changedLength(mine, theirs), 0);
  return { characters, isDraftOlder: session.isDraftOlder };
}

/** The characters between the common start and the common end of two texts, of the longer one. */
function changedLength(a: unknown, b: unknown): number {
  const [one, other] = [text(a), text(b)];
  const { from, end } = commonEnds(one, other);
  return Math.max(one.length, other.length) - from - end;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));

/** A change of another user that a save publishes. */
export interface ChangeOfOthers {
  field: string;
  live: unknown;
  draft: unknown;
}

/** The changes of other users in the draft that publishing the form would publish. */
export function changesOfOthers(session: Session): ChangeOfOthers[] {
  const { kept, subject, origin, withoutOwn, form } = session;
  if (kept === null || session.isNew || !subject.isPublic(form)) return [];
  const authors = new Set([...(kept.draft.authors ?? []), lastEdit(kept.draft).by]);
  authors.delete(subject.uid);
  if (authors.size === 0) return [];
  return compareFields({ base: origin.values, mine: withoutOwn, theirs: origin.values })
    .filter(({ field, theirs }) => !isSameValue(form[field], theirs))
    .map(({ field, mine, theirs }) => ({ field, live: theirs, draft: mine }));
}

/** The values without the changes of this session after a change by others. Where both changed the same, theirs stays. */
function withChangesOfOthers(merge: Merge, versions: Record<'base' | Side, Values>): Values {
  const differences = merge(versions);
  const choices = conflictsOf(differences).map(({ key, suggested }) => [key, suggested ?? 'theirs'] as const);
  return mergeChoices(versions.mine, differences, Object.fromEntries(choices));
}

function endDraft(session: Session): void {
  session.isGone = false;
  session.kept = null;
  session.isPending = false;
}

/** The published draft becomes the base of the edit; later changes of the form stay. */
function draftPublished(turn: Turn, { base, values, at }: SessionEvent & { type: 'draft published' }): void {
  const { session } = turn;
  const published = { ...draftValues(session), ...values };
  const form = Object.fromEntries(
    Object.entries(values).filter(([field]) => isSameValue(session.form[field], draftValues(session)[field])),
  );
  endDraft(session);
  forgetSave(session);
  session.origin = { id: session.origin.id, base, values: published, savedAt: at };
  session.withoutOwn = published;
  setFields(turn, form);
  note(turn);
}

function writeDraft(turn: Turn, review?: ReviewStep, values = withoutSecrets(turn.session)): void {
  const { session, effects } = turn;
  const { subject, origin, kept, job } = session;
  const { kind, uid } = subject;
  session.writing = job ? 'job' : 'due';
  const isBare = kept !== null && kept.draft.review === null && kept.draft.note === null;
  if (isBare && !review && isUnchanged(session, values)) return deleteDraft(turn, kept, values);
  const entered = enteredOf(kind, { values, live: origin.values, baseRev: origin.base?.rev ?? 0, kept });
  session.documents = entered.embed === undefined ? 1 : 2;
  const seen = { before: kept?.draft ?? null, ...(kept && { version: kept.version }) };
  const intent = { kind, id: origin.id, ...seen, entered, uid, ...(review && { review }) };
  effects.push({ type: 'write draft', intent, values });
}

function deleteDraft({ session, effects }: Turn, kept: KeptDraft, values = withoutSecrets(session)): void {
  effects.push({ type: 'delete draft', id: session.origin.id, kept, values });
}

/** Changes made during a write wait for the next one, which a flush starts without waiting. */
function flush(turn: Turn): void {
  const { session } = turn;
  if (session.writing !== null) return;
  if (session.flushes === 0 || !isWriteWaiting(session)) {
    session.flushes = 0;
    return;
  }
  session.flushes -= 1;
  writeDraft(turn);
}

interface DraftAnswer {
  isStored: boolean;
  failure?: FailureReason | null;
}

function draftAnswered(turn: Turn, { isStored, failure = null }: DraftAnswer): void {
  const { session } = turn;
  const { writing } = session;
  session.writing = null;
  if (writing === 'due') {
    session.failure = failure;
    session.failures = failure === null ? 0 : session.failures + 1;
  }
  note(turn);
  if (writing === 'job' && session.job?.type === 'discard') return draftDiscarded(turn, isStored);
  if (writing === 'job') return finish(turn, isStored);
  continueJob(turn);
  flush(turn);
}

function draftDiscarded(turn: Turn, isDone: boolean): void {
  const { session, effects } = turn;
  finish(turn, isDone);
  if (!isDone) return;
  session.draftConflict = null;
  session.isPending = false;
  const { form: typed, withoutOwn, origin: from } = session;
  effects.push({ type: 'report discarded', typed, withoutOwn, from });
  session.withoutOwn = session.origin.values;
  startOver(turn, session.origin, session.origin.values);
}

/** Merges a draft stored by another browser into the form; false if a choice is needed first. */
function mergeDraft(turn: Turn, { theirs, live, base, merge }: RemoteDraft): boolean {
  const { session, effects } = turn;
  if (theirs === null && live) {
    const values = commonValues(session, live);
    session.kept = null;
    session.draftConflict = null;
    // Opens no dialog, which would interrupt typing: a notice offers the merge.
    mergeLive(turn, { ...live, merge }, { mayAsk: false, values });
    note(turn);
    return true;
  }
  const mine = withoutSecrets(session);
  const values = theirs ? valuesOfDraft(theirs, session.origin.values) : session.origin.values;
  // The values of the edit's base would make the draft undo the changes between the two bases.
  const common = isBehind(session, theirs) ? (base ?? {}) : draftValues(session);
  const differences = merge({ base: common, mine, theirs: values });
  const withoutOwn = withChangesOfOthers(merge, { base: common, mine: session.withoutOwn, theirs: values });
  if (theirs && conflictsOf(differences).length > 0) {
    session.draftConflict = { theirs, mine, differences, withoutOwn, isShown: session.draftConflict?.isShown ?? false };
    session.isPending = false;
    return false;
  }
  session.withoutOwn = withoutOwn;
  continueDraft(turn, theirs, mergeChoices(mine, differences));
  // A user without changes is not notified of each word.
  if (theirs && isMerge(differences)) {
    const { name, at } = lastEdit(theirs.draft);
    effects.push({ type: 'report merge', who: name ?? 'A colleague', at, did: 'changed' });
  }
  return true;
}

function continueDraft(turn: Turn, kept: KeptDraft | null, values: Values): void {
  const { session } = turn;
  session.kept = kept;
  session.draftConflict = null;
  const secrets = session.subject.secretFields.map((field) => [field, session.form[field]]);
  setFields(turn, { ...values, ...(Object.fromEntries(secrets) as Values) });
  note(turn);
}

// Live version

const originOf = (id: string, { values, base, at }: OtherVersion): Origin => ({
  id,
  base,
  values,
  savedAt: at,
});

/** The base of the edit has changed: attempts to save on the previous base are obsolete. */
function forgetSave(session: Session): void {
  session.unresolved = [];
  session.status = { type: 'idle' };
}

function rebase(turn: Turn, origin: Origin, values: Values): void {
  forgetSave(turn.session);
  startOver(turn, origin, values);
}

/** The values on which the form and a live version are based: the draft, if the version was published from it. */
function commonValues(session: Session, { published }: LiveVersion): Values {
  const isKnown = session.kept !== null && session.kept.version === published;
  return isKnown ? draftValues(session) : session.origin.values;
}

/**
 * Merges a stored version into the form; false if a choice is needed first. With `mayAsk: false`, a version that needs
 * one is ignored. Both versions are based on `values`.
 */
function mergeLive(
  turn: Turn,
  { merge, ...live }: RemoteLive,
  { mayAsk, values = commonValues(turn.session, live) }: { mayAsk: boolean; values?: Values },
): boolean {
  const { session, effects } = turn;
  const { theirs } = live;
  const { id, base, isBaseLost = false } = session.origin;
  const mine = session.form;
  if (theirs === null) {
    if (base !== null && mayAsk) session.conflict = { theirs, mine, differences: [] };
    return base === null;
  }
  if (theirs.base.rev === base?.rev && !isBaseLost) return true;
  const common = isBaseLost ? {} : values;
  const differences = merge({ base: common, mine, theirs: theirs.values });
  if (conflictsOf(differences).length > 0) {
    if (mayAsk) session.conflict = { theirs, mine, differences };
    return false;
  }
  session.withoutOwn = withChangesOfOthers(merge, { base: common, mine: session.withoutOwn, theirs: theirs.values });
  rebase(turn, originOf(id, theirs), mergeChoices(mine, differences));
  if (isMerge(differences)) effects.push({ type: 'report merge', who: theirs.who, at: theirs.at, did: 'saved' });
  return true;
}

// Jobs

function startJob(turn: Turn, job: JobRequest): void {
  const { session } = turn;
  if (job.type !== 'save') {
    session.job = job;
    if (job.type === 'cancel') Object.assign(session, { ended: 'discarded', isDirty: false, isPending: false });
    return continueJob(turn);
  }
  const { is_published } = session.form;
  if (job.change) {
    setFields(turn, { is_published: job.change.isPublished });
    note(turn);
  }
  const switchBefore = job.change ? { is_published } : null;
  validate(turn, {
    type: 'save',
    phase: 'validating',
    typed: session.form,
    fields: null,
    isStale: false,
    switchBefore,
  });
}

/** Continues a job that waits for the current write of the draft. */
function continueJob(turn: Turn): void {
  const { session, effects } = turn;
  const { job, writing, kept } = session;
  if (job === null || writing !== null) return;
  if (job.type === 'review') return writeDraft(turn, job.step);
  if (job.type === 'cancel') return takeBack(turn);
  if (job.type === 'discard') {
    if (kept === null) return draftDiscarded(turn, true);
    session.writing = 'job';
    return deleteDraft(turn, kept);
  }
  if (job.phase !== 'waiting' || job.fields === null) return;
  showDraftConflict(session, true);
  if (session.draftConflict) return finish(turn, false);
  if (job.isStale) return validate(turn, job);
  const { typed, fields } = job;
  const { origin: from, unresolved } = session;
  session.status = { type: 'saving' };
  session.job = { ...job, phase: 'writing' };
  effects.push({ type: 'save', request: { from, typed, fields, draft: withAuthor(session), unresolved } });
}

/** Stores the draft without the changes of this session, which the form and the copy in this browser keep for Undo. */
function takeBack(turn: Turn): void {
  const { session } = turn;
  if (session.draftConflict) {
    session.kept = session.draftConflict.theirs;
    session.withoutOwn = session.draftConflict.withoutOwn;
    session.draftConflict = null;
  }
  note(turn);
  const values = withoutSecrets(session, session.withoutOwn);
  if (areSameValues(values, draftValues(session))) finish(turn, true);
  else writeDraft(turn, undefined, values);
}

function validate({ session, effects }: Turn, job: SaveJob): void {
  session.job = { ...job, phase: 'validating', typed: session.form, isStale: false };
  effects.push({ type: 'validate', from: session.origin, slug: session.form['slug'] });
}

const saveJob = ({ job }: Session): SaveJob | null => (job?.type === 'save' ? job : null);

function validated(turn: Turn, event: SessionEvent & { type: 'validated' }): void {
  const { session, effects } = turn;
  const { fields, errors, refused } = event;
  const job = saveJob(session);
  if (!job) return;
  if (errors > 0) session.status = { type: 'invalid', count: errors };
  else if (fields === null) return validate(turn, job);
  else if (refused === null) {
    session.job = { ...job, phase: 'waiting', fields };
    return continueJob(turn);
  } else if (refused === 'slug') effects.push({ type: 'mark slug', message: invalid.slugIsOldAddress });
  finishUnsaved(turn);
}

/** The draft to publish, with this user among its authors if the form has text that was never stored. */
function withAuthor(session: Session): KeptDraft | null {
  const { kept, subject } = session;
  if (!kept?.draft.authors || hasSameText(withoutSecrets(session), draftValues(session))) return kept;
  return { ...kept, draft: { ...kept.draft, authors: authorsWith(kept.draft, subject.uid) } };
}

// Publishing a draft unchanged changes only the switch, which is not text.
const hasSameText = (a: Values, b: Values): boolean =>
  areSameValues({ ...a, is_published: null }, { ...b, is_published: null });

/** The saved version becomes the base of the edit. */
function saved(turn: Turn, { base, at }: { base: Base; at: string }): void {
  const { session, effects } = turn;
  const job = saveJob(session);
  if (!job) return;
  endDraft(session);
  session.unresolved = [];
  session.isNew = false;
  // The unsaved edit of an earlier session stays in this browser, and is offered when the document opens again.
  session.offered = null;
  session.status = { type: 'saved', at: new Date(at) };
  session.origin = { id: session.origin.id, base, values: withoutSecrets(session, job.typed), savedAt: at };
  session.withoutOwn = session.origin.values;
  session.isDraftOlder = false;
  // A secret that was typed during the save is not saved yet.
  const fields = session.subject.secretFields.filter((field) => session.form[field] === job.typed[field]);
  session.form = { ...session.form, ...Object.fromEntries(fields.map((field) => [field, ''])) };
  effects.push({ type: 'clear fields', fields });
  note(turn);
  finish(turn, true);
}

function saveFailed(turn: Turn, event: SessionEvent & { type: 'save failed' | 'save conflicted' }): void {
  const { session, effects } = turn;
  const job = saveJob(session);
  if (!job) return;
  session.status = { type: 'failed', failure: event.failure };
  session.unresolved = event.unresolved;
  if (event.type === 'save failed') {
    if (event.failure.reason === 'slug-taken') effects.push({ type: 'mark slug', message: invalid.slugTaken });
    return finishUnsaved(turn);
  }
  const isMerged = 'live' in event ? mergeLive(turn, event.live, { mayAsk: true }) : mergeDraft(turn, event.draft);
  if (!isMerged) {
    showDraftConflict(session, true);
    return finish(turn, false);
  }
  // A first publication is not retried after a merge, because the user has not seen the merged changes.
  const { isPublic } = session.subject;
  if (!isPublic(session.form) || isPublic(session.origin.values)) return validate(turn, job);
  effects.push({ type: 'report changed while publishing', values: session.form });
  finishUnsaved(turn);
}

/** A failed publish or unpublish leaves the switch as it was. */
function finishUnsaved(turn: Turn): void {
  const { switchBefore } = saveJob(turn.session) ?? { switchBefore: null };
  finish(turn, false);
  if (!switchBefore) return;
  setFields(turn, switchBefore);
  note(turn);
}

function finish({ session, effects }: Turn, isDone: boolean): void {
  session.job = null;
  effects.push({ type: 'finish job', isDone });
}

const rendered = [
  'origin',
  'isNew',
  'isDirty',
  'status',
  'kept',
  'isPending',
  'failure',
  'draftConflict',
  'conflict',
  'offered',
  'isCopyKept',
] as const;

/** The part of a session that editors render. */
export interface SessionView extends Pick<Session, (typeof rendered)[number]> {
  /** Whether changes are stored in a draft on the server. */
  isOn: boolean;
}

/** The rendered part of a session; `before` if nothing has changed. */
export function viewOf(session: Session, before?: SessionView): SessionView {
  const isOn = isDraftOn(session);
  if (before?.isOn === isOn && rendered.every((field) => before[field] === session[field])) return before;
  return { ...session, isOn };
}

import { authorsWith } from '@frontage/model/draft';
import type { Savable } from '@frontage/model/kinds';
import { documentPath } from '@frontage/model/writes/document-paths';
import type { ReviewStep } from '@frontage/model/writes/plan-draft';
import type { DocumentStore } from '../../lib/documents/document-store.ts';
import { discardDraft, readDraft, writeDraft, type KeptDraft } from '../../lib/documents/draft.ts';
import type { FailureReason } from '../../lib/errors.ts';
import { areSameValues, conflictsOf, isMerge, mergeChoices, type Values } from '../conflict/compare-fields.ts';
import { afterWrite, enteredOf, valuesOfDraft } from './draft-values.ts';
import { createThrottle, type WriteResult } from './draft-throttle.ts';
import type { DraftPorts, DraftState } from './draft-state.ts';

interface DraftSyncSetup<Input> {
  store: DocumentStore;
  kind: Savable;
  uid: string;
  /** The stored draft when the screen opened; null without one. */
  start: KeptDraft | null;
  ports: DraftPorts<Input>;
}

/** The draft synchronization of any form, without `connect`, which only its hook calls. */
export type DraftSync = Omit<ReturnType<typeof createDraftSync>, 'connect'>;

/** Stores the unpublished changes of a form on the server, and merges changes that other browsers store there. */
export function createDraftSync<Input extends Values>({ store, kind, uid, start, ...setup }: DraftSyncSetup<Input>) {
  let { ports } = setup;
  const listeners = new Set<() => void>();
  let state: DraftState = { kept: start, isPending: false, failure: null, clash: null };
  let isStopped = false;
  /** Whether the document was found deleted: no draft is stored until it is saved again. */
  let isGone = false;
  /** The last write of this browser. */
  let written: { kept: KeptDraft; values: Input } | null = null;
  const throttle = createThrottle(attempt, () =>
    change({ isPending: throttle.isPending(), failure: throttle.failure() }),
  );

  function change(next: Partial<DraftState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  const target = () => ({ kind, id: ports.origin().id });
  const valuesKept = (): Input => {
    const { values } = ports.origin();
    if (state.kept === null) return values;
    // After a write of this browser, the typed values: reading a draft may change their types.
    return state.kept === written?.kept ? written.values : valuesOfDraft(state.kept, values);
  };

  function isOn(): boolean {
    const { base, values } = ports.origin();
    const isLive = kind === 'setting' || (base !== null && values['is_published'] === true);
    return ports.mayDraft() && !isStopped && !isGone && (isLive || state.kept !== null);
  }

  /** Schedules a write if the form values differ from the stored draft. True if some of them are not on the server. */
  function note(values: Values = ports.typed()): boolean {
    if (!isOn()) return false;
    const { kept } = state;
    const isOfAnother = kept !== null && kept.draft.base_rev !== (ports.origin().base?.rev ?? 0);
    const isPending = isOfAnother || !areSameValues(values, valuesKept());
    throttle.note(isPending && state.clash === null);
    if (!isPending) ports.onKept();
    return isPending;
  }

  async function write(values: Input, review?: ReviewStep): Promise<WriteResult> {
    const before = state.kept;
    const { base, values: live } = ports.origin();
    const isBare = before !== null && before.draft.review === null && before.draft.note === null;
    if (isBare && !review && areSameValues(values, live)) return end(before);
    const entered = enteredOf(kind, { values, live, baseRev: base?.rev ?? 0, kept: before });
    throttle.count(entered.embed === undefined ? 1 : 2);
    const seen = { before: before?.draft ?? null, ...(before && { version: before.version }) };
    const intent = { ...target(), ...seen, entered, uid, name: ports.name(), ...(review && { review }) };
    const outcome = await writeDraft(store, intent);
    if (!outcome.ok) return refused(outcome.failure);
    written = { kept: afterWrite(before, intent, outcome.version), values: structuredClone(values) };
    change({ kept: written.kept });
    return 'stored';
  }

  async function end(before: KeptDraft): Promise<WriteResult> {
    const ended = await discardDraft(store, target(), before);
    if (!ended.ok) return refused(ended.failure);
    change({ kept: null });
    return 'stored';
  }

  type Refusal = { reason: FailureReason } | { reason: 'moved'; theirs: KeptDraft | null };
  async function refused(failure: Refusal): Promise<WriteResult> {
    if (failure.reason === 'denied' && (await isDeleted())) {
      isGone = true;
      throttle.note(false);
      return 'merged';
    }
    if (failure.reason === 'denied') ports.onDenied();
    if (failure.reason !== 'moved') return failure.reason;
    return (await mergeRemote('theirs' in failure ? failure.theirs : null)) ? 'merged' : 'needs-choice';
  }

  async function attempt(): Promise<WriteResult> {
    const result = await write(ports.typed());
    // Changes made during the write, and merged ones, wait for the next write.
    note();
    return result;
  }

  /** Merges a draft stored by another browser into the form; false if a choice is needed first. */
  async function mergeRemote(theirs: KeptDraft | null): Promise<boolean> {
    if (theirs === null && (await hasLiveMoved())) {
      change({ kept: null, clash: null });
      await ports.mergeLive();
      note();
      return true;
    }
    // Loaded only when two versions are merged.
    const { mergeVersions } = await import('../conflict/merge-versions.ts');
    const mine = structuredClone(ports.typed());
    const live = ports.origin().values;
    const values = theirs ? valuesOfDraft(theirs, live) : live;
    const differences = mergeVersions({ base: valuesKept(), mine, theirs: values });
    if (theirs && conflictsOf(differences).length > 0) {
      change({ clash: { theirs, mine, differences, isShown: state.clash?.isShown ?? false } });
      throttle.note(false);
      return false;
    }
    settle(theirs, mergeChoices(mine, differences) as Input);
    // A user without changes is not notified of each word.
    if (theirs && isMerge(differences)) ports.onMerged(theirs.draft);
    return true;
  }

  const readLive = () => store.read(documentPath(kind, ports.origin().id), ['rev']);

  async function hasLiveMoved(): Promise<boolean> {
    const found = await readLive();
    return found.ok && (found.value?.['rev'] ?? 0) !== (ports.origin().base?.rev ?? 0);
  }

  async function isDeleted(): Promise<boolean> {
    const found = await readLive();
    return kind !== 'setting' && found.ok && found.value === null;
  }

  function settle(theirs: KeptDraft | null, values: Input): void {
    change({ kept: theirs, clash: null });
    ports.put(values);
    note();
  }

  const showClash = (isShown: boolean): void => {
    if (state.clash) change({ clash: { ...state.clash, isShown } });
  };

  /** Adds this user to the authors if the form has text that was never stored. */
  function withAuthor(kept: KeptDraft | null): KeptDraft | null {
    if (!kept?.draft.authors || hasSameText(ports.typed(), valuesKept())) return kept;
    return { ...kept, draft: { ...kept.draft, authors: authorsWith(kept.draft, uid) } };
  }

  /** Calls `run` while no other write is in progress. */
  async function withPausedWrites(run: () => Promise<boolean>): Promise<boolean> {
    await throttle.pause();
    try {
      return await run();
    } finally {
      throttle.release();
    }
  }

  return {
    /** Replaces the ports after each render of the editor. */
    connect: (next: DraftPorts<Input>) => {
      ports = next;
    },
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    isOn,
    note,
    mergeRemote,
    showClash,
    /** Whether every change is on the server or discarded. */
    isSafe: () => isStopped || (!throttle.isPending() && state.clash === null),
    /** Writes pending changes; true when all of them are on the server. */
    async flush(): Promise<boolean> {
      note();
      showClash(true);
      // Changes that are merged meanwhile are written as well.
      for (let tries = 0; tries < 3 && throttle.isPending(); tries += 1) await throttle.flush();
      return !isGone && !throttle.isPending() && state.clash === null;
    },
    /** Discards the changes of this window: no more of them are written. */
    stop: () => {
      isStopped = true;
      throttle.note(false);
    },
    resume: () => {
      isStopped = false;
    },
    /** Reads the stored draft, and merges it if another browser changed it. */
    async refresh(): Promise<void> {
      const isBusy = () => throttle.isPending() || state.clash?.isShown === true;
      if (!isOn() || isBusy()) return;
      const found = await readDraft(store, target());
      const known = state.clash?.theirs ?? state.kept;
      if (found.ok && found.value?.version !== known?.version && !isBusy()) await mergeRemote(found.value);
    },
    /** Submits, withdraws or returns the draft; true when stored. */
    applyReviewStep: (step: ReviewStep): Promise<boolean> =>
      withPausedWrites(async () => {
        const result = await write(ports.typed(), step);
        note();
        return result === 'stored';
      }),
    /** Deletes the draft; true when it is gone. */
    discard: (): Promise<boolean> =>
      withPausedWrites(async () => {
        const result = state.kept ? await end(state.kept) : 'stored';
        if (result === 'stored') {
          change({ clash: null });
          throttle.note(false);
        }
        return result === 'stored';
      }),
    /** Pauses writes until `release` and returns the draft to publish. `needs-choice`: a choice is needed first. */
    async pause(): Promise<KeptDraft | null | 'needs-choice'> {
      await throttle.pause();
      showClash(true);
      return state.clash === null ? withAuthor(state.kept) : 'needs-choice';
    },
    release: throttle.release,
    /** Called after the draft was published. */
    ended: () => {
      isGone = false;
      change({ kept: null });
      throttle.note(false);
    },
    keepValues: (values: Values) => {
      if (state.clash) settle(state.clash.theirs, values as Input);
    },
  };
}

// Publishing a draft unchanged changes only the switch, which is not text.
const hasSameText = (a: Values, b: Values): boolean =>
  areSameValues({ ...a, is_published: null }, { ...b, is_published: null });

import type { Savable } from '@frontage/model/kinds';
import { documentPath } from '@frontage/model/writes/document-paths';
import type { ReviewStep } from '@frontage/model/writes/plan-draft';
import type { DocumentStore } from '../../lib/documents/document-store.ts';
import { discardDraft, readDraft, writeDraft, type KeptDraft } from '../../lib/documents/draft.ts';
import type { FailureReason } from '../../lib/failure-reasons.ts';
import { areSameValues, isClash, mergeChoices, type Values } from '../conflict/compare-fields.ts';
import { afterWrite } from './after-write.ts';
import { draftPace, type Attempted } from './draft-pace.ts';
import type { DraftPorts, DraftState } from './draft-state.ts';
import { enteredOf, valuesOfDraft } from './draft-values.ts';

interface KeeperSetup<Input> {
  store: DocumentStore;
  kind: Savable;
  uid: string;
  /** As it was when the screen opened. */
  start: KeptDraft | null;
  ports: DraftPorts<Input>;
}

/** What a screen asks of a keeper, whatever its form holds. */
export type DraftKeeper = Omit<ReturnType<typeof draftKeeper>, 'connect'>;

/** Keeps what is typed beside what is live: on the server, where every browser goes on with it. */
export function draftKeeper<Input extends Values>({ store, kind, uid, start, ...setup }: KeeperSetup<Input>) {
  let { ports } = setup;
  const listeners = new Set<() => void>();
  let state: DraftState = { kept: start, isPending: false, failure: null, clash: null };
  let isStopped = false;
  /** Whether its document was found deleted: there is nothing then that a draft could be of, until it is saved again. */
  let isGone = false;
  /** The newest write from here. */
  let written: { kept: KeptDraft; values: Input } | null = null;
  const pace = draftPace(attempt, () => change({ isPending: pace.isPending(), failure: pace.failure() }));

  function change(next: Partial<DraftState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  const target = () => ({ kind, id: ports.origin().id });
  const valuesKept = (): Input => {
    const { values } = ports.origin();
    if (state.kept === null) return values;
    // Of one's own write as they were typed: what a form holds need not be what a draft gives back.
    return state.kept === written?.kept ? written.values : valuesOfDraft(state.kept, values);
  };

  function isOn(): boolean {
    const { base, values } = ports.origin();
    const isLive = kind === 'setting' || (base !== null && values['is_published'] === true);
    return ports.mayDraft() && !isStopped && !isGone && (isLive || state.kept !== null);
  }

  /** Takes note of what stands in the form; true while some of it is not on the server. */
  function note(values: Values = ports.typed()): boolean {
    if (!isOn()) return false;
    const { kept } = state;
    const isOfAnother = kept !== null && kept.draft.base_rev !== (ports.origin().base?.rev ?? 0);
    const isPending = isOfAnother || !areSameValues(values, valuesKept());
    pace.note(isPending && state.clash === null);
    if (!isPending) ports.onKept();
    return isPending;
  }

  async function write(values: Input, review?: ReviewStep): Promise<Attempted> {
    const before = state.kept;
    const { base, values: live } = ports.origin();
    const isBare = before !== null && before.draft.review === null && before.draft.note === null;
    if (isBare && !review && areSameValues(values, live)) return end(before);
    const entered = enteredOf(kind, { values, live, baseRev: base?.rev ?? 0, kept: before });
    pace.count(entered.embed === undefined ? 1 : 2);
    const rev = before?.draft.rev ?? null;
    const intent = { ...target(), rev, entered, uid, name: ports.name(), ...(review && { review }) };
    const outcome = await writeDraft(store, intent);
    if (!outcome.ok) return refused(outcome.failure);
    written = { kept: afterWrite(before, { ...intent, ...outcome }), values: structuredClone(values) };
    change({ kept: written.kept });
    return 'kept';
  }

  async function end(before: KeptDraft): Promise<Attempted> {
    const ended = await discardDraft(store, target(), before);
    if (!ended.ok) return refused(ended.failure);
    change({ kept: null });
    return 'kept';
  }

  type Refusal = { reason: FailureReason } | { reason: 'moved'; theirs: KeptDraft | null };
  async function refused(failure: Refusal): Promise<Attempted> {
    if (failure.reason === 'denied' && (await isDeleted())) {
      isGone = true;
      pace.note(false);
      return 'met';
    }
    if (failure.reason !== 'moved') return failure.reason;
    return (await meet('theirs' in failure ? failure.theirs : null)) ? 'met' : 'asks';
  }

  async function attempt(): Promise<Attempted> {
    const became = await write(ports.typed());
    // What was typed meanwhile, and what came from somebody else, waits for the next write.
    note();
    return became;
  }

  /** Takes in what somebody else made of the draft: false where somebody must choose first. */
  async function meet(theirs: KeptDraft | null): Promise<boolean> {
    if (theirs === null && (await hasLiveMoved())) {
      change({ kept: null, clash: null });
      await ports.meetLive();
      return true;
    }
    // Loaded by the few who meet somebody else's version.
    const { mergeVersions } = await import('../conflict/merge-versions.ts');
    const mine = structuredClone(ports.typed());
    const live = ports.origin().values;
    const values = theirs ? valuesOfDraft(theirs, live) : live;
    const differences = mergeVersions({ base: valuesKept(), mine, theirs: values });
    if (theirs && differences.some(isClash)) {
      change({ clash: { theirs, mine, differences, isAsked: state.clash?.isAsked ?? false } });
      pace.note(false);
      return false;
    }
    settle(theirs, mergeChoices(mine, differences) as Input);
    if (theirs && differences.some(({ changedBy }) => changedBy !== 'me')) ports.onMerged(theirs.draft);
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

  const askClash = (isAsked: boolean): void => {
    if (state.clash) change({ clash: { ...state.clash, isAsked } });
  };

  /** Runs with no write under way, and none that begins meanwhile. */
  async function alone(run: () => Promise<boolean>): Promise<boolean> {
    await pace.hold();
    try {
      return await run();
    } finally {
      pace.release();
    }
  }

  return {
    /** What the editor around it is from now on. */
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
    meet,
    askClash,
    /** Whether everything typed is on the server, or is given up. */
    isSafe: () => isStopped || (!pace.isPending() && state.clash === null),
    /** Writes what there is; true when everything typed is on the server. */
    async flush(): Promise<boolean> {
      note();
      askClash(true);
      // What comes from somebody else meanwhile is written as well.
      for (let tries = 0; tries < 3 && pace.isPending(); tries += 1) await pace.flush();
      return !isGone && !pace.isPending() && state.clash === null;
    },
    /** Gives up what is typed in this window: nothing more of it is written. */
    stop: () => {
      isStopped = true;
      pace.note(false);
    },
    resume: () => {
      isStopped = false;
    },
    /** Looks whether somebody else changed the draft, and takes that in. */
    async look(): Promise<void> {
      if (!isOn() || pace.isPending()) return;
      const found = await readDraft(store, target());
      if (found.ok && found.value?.version !== state.kept?.version && !pace.isPending()) await meet(found.value);
    },
    /** Asks for it to be published, or takes that back; true when the server knows. */
    ask: (step: ReviewStep): Promise<boolean> =>
      alone(async () => {
        const became = await write(ports.typed(), step);
        note();
        return became === 'kept';
      }),
    /** Back to what is live; true when the draft is gone. */
    discard: (): Promise<boolean> =>
      alone(async () => {
        const became = state.kept ? await end(state.kept) : 'kept';
        if (became === 'kept') {
          change({ clash: null });
          pace.note(false);
        }
        return became === 'kept';
      }),
    /** The draft to publish as it is known here; nothing is written until `release`. `asked`: somebody must choose first. */
    async hold(): Promise<KeptDraft | null | 'asked'> {
      await pace.hold();
      askClash(true);
      return state.clash === null ? state.kept : 'asked';
    },
    release: pace.release,
    /** It was published. */
    ended: () => {
      isGone = false;
      change({ kept: null });
      pace.note(false);
    },
    takeTheirs: () => {
      if (state.clash) settle(state.clash.theirs, valuesOfDraft(state.clash.theirs, ports.origin().values));
    },
    keepValues: (values: Values) => {
      if (state.clash) settle(state.clash.theirs, values as Input);
    },
  };
}

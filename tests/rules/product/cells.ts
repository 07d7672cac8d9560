import { can } from '@frontage/model/permissions';
import { actors, emailOf, isBarred, secondFactorActors, standingOf, viewerOf } from './actors.ts';
import type { Actor, Attempt } from './attempt.ts';
import { contentTrials } from './content-trials.ts';
import { draftTrials } from './draft-trials.ts';
import { historyTrials } from './history-trials.ts';
import { otherTrials } from './other-trials.ts';
import { scheduleTrials } from './schedule-attempts.ts';
import type { Trial } from './trial.ts';

// Every cell of model/permissions.ts tried by everybody, each time with a request that is right but for who sends it.

/** All trials of one actor; `uid` is what requests of nobody signed in claim to be. */
const trialsOf = (uid: string, email: string): Trial[] => [
  ...contentTrials(uid),
  ...draftTrials(uid),
  ...historyTrials(uid),
  ...otherTrials(uid, email),
];

/** The permission table's answer, and the exceptions it leaves to this sentence: the barred see only that they are. */
function isExpected(actor: Actor | null, required: boolean, { operation, subject, situation }: Trial): boolean {
  const { what, owner } = subject;
  if (isBarred(actor)) {
    return operation === 'get' && (what === 'system' || (what === 'user_roles' && owner === actor?.uid));
  }
  if (what === 'site_settings' && operation === 'get' && situation === 'security' && actor?.roles?.includes('admin'))
    return true;
  const used = actor?.usedSecondFactor ?? false;
  const isSecurity = situation === 'security' && (operation === 'create' || operation === 'update');
  return can(viewerOf(actor, required), operation, subject) && (!isSecurity || !required || used);
}

function cellsOf(actor: Actor | null, secondFactorRequired: boolean): Attempt[] {
  const uid = actor?.uid ?? 'nobody';
  const standing = standingOf(actor, secondFactorRequired);
  // Where a second factor is required that setting exists already.
  const isPossible = ({ operation, situation }: Trial): boolean =>
    !(secondFactorRequired && operation === 'create' && situation === 'security');
  const all = [...trialsOf(uid, actor ? emailOf(actor) : ''), ...scheduleTrials(uid, actor?.usedSecondFactor ?? false)];
  const trials = all.filter(isPossible);
  return trials.map((trial) => ({
    name: `${secondFactorRequired ? '(second factor required) ' : ''}${actor?.name ?? 'signed out'}: ${trial.operation} ${trial.subject.what} ${trial.situation}`.trim(),
    actor,
    world: { ...trial.world, ...standing },
    try: trial.try,
    expected: isExpected(actor, secondFactorRequired, trial),
  }));
}

/** The whole matrix. */
export const cells: readonly Attempt[] = [
  ...actors.flatMap((actor) => cellsOf(actor, false)),
  ...secondFactorActors.flatMap((actor) => cellsOf(actor, true)),
];

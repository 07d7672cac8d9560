import { can } from '@frontage/model/permissions';
import { actors, emailOf, isBarred, secondFactorActors, roleDocuments, viewerOf } from './actors.ts';
import type { Actor, AttackCase } from './attack-case.ts';
import { contentCases } from './content-cases.ts';
import { draftCases } from './draft-cases.ts';
import { historyCases } from './history-cases.ts';
import { mediaCases } from './media-cases.ts';
import { otherCases } from './other-cases.ts';
import { scheduleCases } from './schedule-cases.ts';
import type { PermissionCase } from './permission-case.ts';

// Every entry of model/permissions.ts for every actor. Each request is valid for callers with permission.

/** All permission cases of one actor; `uid` is the id claimed by signed-out requests. */
const allCasesOf = (uid: string, email: string): PermissionCase[] => [
  ...contentCases(uid),
  ...draftCases(uid),
  ...historyCases(uid),
  ...mediaCases(uid),
  ...otherCases(uid, email),
];

/**
 * The decision of the permission table, with its exceptions: barred users can read only `system` and their own roles;
 * administrators can always read the security setting, but need the second factor to write it if one is required.
 */
function isExpected(
  actor: Actor | null,
  required: boolean,
  { operation, subject, situation }: PermissionCase,
): boolean {
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

function permissionCasesOf(actor: Actor | null, secondFactorRequired: boolean): AttackCase[] {
  const uid = actor?.uid ?? 'nobody';
  const standing = roleDocuments(actor, secondFactorRequired);
  // If a second factor is required, the security setting exists.
  const isPossible = ({ operation, situation }: PermissionCase): boolean =>
    !(secondFactorRequired && operation === 'create' && situation === 'security');
  const all = [
    ...allCasesOf(uid, actor ? emailOf(actor) : ''),
    ...scheduleCases(uid, actor?.usedSecondFactor ?? false),
  ];
  const permissionCases = all.filter(isPossible);
  return permissionCases.map((permissionCase) => ({
    name: `${secondFactorRequired ? '(second factor required) ' : ''}${actor?.name ?? 'signed out'}: ${permissionCase.operation} ${permissionCase.subject.what} ${permissionCase.situation}`.trim(),
    actor,
    initialState: { ...permissionCase.initialState, ...standing },
    try: permissionCase.try,
    expected: isExpected(actor, secondFactorRequired, permissionCase),
  }));
}

/** The cases of all actors. */
export const permissionMatrix: readonly AttackCase[] = [
  ...actors.flatMap((actor) => permissionCasesOf(actor, false)),
  ...secondFactorActors.flatMap((actor) => permissionCasesOf(actor, true)),
];

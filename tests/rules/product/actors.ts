import { effectiveRoles, type Viewer } from '@frontage/model/permissions';
import type { Role } from '@frontage/model/user';
import { storedTime, type Actor, type InitialState } from './attack-case.ts';

const person = (name: string, roles: Role[] | null, rest: Partial<Actor> = {}): Actor => ({
  name,
  uid: `uid-${name.replaceAll(/[^a-z]+/g, '-')}`,
  roles,
  isActive: true,
  sessions: 'kept',
  usedSecondFactor: false,
  ...rest,
});

export const viewer = person('viewer', ['viewer']);
export const author = person('author', ['author']);
export const editor = person('editor', ['editor']);
export const admin = person('admin', ['admin']);
export const authorAndEditor = person('author and editor', ['author', 'editor']);
export const newcomer = person('newcomer', null);

/** The callers of the matrix: each role, several roles, none, deactivated, with an ended session, signed out (null). */
export const actors: readonly (Actor | null)[] = [
  null,
  newcomer,
  person('roleless', []),
  viewer,
  author,
  editor,
  admin,
  person('viewer and author', ['viewer', 'author']),
  authorAndEditor,
  person('viewer and admin', ['viewer', 'admin']),
  person('deactivated roleless', [], { isActive: false }),
  person('deactivated viewer', ['viewer'], { isActive: false }),
  person('deactivated author', ['author'], { isActive: false }),
  person('deactivated editor', ['editor'], { isActive: false }),
  person('deactivated admin', ['admin'], { isActive: false }),
  person('author signed in again', ['author'], { sessions: 'renewed' }),
  person('author with another session signed out', ['author'], { sessions: 'another signed out' }),
  person('editor signed out elsewhere', ['editor'], { sessions: 'signed out' }),
  person('admin signed out elsewhere', ['admin'], { sessions: 'signed out' }),
  person('author from before the second factor', ['author'], { sessions: 'before the factor' }),
  person('editor from before the second factor', ['editor'], { sessions: 'before the factor' }),
  person('author with the second factor', ['author'], { sessions: 'before the factor', usedSecondFactor: true }),
  person('author signed in after the second factor was removed', ['author'], { sessions: 'after the factor' }),
  person('author with an ended session', ['author'], { sessions: 'ended' }),
  person('editor with an ended session', ['editor'], { sessions: 'ended' }),
  person('admin with an ended session', ['admin'], { sessions: 'ended' }),
];

/** The callers of the matrix with a required second factor. */
export const secondFactorActors: readonly Actor[] = [
  person('admin without second factor', ['admin']),
  person('admin with second factor', ['admin'], { usedSecondFactor: true }),
  person('admin and editor without second factor', ['admin', 'editor']),
  person('deactivated admin with second factor', ['admin'], { isActive: false, usedSecondFactor: true }),
  editor,
  viewer,
];

/** The sign-in time of all actors, in seconds since 1970. */
export const signedInAt = storedTime.getTime() / 1000;

export const emailOf = ({ uid }: Actor): string => `${uid}@example.com`;

/** The documents that define an actor's roles, and the security setting if a second factor is required. */
export function roleDocuments(actor: Actor | null, secondFactorRequired: boolean): InitialState {
  const security = { value: { require_second_factor: true }, rev: 3, updated_at: storedTime, updated_by: 'system' };
  return {
    ...(secondFactorRequired && { 'site_settings/security': security }),
    ...(actor?.roles && {
      [`user_roles/${actor.uid}`]: {
        user_id: actor.uid,
        roles: actor.roles,
        is_active: actor.isActive,
        ...(actor.sessions === 'ended' && { valid_after: Math.floor(signedInAt) }),
        ...(actor.sessions === 'renewed' && { valid_after: Math.floor(signedInAt) - 1 }),
        ...(actor.sessions === 'before the factor' && { factor_enrolled_at: Math.floor(signedInAt) }),
        ...(actor.sessions === 'after the factor' && { factor_enrolled_at: Math.floor(signedInAt) - 1 }),
        ...(actor.sessions === 'signed out' && {
          ended_sign_ins: [Math.floor(signedInAt) - 9, Math.floor(signedInAt)],
        }),
        ...(actor.sessions === 'another signed out' && { ended_sign_ins: [Math.floor(signedInAt) - 9] }),
      },
    }),
  };
}

/** The actor in the form that the permission table needs. */
export function viewerOf(actor: Actor | null, secondFactorRequired: boolean): Viewer {
  if (!actor) return { uid: null, roles: [] };
  const user = actor.roles && { roles: actor.roles, is_active: !isBarred(actor) };
  const secondFactor = { required: secondFactorRequired, used: actor.usedSecondFactor };
  return { uid: actor.uid, roles: effectiveRoles(user, secondFactor) };
}

/** Whether the rules deny the account everything, including its own profile. */
export const isBarred = (actor: Actor | null): boolean =>
  actor !== null &&
  (!actor.isActive ||
    actor.sessions === 'ended' ||
    actor.sessions === 'signed out' ||
    (actor.sessions === 'before the factor' && !actor.usedSecondFactor));

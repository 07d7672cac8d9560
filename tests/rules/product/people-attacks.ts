import { limits } from '@frontage/model/limits';
import { admin, emailOf, newcomer, roleDocuments, viewer } from './actors.ts';
import { now, storedTime, type AttackCase, type Fields, type InitialState } from './attack-case.ts';
import { optionalText } from './field-values.ts';

// Invalid profiles, and unknown collections.

const { uid } = newcomer;
const profile: Fields = {
  email: emailOf(newcomer),
  first_name: null,
  last_name: 'Lovelace',
  created_at: now,
  is_active: true,
};
const signUp = (name: string, data: Fields, expected = false): AttackCase => ({
  name: `sign-up ${name}`,
  actor: newcomer,
  initialState: {},
  try: { batch: [{ set: `profiles/${uid}`, data }] },
  expected,
});
const existing: InitialState = { [`profiles/${uid}`]: { ...profile, created_at: storedTime } };
const rewrite = (name: string, data: Fields, expected = false): AttackCase => ({
  name: `own profile: ${name}`,
  actor: newcomer,
  initialState: existing,
  try: { batch: [{ update: `profiles/${uid}`, data }] },
  expected,
});
const names = (make: (data: Fields) => AttackCase): AttackCase[] =>
  ['first_name', 'last_name'].flatMap((field) =>
    optionalText(limits.name).map(([value, expected]) => ({ ...make({ [field]: value }), expected })),
  );

const people: AttackCase[] = [
  signUp('that is valid', profile, true),
  signUp("with another user's email", { ...profile, email: 'eve@example.com' }),
  signUp("in the client's time", { ...profile, created_at: storedTime }),
  signUp('inactive', { ...profile, is_active: false }),
  signUp('with roles', { ...profile, roles: ['admin'] }),
  ...Object.keys(profile).map((field) => {
    const { [field]: _gone, ...rest } = profile;
    return signUp(`without ${field}`, rest);
  }),
  ...names((data) => signUp(`with ${JSON.stringify(data).slice(0, 40)}`, { ...profile, ...data })),
  ...names((data) => rewrite(JSON.stringify(data).slice(0, 40), data)),
  rewrite('both names', { first_name: 'Ada', last_name: null }, true),
  rewrite('another email', { email: 'eve@example.com' }),
  rewrite('another created_at', { created_at: now }),
  rewrite('inactive', { is_active: false }),
  rewrite('a field more', { roles: ['admin'] }),
  {
    name: 'a viewer raises their own is_active',
    actor: viewer,
    initialState: {
      ...roleDocuments(viewer, false),
      [`profiles/${viewer.uid}`]: { ...profile, created_at: storedTime, is_active: false },
    },
    try: { batch: [{ update: `profiles/${viewer.uid}`, data: { is_active: true } }] },
    expected: false,
  },
];

const unknownPaths: AttackCase[] = ['anything/x', 'system/other', 'user_roles/x/more/y', 'pages/p1/history/1'].flatMap(
  (path) => [
    {
      name: `admin: get ${path}`,
      actor: admin,
      initialState: { ...roleDocuments(admin, false), [path]: { a: 1 } },
      try: { get: path },
      expected: false,
    },
    {
      name: `admin: set ${path}`,
      actor: admin,
      initialState: roleDocuments(admin, false),
      try: { batch: [{ set: path, data: { a: 1 } }] },
      expected: false,
    },
  ],
);

export const peopleAttacks: readonly AttackCase[] = [...people, ...unknownPaths];

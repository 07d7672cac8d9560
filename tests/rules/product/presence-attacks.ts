import { author, emailOf, roleDocuments } from './actors.ts';
import { now, storedTime, type AttackCase, type Fields } from './attack-case.ts';
import { nameCases } from './name-cases.ts';

// Valid and invalid presence documents of an author.

const { uid } = author;
const id = 'x'.repeat(64);
const presence: Fields = {
  document: `pages_${id}`,
  name: emailOf(author),
  is_here: true,
  seen_at: now,
  expires_at: storedTime,
};

const attackCase = (name: string, change: Fields, expected = false): AttackCase => {
  const data = { ...presence, ...change };
  return {
    name: `presence ${name}`,
    actor: author,
    initialState: roleDocuments(author, false),
    try: { batch: [{ set: `presence/${String(data['document'])}_${uid}`, data }] },
    expected,
  };
};

const without = (field: string): AttackCase => {
  const { [field]: _gone, ...data } = presence;
  const set = `presence/pages_${id}_${uid}`;
  return { ...attackCase(`without ${field}`, {}), try: { batch: [{ set, data }] } };
};

export const presenceAttacks: readonly AttackCase[] = [
  attackCase('that is valid', {}, true),
  attackCase('of a user that left', { is_here: false }, true),
  attackCase('at a section', { document: 'homepage_sections_s1' }, true),
  attackCase('at a demo', { document: 'demo_pages_d1' }, true),
  attackCase('at a setting', { document: 'site_settings_seo' }, true),
  attackCase('at a document of another collection', { document: 'user_roles_u1' }),
  attackCase('at an id that is too long', { document: `pages_${id}x` }),
  attackCase('without an id', { document: 'pages_' }),
  { ...attackCase('under another id', {}), try: { batch: [{ set: `presence/pages_p1_${uid}`, data: presence }] } },
  attackCase('with a name that is not in the profile', { name: 'Ada Lovelace' }),
  attackCase('with a blank name', { name: ' ' }),
  attackCase('with a name that is not a string', { name: 1 }),
  ...nameCases('presence', (actor, { initialState, name }) => [
    initialState,
    [{ set: `presence/pages_p1_${actor.uid}`, data: { ...presence, document: 'pages_p1', name } }],
  ]),
  attackCase('with an is_here that is not a boolean', { is_here: 'yes' }),
  attackCase("in the client's time", { seen_at: storedTime }),
  attackCase('that expires too late', { expires_at: new Date('2999-01-01') }),
  attackCase('with a string as expires_at', { expires_at: 'tomorrow' }),
  attackCase('with a field more', { roles: ['admin'] }),
  ...Object.keys(presence).map(without),
];

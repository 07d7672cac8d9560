import { limits } from '@frontage/model/limits';
import { author, standingOf } from './actors.ts';
import { now, storedTime, type Attempt, type Fields } from './attempt.ts';

// Presence that is not what an editor writes.

const { uid } = author;
const id = 'x'.repeat(64);
const presence: Fields = {
  document: `pages_${id}`,
  name: 'Ada Lovelace',
  is_here: true,
  seen_at: now,
  expires_at: storedTime,
};

const attempt = (name: string, change: Fields, expected = false): Attempt => {
  const data = { ...presence, ...change };
  return {
    name: `presence ${name}`,
    actor: author,
    world: standingOf(author, false),
    try: { batch: [{ set: `presence/${String(data['document'])}_${uid}`, data }] },
    expected,
  };
};

const without = (field: string): Attempt => {
  const { [field]: _gone, ...data } = presence;
  const set = `presence/pages_${id}_${uid}`;
  return { ...attempt(`without ${field}`, {}), try: { batch: [{ set, data }] } };
};

export const presenceAttacks: readonly Attempt[] = [
  attempt('as it should be', {}, true),
  attempt('of somebody who left', { is_here: false }, true),
  attempt('at a section', { document: 'homepage_sections_s1' }, true),
  attempt('at a demo', { document: 'demo_pages_d1' }, true),
  attempt('at a setting', { document: 'site_settings_seo' }, true),
  attempt('at something else', { document: 'user_roles_u1' }),
  attempt('at an id that is too long', { document: `pages_${id}x` }),
  attempt('at no id', { document: 'pages_' }),
  { ...attempt('under another id', {}), try: { batch: [{ set: `presence/pages_p1_${uid}`, data: presence }] } },
  attempt('with the longest name', { name: 'x'.repeat(limits.email) }, true),
  attempt('with a name that is too long', { name: 'x'.repeat(limits.email + 1) }),
  attempt('with a blank name', { name: ' ' }),
  attempt('with a name that is no text', { name: 1 }),
  attempt('that is neither here nor gone', { is_here: 'yes' }),
  attempt("in the client's time", { seen_at: storedTime }),
  attempt('that expires in words', { expires_at: 'tomorrow' }),
  attempt('with a field more', { roles: ['admin'] }),
  ...Object.keys(presence).map(without),
];

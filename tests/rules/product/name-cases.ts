import { editor, emailOf } from './actors.ts';
import type { Actor, AttackCase, Fields, InitialState, Write } from './attack-case.ts';
import { by } from './batch.ts';

/** Profiles, each with the display name that results. */
const profiles: [string, Fields, string][] = [
  ['both names', { first_name: 'Ada', last_name: 'Lovelace' }, 'Ada Lovelace'],
  ['a first name', { first_name: 'Ada', last_name: null }, 'Ada'],
  ['a first name and an empty one', { first_name: 'Ada', last_name: '' }, 'Ada'],
  ['a last name', { first_name: null, last_name: 'Lovelace' }, 'Lovelace'],
  ['an empty name and a last one', { first_name: '', last_name: 'Lovelace' }, 'Lovelace'],
  ['no name', { first_name: null, last_name: null }, 'ada@work.example'],
  ['empty names', { first_name: '', last_name: '' }, 'ada@work.example'],
];

type Writing = (actor: Actor, named: { initialState: InitialState; name: string }) => [InitialState, Write[]];

/** Cases of writes with a user's name. The profile's name and the email are allowed, other names are denied. */
export const nameCases = (subject: string, writing: Writing): AttackCase[] => {
  const attackCase = (name: string, fields: Fields, [called, expected]: [string, boolean]): AttackCase => {
    const profile = { email: 'ada@work.example', ...fields };
    const [initialState, batch] = writing(editor, {
      initialState: { [`profiles/${editor.uid}`]: profile },
      name: called,
    });
    return by(editor, `${subject} ${name}`, [initialState, batch, expected]);
  };
  return [
    ...profiles.flatMap(([has, fields, called]) => [
      attackCase(`under the name of a profile with ${has}`, fields, [called, true]),
      attackCase(`under another name than that of a profile with ${has}`, fields, [`${called} `, false]),
      attackCase(`under the address of an account with ${has}`, fields, [emailOf(editor), true]),
    ]),
    attackCase('under a part of a name', { first_name: 'Ada', last_name: 'Lovelace' }, ['Lovelace', false]),
  ];
};

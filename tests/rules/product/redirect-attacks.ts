import { admin, roleDocuments } from './actors.ts';
import { double, now, storedTime, type AttackCase, type Fields } from './attack-case.ts';
import { stranger } from './batch.ts';
import { redirectData, redirectPath } from './documents.ts';
import { textOfLength } from './field-values.ts';

const { uid } = admin;

/** A case with an administrator's write of a redirect, which must be denied unless `expected` is true. */
function attackCase(name: string, fields: Fields, { expected = false, id = '', initialState = {} } = {}): AttackCase {
  const from = typeof fields['from'] === 'string' ? fields['from'] : '/old';
  const path = id === '' ? redirectPath(from) : `redirects/${id}`;
  return {
    name,
    actor: admin,
    initialState: { ...roleDocuments(admin, false), ...initialState },
    try: { batch: [{ set: path, data: redirectData(uid, fields) }] },
    expected,
  };
}

const fieldCases = (field: string, values: readonly [Fields[string], boolean][]): AttackCase[] =>
  values.map(([value, expected]) =>
    attackCase(
      `${field} ${String(JSON.stringify(value)).slice(0, 40)} (${String(JSON.stringify(value)).length})`,
      { [field]: value },
      { expected },
    ),
  );

const stored = { [redirectPath('/old')]: redirectData(stranger, { updated_at: storedTime }) };

/** Redirects with wrong ids, invalid sources, invalid targets, and wrong metadata. */
export const redirectAttacks: readonly AttackCase[] = [
  ...fieldCases('from', [
    ['/old.html', true],
    ['/%C3%BCber%20uns', true],
    [`/${textOfLength(2047)}`, true],
    [`/${textOfLength(2048)}`, false],
    ['/', false],
    ['/old/', false],
    ['old', false],
    ['/old?x', false],
    ['/über', false],
    ['//evil.example', false],
    ['/admin', false],
    ['/admin/pages', false],
    ['/_astro/x', false],
    ['/a/../b', false],
    ['/%2e%2e/b', false],
    ['/administration', true],
    [5, false],
    [null, false],
  ]),
  ...fieldCases('to', [
    [null, true],
    ['/new?x=1#y', true],
    ['https://shop.example/', true],
    [`/${textOfLength(2047)}`, true],
    [`/${textOfLength(2048)}`, false],
    ['/old', false],
    ['', false],
    ['#', false],
    ['javascript:alert(1)', false],
    ['//evil.example', false],
    [5, false],
    [['/new'], false],
  ]),
  ...fieldCases('status', [
    [302, true],
    [200, false],
    [308, false],
    ['301', false],
    [null, false],
  ]),
  {
    ...attackCase('status that is no whole number', { status: double(301) }),
    engineOnly: 'SDKs for JavaScript send whole numbers as integers',
  },
  attackCase('replaced', { to: '/newer' }, { expected: true, initialState: stored }),
  attackCase('with an id that is no hash', {}, { id: 'abc' }),
  attackCase('with the id of another address', { from: '/old' }, { id: redirectPath('/older').slice(10) }),
  attackCase('with a field more', { note: 'x' }),
  attackCase("in another's name", { updated_by: stranger }),
  attackCase("in the client's time", { updated_at: storedTime }),
  attackCase("in the server's time", { updated_at: now }, { expected: true }),
  {
    ...attackCase('without a target field', {}),
    try: {
      batch: [{ set: redirectPath('/old'), data: { from: '/old', status: 301, updated_at: now, updated_by: uid } }],
    },
  },
];

import { describe, expect, it } from 'vitest';
import { countPeople, filterPeople, joinPeople, displayName, nameOf, type Person } from './person.ts';

const profile = (email: string, created_at: string, change: object = {}) => ({
  email,
  first_name: null,
  last_name: null,
  created_at,
  is_active: true,
  ...change,
});

const people: Person[] = joinPeople(
  [
    {
      id: 'ada',
      data: profile('ada@example.com', '2026-01-01T00:00:00.000Z', { first_name: 'Ada', last_name: 'Lovelace' }),
    },
    { id: 'grace', data: profile('grace@navy.example', '2026-03-01T00:00:00.000Z', { first_name: 'Grace' }) },
    { id: 'alan', data: profile('alan@example.com', '2026-02-01T00:00:00.000Z') },
    { id: 'broken', data: { email: 7 } },
  ],
  [
    { id: 'ada', data: { user_id: 'ada', roles: ['admin', 'editor'], is_active: true } },
    { id: 'alan', data: { user_id: 'alan', roles: ['editor'], is_active: false } },
    { id: 'ghost', data: { user_id: 'ghost', roles: ['viewer'], is_active: true } },
  ],
);

const ids = (list: Person[]) => list.map(({ id }) => id);

describe('joinPeople', () => {
  it('lists all users, newest first, undated ones last', () => {
    expect(ids(people)).toEqual(['grace', 'alan', 'ada', 'broken', 'ghost']);
  });

  it('takes the activity from the roles, if there are any', () => {
    expect(people.map(({ id, is_active }) => [id, is_active])).toEqual([
      ['grace', true],
      ['alan', false],
      ['ada', true],
      ['broken', false],
      ['ghost', true],
    ]);
  });
});

describe('nameOf', () => {
  it.each([
    ['Ada', 'Lovelace', 'Ada Lovelace'],
    [null, 'Lovelace', 'Lovelace'],
    ['', '', 'No name'],
    [null, null, 'No name'],
  ])('joins %j and %j', (first_name, last_name, name) => {
    expect(nameOf({ first_name, last_name })).toBe(name);
  });
});

describe('filterPeople', () => {
  const all = { search: '', role: 'all', status: 'all' };
  it.each([
    [all, ['grace', 'alan', 'ada', 'broken', 'ghost']],
    [{ ...all, search: 'LOVE' }, ['ada']],
    [{ ...all, search: 'ada love' }, ['ada']],
    [{ ...all, search: 'navy' }, ['grace']],
    [{ ...all, search: 'no match' }, []],
    [{ ...all, search: 'lövelâce' }, ['ada']],
    [{ ...all, role: 'editor' }, ['alan', 'ada']],
    [{ ...all, status: 'inactive' }, ['alan', 'broken']],
    [{ search: 'example.com', role: 'editor', status: 'active' }, ['ada']],
  ])('filters by %j', (filter, expected) => {
    expect(ids(filterPeople(people, filter))).toEqual(expected);
  });
});

it('countPeople counts users by state and role', () => {
  expect(countPeople(people)).toEqual({ total: 5, active: 3, admins: 1, editors: 2 });
});

describe('a deleted user', () => {
  const gone = joinPeople(
    [
      { id: 'ada', data: profile('ada@example.com', '2026-01-01T00:00:00.000Z') },
      {
        id: 'bob',
        data: profile('', '2026-01-02T00:00:00.000Z', {
          first_name: 'Bob',
          is_active: false,
          deleted_at: '2026-02-01T00:00:00.000Z',
        }),
      },
    ],
    [{ id: 'bob', data: { user_id: 'bob', roles: [], is_active: false } }],
  );

  it.each([
    ['all', ['ada']],
    ['active', ['ada']],
    ['inactive', []],
    ['deleted', ['bob']],
  ])('is filtered by the status %s: %j', (status, expected) => {
    expect(ids(filterPeople(gone, { search: '', role: 'all', status }))).toEqual(expected);
  });

  it('is not counted and keeps its name', () => {
    expect(countPeople(gone)).toEqual({ total: 1, active: 1, admins: 0, editors: 0 });
    expect(gone.map(displayName)).toEqual(['Bob', 'ada@example.com']);
  });
});

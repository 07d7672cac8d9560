import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { createRequestQueue, type RequestQueue } from './request-queue.ts';

let turns: RequestQueue;
let done: string[];
beforeEach(() => {
  turns = createRequestQueue();
  done = [];
});

const ask = (user: string, name = user) =>
  turns.take(user, () => {
    done.push(name);
    return Promise.resolve(name);
  });
const asAll = (count: number, ask: (name: string) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(String(index))));

describe('take', () => {
  it('serves each user once before any user twice', async () => {
    await Promise.all([...['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => ask('a', name)), ask('b'), ask('c')]);
    expect(done.slice(0, 3)).toEqual(['a1', 'b', 'c']);
    expect(done.slice(3)).toEqual(['a2', 'a3', 'a4', 'a5', 'a6']);
  });

  it('does not let a slow request delay other users', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const long = turns.take('a', () => promise);
    expect(await ask('b')).toBe('b');
    resolve('a');
    expect(await long).toBe('a');
  });

  it('isolates failures to their user', async () => {
    const failing = turns.take('a', () => Promise.reject(new Error('Broken')));
    const next = ask('a');
    await expect(failing).rejects.toThrow('Broken');
    expect(await next).toBe('a');
  });
});

describe('take with too many requests', () => {
  it('keeps the newest requests of one user', async () => {
    const answers = await asAll(200, (name) => ask('a', name));
    expect(answers.at(-1)).toBe('199');
    expect(answers.filter((answer) => answer === 'replaced').length).toBeGreaterThan(140);
    expect(done).toEqual(answers.filter((answer) => answer !== 'replaced'));
  });

  it('refuses requests of many users', async () => {
    const answers = await asAll(1_000, ask);
    expect(answers.filter((answer) => answer === 'crowded').length).toBeGreaterThan(600);
    expect(done).toEqual(answers.filter((answer) => answer !== 'crowded'));
    expect(await ask('later')).toBe('later');
  });
});

describe('yieldTo', () => {
  it('runs a publish before all waiting requests', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const before = asAll(100, ask);
    turns.yieldTo(promise);
    const after = asAll(100, (name) => ask(`later ${name}`));
    for (let turn = 0; turn < 10; turn += 1) await nextTurn();
    expect(done).toEqual([]);
    resolve(undefined);
    await Promise.all([before, after]);
    expect(done).toHaveLength(200);
  });

  it.each([
    ['a slow publish', () => new Promise<never>(() => undefined)],
    ['a failing publish', () => Promise.reject(new Error('Failed'))],
  ])('%s does not block requests', async (_case, publish) => {
    turns.yieldTo(publish());
    expect(await ask('a')).toBe('a');
  });
});

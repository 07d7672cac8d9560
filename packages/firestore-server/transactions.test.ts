import { describe, expect, it } from 'vitest';
import { openStore } from './store.ts';
import { checkUncontended, openTransactions } from './transactions.ts';

describe('openTransactions', () => {
  const start = () => {
    const store = openStore({ file: ':memory:' });
    let now = 0;
    const transactions = openTransactions(() => now);
    const database = store.database('demo');
    const begin = () => transactions.begin(database, { readOnly: false, readTime: store.tick() });
    const touch = (path: string) => {
      const time = store.tick();
      const after = { path, fields: new Map(), createTime: time, updateTime: time };
      database.commit({ time, changes: [{ path, before: database.get(path), after }] });
    };
    return { transactions, begin, touch, pass: (ms: number) => void (now += ms) };
  };

  it.each([
    ['a minute without use', [60_001]],
    ['four and a half minutes in use', [50_000, 50_000, 50_000, 50_000, 50_000, 50_000]],
  ])('expires a transaction after %s', (_, waits) => {
    const { transactions, begin, pass } = start();
    const { id } = begin();
    const last = waits.pop() ?? 0;
    for (const wait of waits) {
      pass(wait);
      transactions.find(id, 'demo');
    }
    pass(last);
    expect(() => transactions.find(id, 'demo')).toThrow(/expired/);
  });

  it('does not find a transaction that has ended or belongs to another project', () => {
    const { transactions, begin } = start();
    const transaction = begin();
    expect(() => transactions.find(transaction.id, 'other')).toThrow(/no longer valid/);
    transactions.end(transaction);
    expect(() => transactions.find(transaction.id, 'demo')).toThrow(/no longer valid/);
  });

  it('detects a conflict only in documents that were read', () => {
    const { begin, touch } = start();
    const transaction = begin();
    transaction.documents.add('a/1');
    transaction.queries.push(({ path }) => path.startsWith('q/'));
    touch('a/2');
    expect(() => checkUncontended(transaction)).not.toThrow();
    touch('q/new');
    expect(() => checkUncontended(transaction)).toThrow(/contention/);
  });

  it('ignores writes before the transaction', () => {
    const { begin, touch } = start();
    touch('a/1');
    const transaction = begin();
    transaction.documents.add('a/1');
    expect(() => checkUncontended(transaction)).not.toThrow();
  });
});

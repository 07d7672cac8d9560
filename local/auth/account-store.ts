import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';
import { closeDatabaseFile, openDatabaseFile, openTransactions } from '@frontage/firestore-server/damaged-file';
import { type LostCommits, openLastCommit } from '@frontage/firestore-server/last-commit';

export interface FactorSecret {
  enrollmentId: string;
  localId: string;
  /** Shared secret in base 32. */
  secret: string;
  /** The last used time steps: the code of each step is valid once. */
  usedSteps: number[];
}

/** The state of the Authentication service that must survive a crash. Values are JSON texts. */
export interface StoredAccounts {
  accounts: { id: string; json: string }[];
  oobCodes: { id: string; json: string }[];
  factors: FactorSecret[];
  config: string | null;
}

/** A change of the store: `null` deletes. */
export interface AccountChanges {
  accounts: Map<string, string | null>;
  oobCodes: Map<string, string | null>;
  factors: Map<string, FactorSecret | null>;
  config: string | null;
}

export interface AccountStore {
  load(): StoredAccounts;
  /** Writes all changes or none; they are on disk when it returns. */
  commit(changes: AccountChanges): void;
  /** The commits lost before this opening; null if there are none. */
  lost: LostCommits | null;
  close(): void;
}

const SCHEMA = `
  create table if not exists accounts (id text primary key, json text not null) strict;
  create table if not exists oob_codes (id text primary key, json text not null) strict;
  create table if not exists factors (id text primary key, local_id text not null, secret text not null) strict;
  create table if not exists config (id text primary key, json text not null) strict;
`;

export function openAccountStore(file: string): AccountStore {
  // The emulator stores passwords in clear text, so only the owner may read the folder and the database's journals.
  chmodSync(dirname(file), 0o700);
  const db = openDatabaseFile(file, (database) => {
    database.exec('pragma journal_mode = wal; pragma synchronous = full;');
    database.exec(SCHEMA);
    const column = "select 1 from pragma_table_info('factors') where name = 'used_steps'";
    if (database.prepare(column).get() !== undefined) return;
    database.exec("alter table factors add column used_steps text not null default '[]'");
  });
  const lastCommit = openLastCommit(db);
  const transaction = openTransactions(db, lastCommit);
  const upsert = (table: string) =>
    db.prepare(`insert into ${table} (id, json) values (?, ?) on conflict (id) do update set json = excluded.json`);
  const remove = (table: string) => db.prepare(`delete from ${table} where id = ?`);
  const put = { accounts: upsert('accounts'), oobCodes: upsert('oob_codes'), config: upsert('config') };
  const drop = { accounts: remove('accounts'), oobCodes: remove('oob_codes'), factors: remove('factors') };
  const putFactor = db.prepare('insert or replace into factors (id, local_id, secret, used_steps) values (?, ?, ?, ?)');

  const write = (changes: AccountChanges): void => {
    for (const kind of ['accounts', 'oobCodes'] as const) {
      for (const [id, json] of changes[kind]) {
        if (json === null) drop[kind].run(id);
        else put[kind].run(id, json);
      }
    }
    for (const [id, factor] of changes.factors) {
      if (factor === null) drop.factors.run(id);
      else putFactor.run(id, factor.localId, factor.secret, JSON.stringify(factor.usedSteps));
    }
    if (changes.config !== null) put.config.run('project', changes.config);
  };

  return {
    load: () => ({
      accounts: db.prepare('select id, json from accounts').all() as unknown as StoredAccounts['accounts'],
      oobCodes: db.prepare('select id, json from oob_codes').all() as unknown as StoredAccounts['oobCodes'],
      factors: db
        .prepare('select id as enrollmentId, local_id as localId, secret, used_steps as usedSteps from factors')
        .all()
        .map((row) => ({ ...row, usedSteps: JSON.parse(String(row['usedSteps'])) as number[] }) as FactorSecret),
      config: (db.prepare('select json from config').get() as { json: string } | undefined)?.json ?? null,
    }),
    commit: (changes) => transaction(() => write(changes)),
    lost: lastCommit.lost,
    close: () => {
      closeDatabaseFile(db);
      lastCommit.close();
    },
  };
}

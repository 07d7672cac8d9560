import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openRefuser, type Refuser } from './refuser.ts';
import { openWorld, type Machine, type Deployment } from './world.ts';
import { isFull } from '../../full.ts';

/** Firestore, Storage and Hosting refuse while the service runs: it names the remedy, continues, and recovers. */

// Firestore's client needs time to reconnect.
const patience = { timeout: 60_000, interval: 20 };

let world: Deployment;
let machine: Machine;
let firestore: Refuser;
let storage: Refuser;
let edits = 0;

beforeAll(async () => {
  world = await openWorld();
  await world.write('p', { title: 'Edit 0' });
  [firestore, storage] = await Promise.all([
    openRefuser('grpc', world.addresses.firestore),
    openRefuser('http', world.addresses.storage),
  ]);
  machine = await world.serve('one', {
    env: {
      FIRESTORE_EMULATOR_HOST: firestore.address,
      FIREBASE_STORAGE_EMULATOR_HOST: storage.address,
      // The client's own name for the same, which firebase-admin sets where it is not set.
      STORAGE_EMULATOR_HOST: `http://${storage.address}`,
    },
  });
  await shows('Edit 0');
}, 300_000);

afterAll(async () => {
  await world.end();
  firestore.stop();
  storage.stop();
});

beforeEach(() => void (machine.events.length = 0));

const shows = (text: string) => vi.waitFor(() => expect(world.page('p')).toContain(text), patience);
const told = async () => (await world.firestore.doc('build_state/current').get()).data();

/** An edit, with its hint; the text that visitors get by it. */
async function edit(): Promise<string> {
  edits += 1;
  const title = `Edit ${String(edits)}`;
  await world.write('p', { title, rev: edits + 1 });
  await machine.hint('p');
  return title;
}

const hosting = (status: number | null): void => void (world.hosting.trouble = () => status);

interface Refused {
  what: string;
  /** Another one stands for it by day. */
  isLong?: boolean;
  refuse: () => void;
  relent: () => void;
  event: string;
  state: string;
  /** Whether the status can be written to Firestore for the admin. */
  isTold: boolean;
  message: string;
  next: string;
}

const refused: Refused[] = [
  {
    what: 'Firestore gives no permission',
    refuse: () => firestore.refuse({ status: 7, message: 'Missing or insufficient permissions.' }),
    relent: () => firestore.refuse(null),
    event: 'publish-failed',
    state: 'unreachable',
    isTold: false,
    message: 'Firestore denies access: Missing or insufficient permissions.',
    next: 'roles/datastore.user',
  },
  {
    what: 'the project has no database',
    isLong: true,
    refuse: () => firestore.refuse({ status: 5, message: 'The database (default) does not exist' }),
    relent: () => firestore.refuse(null),
    event: 'publish-failed',
    state: 'unreachable',
    isTold: false,
    message: 'Firestore does not exist: The database (default) does not exist',
    next: 'spelling of --project',
  },
  {
    what: 'the state’s bucket gives no permission',
    refuse: () => storage.refuse({ status: 403, message: 'No storage.objects.create access' }),
    relent: () => storage.refuse(null),
    event: 'publish-failed',
    state: 'failed',
    isTold: true,
    message: 'gs://frontage-state denies access: No storage.objects.create access',
    next: 'roles/storage.objectAdmin on gs://frontage-state',
  },
  {
    what: 'the state’s bucket is gone',
    isLong: true,
    refuse: () => storage.refuse({ status: 404, message: 'The specified bucket does not exist.' }),
    relent: () => storage.refuse(null),
    event: 'publish-failed',
    state: 'failed',
    isTold: true,
    message: 'gs://frontage-state does not exist: The specified bucket does not exist.',
    next: 'gcloud storage buckets create gs://frontage-state',
  },
  {
    what: 'Hosting gives no permission',
    refuse: () => hosting(403),
    relent: () => hosting(null),
    event: 'outlet-failed',
    state: 'failed',
    isTold: true,
    message: 'Firebase Hosting answered 403 for demo-frontage-site: Injected',
    next: 'roles/firebasehosting.admin',
  },
];

it.each(refused.filter(({ isLong = false }) => isFull || !isLong))(
  '$what',
  async ({ refuse, relent, event, state, isTold, message, next }) => {
    const before = world.page('p');
    const { release } = await machine.status();
    refuse();
    const text = await edit();
    const named = (wanted: string) => expect.stringContaining(wanted) as string;
    await vi.waitFor(
      () => expect(machine.events).toContainEqual(expect.objectContaining({ event, message, next: named(next) })),
      patience,
    );
    expect(machine.events.find((one) => one['event'] === event)).toMatchObject({ severity: 'ERROR' });
    await vi.waitFor(
      async () => expect(await machine.status()).toMatchObject({ state, failure: message, next: named(next) }),
      patience,
    );
    const failure = { message, next: named(next) };
    if (isTold) await vi.waitFor(async () => expect(await told()).toMatchObject({ state, failure, release }), patience);
    expect(world.page('p')).toBe(before);

    relent();
    await shows(text);
    await vi.waitFor(
      async () =>
        expect(await machine.status()).toMatchObject({ state: 'idle', failure: null, next: null, problems: [] }),
      patience,
    );
    const { release: now } = await machine.status();
    await vi.waitFor(
      async () => expect(await told()).toMatchObject({ state: 'idle', failure: null, release: now }),
      patience,
    );
  },
);

it('no failure that was to be expected left a trace of the program', () => {
  expect(machine.said()).not.toMatch(/\n\s+at |node:internal/);
  expect(machine.process.exitCode).toBeNull();
});

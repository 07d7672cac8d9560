/** @module-tag full */
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openRefusingProxy, type RefusingProxy } from './refusing-proxy.ts';
import { openDeployment, type Machine, type Deployment } from './deployment.ts';

/** Firestore, Storage or Hosting refuses requests while the service runs. The service reports a remedy and recovers. */

// Firestore's client needs time to reconnect.
const patience = { timeout: 60_000, interval: 20 };

let deployment: Deployment;
let machine: Machine;
let firestore: RefusingProxy;
let storage: RefusingProxy;
let edits = 0;

beforeAll(async () => {
  deployment = await openDeployment();
  await deployment.write('p', { title: 'Edit 0' });
  [firestore, storage] = await Promise.all([
    openRefusingProxy('grpc', deployment.addresses.firestore),
    openRefusingProxy('http', deployment.addresses.storage),
  ]);
  machine = await deployment.serve('one', {
    env: {
      FIRESTORE_EMULATOR_HOST: firestore.address,
      FIREBASE_STORAGE_EMULATOR_HOST: storage.address,
      // The Storage client's variable for the same address; firebase-admin sets it only if it is unset.
      STORAGE_EMULATOR_HOST: `http://${storage.address}`,
    },
  });
  await untilShown('Edit 0');
}, 300_000);

afterAll(async () => {
  await deployment.end();
  firestore.stop();
  storage.stop();
});

beforeEach(() => void (machine.events.length = 0));

const untilShown = (text: string) => vi.waitFor(() => expect(deployment.page('p')).toContain(text), patience);
const reportedStatus = async () => (await deployment.firestore.doc('build_state/current').get()).data();

/** Edits the page and sends the hint. Returns the new title. */
async function edit(): Promise<string> {
  edits += 1;
  const title = `Edit ${String(edits)}`;
  await deployment.write('p', { title, rev: edits + 1 });
  await machine.hint('p');
  return title;
}

const hosting = (status: number | null): void => void (deployment.hosting.trouble = () => status);

interface Refused {
  title: string;
  refuse: () => void;
  recover: () => void;
  event: string;
  state: string;
  /** Whether the status can be written to Firestore for the admin. */
  isReported: boolean;
  message: string;
  next: string;
}

// Firestore and Storage are emulators here; the remedies of hosted services are tested in explain-errors.test.ts.
const onThisMachine = 'It runs on this machine';

const refused: Refused[] = [
  {
    title: 'Firestore denies permission',
    refuse: () => firestore.refuse({ status: 7, message: 'Missing or insufficient permissions.' }),
    recover: () => firestore.refuse(null),
    event: 'publish-failed',
    state: 'unreachable',
    isReported: false,
    message: 'Firestore denies access: Missing or insufficient permissions.',
    next: onThisMachine,
  },
  {
    title: 'the project has no database',
    refuse: () => firestore.refuse({ status: 5, message: 'The database (default) does not exist' }),
    recover: () => firestore.refuse(null),
    event: 'publish-failed',
    state: 'unreachable',
    isReported: false,
    message: 'Firestore does not exist: The database (default) does not exist',
    next: onThisMachine,
  },
  {
    title: 'the state bucket denies permission',
    refuse: () => storage.refuse({ status: 403, message: 'No storage.objects.create access' }),
    recover: () => storage.refuse(null),
    event: 'publish-failed',
    state: 'failed',
    isReported: true,
    message: 'gs://frontage-state denies access: No storage.objects.create access',
    next: onThisMachine,
  },
  {
    title: 'the state bucket is missing',
    refuse: () => storage.refuse({ status: 404, message: 'The specified bucket does not exist.' }),
    recover: () => storage.refuse(null),
    event: 'publish-failed',
    state: 'failed',
    isReported: true,
    message: 'gs://frontage-state does not exist: The specified bucket does not exist.',
    next: onThisMachine,
  },
  {
    title: 'Hosting denies permission',
    refuse: () => hosting(403),
    recover: () => hosting(null),
    event: 'outlet-failed',
    state: 'failed',
    isReported: true,
    message: 'Firebase Hosting answered 403 for demo-frontage-site: Injected',
    next: 'roles/firebasehosting.admin',
  },
];

it.each(refused)('recovers after $title', async ({ refuse, recover, event, state, isReported, message, next }) => {
  const before = deployment.page('p');
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
  if (isReported)
    await vi.waitFor(async () => expect(await reportedStatus()).toMatchObject({ state, failure, release }), patience);
  expect(deployment.page('p')).toBe(before);

  recover();
  await untilShown(text);
  await vi.waitFor(
    async () =>
      expect(await machine.status()).toMatchObject({ state: 'idle', failure: null, next: null, problems: [] }),
    patience,
  );
  const { release: now } = await machine.status();
  await vi.waitFor(
    async () => expect(await reportedStatus()).toMatchObject({ state: 'idle', failure: null, release: now }),
    patience,
  );
});

it('logs no stack trace for expected failures and keeps running', () => {
  expect(machine.said()).not.toMatch(/\n\s+at |node:internal/);
  expect(machine.process.exitCode).toBeNull();
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteApp, initializeApp } from 'firebase/app';
import {
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  getMultiFactorResolver,
  initializeAuth,
  inMemoryPersistence,
  multiFactor,
  signInWithEmailAndPassword,
  signOut,
  TotpMultiFactorGenerator,
} from 'firebase/auth';
import type { Auth, MultiFactorError } from 'firebase/auth';
import { deleteApp as deleteAdmin, initializeApp as initializeAdmin } from 'firebase-admin/app';
import type { App } from 'firebase-admin/app';
import { getAuth as getAdminAuth } from 'firebase-admin/auth';
import type { Auth as AdminAuth } from 'firebase-admin/auth';
import { codeOfStep, decodeBase32, stepAt } from '../../local/auth/totp.ts';
import { countAcknowledged } from './support/acknowledged.ts';
import { localProcess, PROJECT } from './support/local-process.ts';
import type { LocalProcess } from './support/local-process.ts';
import { randomFrom } from './support/random.ts';
import { sized } from '../full.ts';

const PASSWORD = 'correct horse';
const ROUNDS = sized(40, 2);
const WRITERS = 4;

/** An account: its last acknowledged state, and the change that was pending when the service was killed. */
interface Known {
  uid: string;
  email: string;
  name: string | null;
  requested: string | null;
  isDeleted: boolean;
  isDeletionRequested: boolean;
}

describe('accounts', () => {
  let local: LocalProcess;
  let auth: Auth;
  let admin: AdminAuth;
  let adminApp: App;
  let closeClient: () => Promise<void>;

  beforeAll(async () => {
    local = await localProcess({ only: ['auth'] });
    await local.start();
    process.env['FIREBASE_AUTH_EMULATOR_HOST'] = local.hosts.auth;
    adminApp = initializeAdmin({ projectId: PROJECT });
    admin = getAdminAuth(adminApp);
    const app = initializeApp({ projectId: PROJECT, apiKey: 'any' });
    closeClient = () => deleteApp(app);
    auth = initializeAuth(app, { persistence: inMemoryPersistence });
    connectAuthEmulator(auth, `http://${local.hosts.auth}`, { disableWarnings: true });
  });
  afterAll(async () => {
    await closeClient();
    await deleteAdmin(adminApp);
    await local.remove();
  });

  async function restart(): Promise<void> {
    await local.kill();
    await local.start();
  }

  /** The account, or null if it does not exist. */
  const find = (uid: string) =>
    admin.getUser(uid).catch((error: unknown) => {
      if ((error as { code?: string }).code === 'auth/user-not-found') return null;
      throw error;
    });

  it('keep every acknowledged change after SIGKILL under load', { tags: 'full', timeout: 600_000 }, async () => {
    const random = randomFrom();
    const known: Known[] = [];
    const acknowledged = countAcknowledged();
    let count = 0;

    const sendOne = async (): Promise<void> => {
      const person = known.length > 3 && random.next() < 0.6 ? random.pick(known) : null;
      if (person === null) {
        const email = `a${(count += 1)}-${random.seed}@example.com`;
        const { uid } = await admin.createUser({ email, password: PASSWORD });
        known.push({ uid, email, name: null, requested: null, isDeleted: false, isDeletionRequested: false });
      } else if (person.isDeletionRequested || person.requested !== person.name) {
        return;
      } else if (random.next() < 0.2) {
        person.isDeletionRequested = true;
        await admin.deleteUser(person.uid);
        person.isDeleted = true;
      } else {
        person.requested = `name ${(count += 1)}`;
        await admin.updateUser(person.uid, { displayName: person.requested });
        person.name = person.requested;
      }
      acknowledged.add();
    };

    for (let round = 0; round < ROUNDS; round += 1) {
      let stopping = false;
      const writers = Array.from({ length: WRITERS }, async () => {
        while (!stopping) await sendOne().catch(() => (stopping = true));
      });
      await Promise.race([acknowledged.more(8 + random.below(24)), Promise.all(writers)]);
      await restart();
      stopping = true;
      await Promise.all(writers);

      for (const person of known) {
        const found = await find(person.uid);
        const context = `seed ${random.seed}, round ${round}: ${JSON.stringify(person)}`;
        if (person.isDeleted) expect(found, context).toBeNull();
        else if (!person.isDeletionRequested) expect(found, context).not.toBeNull();
        if (found !== null) expect([person.name, person.requested], context).toContain(found.displayName ?? null);
        // A request pending at the crash may have succeeded or not; from now on the state is known.
        person.isDeleted = person.isDeletionRequested = found === null;
        person.name = person.requested = found?.displayName ?? null;
      }
    }
    const alive = known.filter(({ isDeleted }) => !isDeleted);
    expect(alive.length).toBeGreaterThan(ROUNDS);
    for (const { email, uid } of alive.slice(0, 20)) {
      expect((await signInWithEmailAndPassword(auth, email, PASSWORD)).user.uid).toBe(uid);
    }
  });

  it(
    'keep second factors, claims, verification and reset links after SIGKILL',
    { tags: 'full', timeout: 120_000 },
    async () => {
      const email = `factor-${Date.now()}@example.com`;
      const { user } = await createUserWithEmailAndPassword(auth, email, PASSWORD);
      await admin.updateUser(user.uid, { emailVerified: true, phoneNumber: '+15555550199' });
      await admin.setCustomUserClaims(user.uid, { level: 3 });
      await user.reload();
      const secret = await TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession());
      const code = (steps = 0): string =>
        codeOfStep(decodeBase32(secret.secretKey) ?? new Uint8Array(), stepAt(Date.now()) + steps);
      await multiFactor(user).enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, code()), 'App');
      const link = await admin.generatePasswordResetLink(email);
      const before = await admin.getUser(user.uid);
      await restart();

      const after = await admin.getUser(user.uid);
      expect(after.toJSON()).toEqual(before.toJSON());
      await signOut(auth);
      const error = await signInWithEmailAndPassword(auth, email, PASSWORD).then(
        () => null,
        (thrown: unknown) => thrown as MultiFactorError,
      );
      if (error === null) throw new Error('No second factor was required');
      const resolver = getMultiFactorResolver(auth, error);
      const assertion = TotpMultiFactorGenerator.assertionForSignIn(resolver.hints[0]!.uid, code(1));
      const signedIn = await resolver.resolveSignIn(assertion);
      const { claims, signInSecondFactor } = await signedIn.user.getIdTokenResult();
      expect([claims['level'], signInSecondFactor]).toEqual([3, 'totp']);
      expect((await fetch(link, { redirect: 'manual' })).status).toBeLessThan(500);
      expect((await fetch(`${link}&newPassword=another-one`)).status).toBe(200);
      expect((await admin.getUserByPhoneNumber('+15555550199')).uid).toBe(user.uid);
    },
  );

  it(
    'keep sessions: a refresh token issued before SIGKILL still works',
    { tags: 'full', timeout: 60_000 },
    async () => {
      const { user } = await createUserWithEmailAndPassword(auth, `session-${Date.now()}@example.com`, PASSWORD);
      await restart();
      expect((await admin.verifyIdToken(await user.getIdToken(true), true)).uid).toBe(user.uid);
    },
  );
});

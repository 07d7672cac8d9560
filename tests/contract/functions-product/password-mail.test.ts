import { collections } from '@frontage/model/paths';
import { firestoreRoles } from '@frontage/pipeline/firestore';
import { confirmPasswordReset, signInWithEmailAndPassword } from 'firebase/auth';
import { doc, getDoc } from 'firebase/firestore/lite';
import { getApps } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { duplicateDeliveries } from '../../../local/functions/duplicate-deliveries.fixture.ts';
import { startMailServer, type MailServer } from './mail-server.ts';
import { openRoleCheck, openTokens } from '../../../pipeline/http/staff-access.ts';
import { describeFunctions, openProduct, parameters, refusalOf, type Person, type Product } from './product.ts';

let server: MailServer;
let product: Product;
let bob: Person;
let settings: { SMTP_URL: string; MAIL_FROM: string };
beforeAll(async () => {
  server = await startMailServer();
  settings = { SMTP_URL: server.url, MAIL_FROM: 'Frontage <site@example.com>' };
  product = await openProduct({
    only: ['auth', 'firestore', 'functions'],
    env: settings,
    // Events are delivered twice, late and out of order. A link must be sent once.
    local: { delays: duplicateDeliveries(3) },
  });
}, 300_000);
afterAll(async () => {
  await product.stop();
  await server.stop();
});
beforeEach(async () => {
  await product.clear();
  bob = await product.signUp({ roles: ['editor'] });
  await product.idle();
  server.received.length = 0;
  server.refusals.length = 0;
});
afterEach(() => Object.assign(process.env, settings));

function accounts() {
  const [app] = getApps();
  if (!app) throw new Error('firebase-admin was not started');
  return getAuth(app);
}

const ask = (email: string) => product.visitor.call('requestPasswordLink', { email });
const tooMany = 'resource-exhausted: Too many attempts. Try again later.';

/** All documents of all collections, each as `path JSON`. */
async function everything(): Promise<string[]> {
  await product.idle();
  const found = await Promise.all(Object.values(collections).map((name) => product.firestore.collection(name).get()));
  return found.flatMap(({ docs }) => docs.map((document) => `${document.ref.path} ${JSON.stringify(document.data())}`));
}

async function linkOf(): Promise<URL> {
  await product.idle();
  const [mail] = server.received;
  return new URL(/^http:\S+$/m.exec(mail?.raw ?? '')?.[0] ?? 'none:');
}

describeFunctions('a password reset link', () => {
  it('is sent once through the project’s mail server and is valid once', async () => {
    expect(await ask(bob.email.toUpperCase())).toEqual({ isTaken: true });
    const link = await linkOf();
    expect(server.received.map(({ from, to }) => [from, ...to])).toEqual([['site@example.com', bob.email]]);
    expect(`${link.origin}${link.pathname}`).toBe('http://admin.test/auth/action');
    const code = link.searchParams.get('oobCode') ?? '';
    await confirmPasswordReset(bob.auth, code, 'a fresh secret');
    await signInWithEmailAndPassword(bob.auth, bob.email, 'a fresh secret');
    await expect(confirmPasswordReset(bob.auth, code, 'again')).rejects.toMatchObject({
      code: 'auth/invalid-action-code',
    });
  });

  it('ends all sessions and staff tokens of the account at once, and no later ones', async () => {
    const other = await product.signInElsewhere(bob);
    const account = `user_roles/${bob.uid}`;
    const sessions = async () =>
      Promise.all(
        [bob, other].map(async (person) => [
          (await refusalOf(person.call('pipelineToken', {}))).slice(0, 17),
          await getDoc(doc(person.firestore, 'pages/any')).then(
            () => 'read',
            ({ code }: { code: string }) => code,
          ),
        ]),
      );
    expect(await sessions()).toEqual([
      ['answered', 'read'],
      ['answered', 'read'],
    ]);
    const staff = openTokens(parameters.PUBLISH_WEBHOOK_SECRET);
    const holder = staff((await other.call('pipelineToken', {})).token, new Date());
    const checkRoles = openRoleCheck(firestoreRoles(product.firestore));
    const rolesOfToken = async () => {
      const { uid, roles, signed_in_at, used_second_factor } = holder as NonNullable<typeof holder>;
      const session = { signedInAt: signed_in_at, usedSecondFactor: used_second_factor };
      return (await checkRoles({ uid, roles, session })).roles;
    };
    expect(await rolesOfToken()).toEqual(['editor']);

    await product.visitor.call('endRevokedSessions', { email: 'nobody@example.com' });
    await ask(bob.email);
    const code = (await linkOf()).searchParams.get('oobCode') ?? '';
    const reader = await product.signUp();
    await confirmPasswordReset(reader.auth, code, 'a fresh secret');
    await product.visitor.call('endRevokedSessions', { email: bob.email.toUpperCase() });
    // A client that renews its session first is refused without one.
    const refused = expect.stringMatching(/^(permission-denied|unauthenticated)/) as unknown;
    expect(await sessions()).toEqual([
      [refused, 'permission-denied'],
      [refused, 'permission-denied'],
    ]);
    expect(await rolesOfToken()).toEqual([]);

    await signInWithEmailAndPassword(bob.auth, bob.email, 'a fresh secret');
    const kept = (await product.firestore.doc(account).get()).get('valid_after') as unknown;
    await product.visitor.call('endRevokedSessions', { email: bob.email });
    expect(await sessions()).toEqual([
      ['answered', 'read'],
      [refused, 'permission-denied'],
    ]);
    expect((await product.firestore.doc(account).get()).get('valid_after')).toBe(kept);
  });

  it('is stored in no document and no log, and neither is an unknown requester', async () => {
    const logged = product.functionLogs.length;
    server.refusals.push(451);
    await ask(bob.email);
    const code = (await linkOf()).searchParams.get('oobCode') ?? '';
    expect(code).not.toBe('');
    await ask('nobody@example.com');
    const kept = [...(await everything()), ...product.functionLogs.slice(logged)];
    expect(kept.length).toBeGreaterThan(3);
    for (const secret of [code, 'pass:word', 'pass%3Aword', 'nobody@example.com']) {
      expect(kept.filter((text) => text.includes(secret))).toEqual([]);
    }
    expect(kept.filter((text) => text.includes(bob.email)).map((text) => text.split('/')[0])).toEqual(['profiles']);
  });

  it('links to the admin regardless of additional call data', async () => {
    const more = { email: bob.email, continueUrl: 'https://evil.test/', url: 'https://evil.test/', link: 'x' };
    await product.visitor.call('requestPasswordLink', more);
    const link = await linkOf();
    expect([...link.searchParams.keys()].sort()).toEqual(['mode', 'oobCode']);
    expect(server.received[0]?.raw).not.toContain('evil');
  });

  it.each<[string, () => string | Promise<string>, number]>([
    ['with an account', () => bob.email, 1],
    ['without an account', () => 'nobody@example.com', 0],
    [
      'that is deactivated',
      async () => {
        await accounts().updateUser(bob.uid, { disabled: true });
        return bob.email;
      },
      0,
    ],
    [
      'restored from a backup without a password',
      async () => {
        const email = `restored-${Date.now()}@example.com`;
        await accounts().importUsers([{ uid: email.slice(0, 20), email }]);
        return email;
      },
      1,
    ],
  ])('is sent only to eligible users, with the same answer: a user %s', async (_user, email, mails) => {
    expect(await ask(await email())).toEqual({ isTaken: true });
    expect((await everything()).filter((text) => text.startsWith('password_requests'))).toEqual([]);
    expect(server.received).toHaveLength(mails);
  });

  it('is limited per address and per visitor, equally for unknown addresses', async () => {
    for (const email of [bob.email, 'nobody@example.com']) {
      const spellings = [email, email.toUpperCase(), ` ${email} `, email, `${email}\n`];
      for (const spelling of spellings) expect(await ask(spelling)).toEqual({ isTaken: true });
      expect(await refusalOf(ask(email))).toBe(tooMany);
    }
    await product.idle();
    expect(server.received).toHaveLength(5);
    // Ten of the visitor's twenty attempts are used.
    for (let other = 0; other < 10; other += 1) await ask(`other-${other}@example.com`);
    expect(await refusalOf(ask('one-more@example.com'))).toBe(tooMany);
  });

  it.each([
    'nobody',
    'a@example.com, b@example.com',
    'a@example.com\r\nBcc: eve@example.com',
    '"a@b.com> RCPT TO:<eve"@example.com',
    'Bob <bob@example.com>',
    `${'a'.repeat(250)}@example.com`,
  ])('is refused for the invalid address %j', async (email) => {
    expect(await refusalOf(ask(email))).toMatch(/^invalid-argument/);
  });

  it('is retried after a temporary SMTP error and dropped after a permanent one', { tags: 'full' }, async () => {
    server.refusals.push(451);
    await ask(bob.email);
    await product.idle();
    expect(server.received).toHaveLength(1);
    server.received.length = 0;
    server.refusals.push(550);
    await ask(bob.email);
    await product.idle();
    expect(server.received).toEqual([]);
    expect((await everything()).filter((text) => text.startsWith('password_requests'))).toEqual([]);
  });

  it('is dropped for an erased user', { tags: 'full' }, async () => {
    const admin = await product.signUp({ roles: ['admin'] });
    server.refusals.push(...Array.from({ length: 10 }, () => 451));
    await ask(bob.email);
    const asked = (await everything()).filter((text) => text.startsWith('password_requests'));
    expect(asked.join()).toContain(bob.email);
    await admin.call('deleteUser', { userId: bob.uid, erase: true });
    expect((await everything()).filter((text) => text.includes(bob.email))).toEqual([]);
  });

  it.each([
    ['no server is set', { SMTP_URL: 'none' }],
    ['no sender is set', { MAIL_FROM: '' }],
  ])('is left to Authentication and not recorded if %s', async (_title, without) => {
    Object.assign(process.env, without);
    expect(await ask(bob.email)).toEqual({ isTaken: false });
    expect((await everything()).filter((text) => /^(password_requests|rate_limits)/.test(text))).toEqual([]);
    expect(server.received).toEqual([]);
  });

  it('fails equally for all users if the server’s URL is invalid, without logging the URL', async () => {
    const logged = product.functionLogs.length;
    Object.assign(process.env, { SMTP_URL: 'mail.example.com:s3cret-of-the-server' });
    const refusals = await Promise.all([bob.email, 'nobody@example.com'].map((email) => refusalOf(ask(email))));
    expect(new Set(refusals).size).toBe(1);
    expect(refusals[0]).toMatch(/^internal: Something went wrong/);
    const logs = product.functionLogs.slice(logged).join('\n');
    expect(logs).toContain('SMTP_URL is not the address of a mail server');
    expect(logs).not.toContain('s3cret');
  });
});

import { sendEmailVerification, sendPasswordResetEmail, verifyBeforeUpdateEmail } from 'firebase/auth';
import { createUserWithEmailAndPassword } from 'firebase/auth';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Mail } from '../../../local/start.ts';
import { openTarget, type Target } from '../target.ts';
import { codeOf, newEmail, openAuth } from './client.ts';
import { PASSWORD } from './use-auth.ts';

/** Emails are passed to the mailbox instead of being sent; Google's emulators print them. */
describe.skipIf(process.env['FIREBASE_AUTH_EMULATOR_HOST'] !== undefined)('local mail', () => {
  const mails: Mail[] = [];
  let target: Target;
  let client: ReturnType<typeof openAuth>;
  beforeAll(async () => {
    const onMail = (mail: Mail) => void mails.push(mail);
    target = await openTarget({ only: ['auth'], local: { onMail, hidesAccounts: true } });
    client = openAuth(target);
  });
  afterAll(async () => {
    await client.close();
    await target.stop();
  });

  it('receives each email with its link, and no email for generated links', async () => {
    const email = newEmail();
    const next = newEmail('moved');
    const { user } = await createUserWithEmailAndPassword(client.auth, email, PASSWORD);
    await sendPasswordResetEmail(client.auth, email);
    await sendEmailVerification(user);
    const app = initializeApp({ projectId: target.project });
    await getAuth(app).generatePasswordResetLink(email);
    await deleteApp(app);
    await verifyBeforeUpdateEmail(user, next);
    await expect.poll(() => mails.length).toBe(3);
    expect(mails.map(({ requestType, email: to, newEmail: moved }) => [requestType, to, moved])).toEqual([
      ['PASSWORD_RESET', email, undefined],
      ['VERIFY_EMAIL', email, undefined],
      ['VERIFY_AND_CHANGE_EMAIL', email, next],
    ]);
    for (const { oobLink } of mails) expect(new URL(oobLink).searchParams.get('oobCode')).toMatch(/^[\w-]{20,}$/);
  });

  it('is not told from none: an address without an account is answered alike', async () => {
    const before = mails.length;
    expect(await codeOf(sendPasswordResetEmail(client.auth, newEmail()))).toBe('resolved');
    expect(mails).toHaveLength(before);
  });
});

import { invalid, notices, texts } from '@frontage/model/messages';
import type { Role } from '@frontage/model/user';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { password, submitSignIn, type Office, type Person } from '../office/office.ts';
import { errorOf, expectNotice, pollSoon } from '../office/screen.ts';

export function signUpSuite(office: () => Office): void {
  let admin: Page;
  let existing: Person;
  beforeAll(async () => {
    existing = await office().addPerson('existing');
    admin = await office().signIn(await office().addPerson('inviter', { roles: ['admin'] }));
  });
  afterAll(() => admin.context().close());

  /** Creates an invite in the admin. Returns its link. */
  async function invite(email: string, role: Role): Promise<string> {
    await admin.goto('/admin/users?invite=1');
    const dialog = admin.getByRole('dialog');
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByLabel('Role').selectOption(role);
    await dialog.getByRole('button', { name: 'Generate invite link' }).click();
    return dialog.getByLabel('Invite link').inputValue();
  }

  describe('sign up', () => {
    let page: Page;
    beforeAll(async () => {
      page = await office().open('/auth/signup');
    });
    afterAll(() => page.context().close());

    const submit = () => page.getByRole('button', { name: 'Create account' }).click();

    it('requires an email and a password of 6 characters, but no names', async () => {
      await page.getByLabel('Password').fill('12345');
      await submit();
      await pollSoon(() => errorOf(page, 'Password')).toBe(invalid.passwordTooShort);
      expect(await errorOf(page, 'Email')).toBe(invalid.emailRequired);
      expect(await errorOf(page, 'First name')).toBeNull();
      expect(await errorOf(page, 'Last name')).toBeNull();
      await page.getByLabel('First name').fill('x'.repeat(101));
      await pollSoon(() => errorOf(page, 'First name')).toBe(invalid.nameTooLong);
      await page.getByLabel('First name').fill('');
    });

    it('shows why it failed', { tags: 'full' }, async () => {
      await page.getByLabel('Email').fill(existing.email);
      await page.getByLabel('Password').fill(password);
      await submit();
      await expectNotice(page, {
        ...notices.signUpFailed,
        description: 'An account with this email already exists. Sign in instead.',
      });
    });

    it('completes an interrupted attempt', { tags: 'full' }, async () => {
      const interrupted = `interrupted.${Date.now()}@example.com`;
      await page.goto('/auth/signup');
      await page.getByLabel('Email').fill(interrupted);
      await page.getByLabel('Password').fill(password);
      await page.route(/documents:commit/, (route) => route.abort());
      await submit();
      await expectNotice(page, notices.signUpFailed);
      await page.unroute(/documents:commit/);
      await submit();
      await page.waitForURL(`${office().stack.site}/`);
      const { uid } = await office().accounts.getUserByEmail(interrupted);
      expect((await office().firestore.doc(`profiles/${uid}`).get()).exists).toBe(true);
    });
  });

  describe('with an invite', () => {
    it('has a fixed email and grants the role', async () => {
      const invited = `invited.${Date.now()}@example.com`;
      const link = await invite(invited, 'author');
      expect(link.startsWith(`${office().stack.admin}/auth/signup?invite=`)).toBe(true);
      const page = await office().open(link);
      const email = page.getByLabel('Email');
      await pollSoon(() => email.inputValue()).toBe(invited);
      await pollSoon(() => email.getAttribute('readonly')).not.toBeNull();
      await page.getByText('You are invited as').waitFor();
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.waitForURL((url) => url.pathname === '/admin');
      const { uid } = await office().accounts.getUserByEmail(invited);
      expect((await office().firestore.doc(`user_roles/${uid}`).get()).get('roles')).toEqual(['author']);

      const again = await office().open(link);
      await again.getByText(texts.inviteRefused).waitFor();
      await pollSoon(() => again.getByRole('textbox').count()).toBe(0);
      await pollSoon(() => again.getByRole('button', { name: 'Create account' }).count()).toBe(0);
      await Promise.all([page.context().close(), again.context().close()]);
    });

    it('shows that an invite is not valid', async () => {
      const page = await office().open('/auth/signup?invite=not-a-token');
      await page.getByText(texts.inviteRefused).waitFor();
      await page.context().close();
    });

    it('is accepted by a user with an existing account', { tags: 'full' }, async () => {
      const link = await invite(existing.email, 'editor');
      const page = await office().open(link);
      await page.getByRole('link', { name: 'Sign in' }).click();
      await submitSignIn(page, existing.email);
      await page.getByRole('button', { name: 'Accept invite' }).click();
      await page.waitForURL((url) => url.pathname === '/admin');
      const roles = await office().firestore.doc(`user_roles/${existing.uid}`).get();
      expect(roles.get('roles')).toEqual(['editor']);
      await page.context().close();
    });
  });
}

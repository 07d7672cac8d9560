import { invalid, notices, texts } from '@frontage/model/messages';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../office/axe.ts';
import { openMailLink, submitSignIn, type Office, type Person } from '../office/office.ts';
import { coveredControls, errorOf, expectNotice, notice, pollSoon } from '../office/screen.ts';

export function signInSuite(office: () => Office): void {
  let person: Person;
  beforeAll(async () => {
    person = await office().addPerson('signer', { roles: ['viewer'] });
  });

  describe('sign in', () => {
    let page: Page;
    beforeAll(async () => {
      page = await office().open('/auth/login');
    });
    afterAll(() => page.context().close());

    it('requires email and password', async () => {
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await pollSoon(() => errorOf(page, 'Email')).toBe(invalid.emailRequired);
      expect(await errorOf(page, 'Password')).toBe(invalid.passwordRequired);
      expect(await page.getByLabel('Email').evaluate((input) => input === document.activeElement)).toBe(true);
      await pollSoon(() => page.getByLabel('Email').getAttribute('type')).toBe('email');
    });

    it('requires a valid email', async () => {
      await submitSignIn(page, 'signer');
      await pollSoon(() => errorOf(page, 'Email')).toBe(invalid.email);
    });

    it.each(['a wrong password', 'an unknown email'])('shows the same error for %s', async (condition) => {
      await page.goto('/auth/login');
      if (condition === 'a wrong password') await submitSignIn(page, person.email, 'wrong-password');
      else await submitSignIn(page, 'nobody-at-all@example.com');
      await expectNotice(page, { ...notices.signInFailed, description: texts.wrongCredentials });
      await pollSoon(() => page.getByLabel('Password').inputValue()).toBe('');
      expect(await errorOf(page, 'Password')).toBe(texts.wrongCredentials);
    });

    it('opens the dashboard with a notice', async () => {
      await pollSoon(() => notice(page, notices.signInFailed.title).count()).toBe(1);
      await submitSignIn(page, person.email);
      await page.waitForURL((url) => url.pathname === '/admin');
      await expectNotice(page, notices.signedIn);
      // An earlier failure notice is gone.
      await pollSoon(() => notice(page, notices.signInFailed.title).count()).toBe(0);
      expect(await coveredControls(page)).toEqual([]);
      await page.getByText(person.email).waitFor();
    });

    it('signs out and returns to the sign-in', async () => {
      await page.getByRole('link', { name: 'Sign out' }).click();
      await page.waitForURL('**/auth/login');
      await expectNotice(page, notices.signedOut);
      await page.goto('/admin');
      await page.waitForURL('**/auth/login');
      // The ended sign-in is stored, so that copies of its token are rejected.
      const { ended_sign_ins: ended } = (await office().firestore.doc(`user_roles/${person.uid}`).get()).data() ?? {};
      expect(ended).toHaveLength(1);
    });
  });

  describe('a forgotten password', () => {
    it('is reset with a link that is printed, listed in the mailbox, and valid once', { tags: 'full' }, async () => {
      const { email } = await office().addPerson('forgetful', { roles: ['viewer'] });
      const page = await office().open('/auth/login');
      await page.getByLabel('Email').fill(email);
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await pollSoon(() => page.getByLabel('Email').inputValue()).toBe(email);
      await page.getByRole('button', { name: 'Send link' }).click();
      await page.getByText(`If there is an account for ${email}, a link is on its way.`).waitFor();
      await pollSoon(() =>
        office().stack.events.some(({ event, to, link }) => event === 'mail' && to === email && String(link) !== ''),
      ).toBe(true);

      const mail = await openMailLink(office(), email);
      const link = mail.url();
      await mail.getByLabel('New password').fill('12345');
      await mail.getByRole('button', { name: 'Change password' }).click();
      await pollSoon(() => errorOf(mail, 'New password')).toBe(invalid.passwordTooShort);
      await mail.getByLabel('New password').fill('a fresh secret');
      await mail.getByRole('button', { name: 'Change password' }).click();
      await mail.getByRole('link', { name: 'Sign in' }).click();
      await submitSignIn(mail, email, 'a fresh secret');
      await mail.waitForURL((url) => url.pathname === '/admin');

      await page.goto(link);
      await page.getByText('This link is not valid, or was used already.').waitFor();
      expect(await violations(page)).toEqual([]);
      await Promise.all([page.context().close(), mail.context().close()]);
    });

    it('shows the same message for an address without an account', { tags: 'full' }, async () => {
      const page = await office().open('/auth/forgot');
      await page.getByLabel('Email').fill('nobody-at-all@example.com');
      await page.getByRole('button', { name: 'Send link' }).click();
      await page.getByText('If there is an account for nobody-at-all@example.com').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.context().close();
    });
  });

  it('shows that an account is deactivated', async () => {
    const { uid, email } = await office().addPerson('disabled', { roles: ['viewer'] });
    await office().accounts.updateUser(uid, { disabled: true });
    const page = await office().open('/auth/login');
    await submitSignIn(page, email);
    await expectNotice(page, {
      ...notices.signInFailed,
      description: 'This account has been deactivated. Ask an administrator.',
    });
    await page.context().close();
  });

  it('clears the session even if sign-out fails', { tags: 'full' }, async () => {
    const page = await office().signIn(person);
    // If the browser cannot clear its storage, the call itself fails.
    await page.evaluate(() => {
      IDBObjectStore.prototype.delete = () => {
        throw new DOMException('refused', 'InvalidStateError');
      };
    });
    await page.getByRole('link', { name: 'Sign out' }).click();
    await page.waitForURL('**/auth/login');
    await expectNotice(page, notices.signOutFailed);
    await page.context().close();
  });
}

import { notices } from '@frontage/model/messages';
import { FieldValue } from 'firebase-admin/firestore';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { violations } from '../office/axe.ts';
import { openMailLink, password, submitSignIn, type Office, type Person } from '../office/office.ts';
import { errorOf, expectNotice, field, pollSoon, visit } from '../office/screen.ts';
import { sized } from '../../full.ts';
import { totpCode } from './totp.ts';

export function secondFactorSuite(office: () => Office): void {
  let page: Page;
  let person: Person;
  let secret: string;
  beforeAll(async () => {
    person = await office().addPerson('careful', { roles: ['admin'], emailVerified: false });
    page = await office().signIn(person);
    await visit(page, '/admin/account');
  });
  afterAll(async () => {
    await office()
      .firestore.doc('site_settings/security')
      .set({
        value: { require_second_factor: false },
        rev: 1,
        updated_at: FieldValue.serverTimestamp(),
        updated_by: person.uid,
      });
    await page.context().close();
  });

  /** A valid code that was not used before: a server accepts a code once, and those beside the current one, too. */
  const used = new Set<string>();
  const newCode = (): string => {
    const found = [0, 30_000, -30_000].map((ms) => totpCode(secret, Date.now() + ms)).find((code) => !used.has(code));
    if (found === undefined) throw new Error('All codes of these 90 seconds were used.');
    used.add(found);
    return found;
  };

  const enterCode = async (code: string, action: string) => {
    await page.getByRole('textbox', { name: 'Code' }).fill(code);
    await page.getByRole('button', { name: action }).click();
  };

  /** Reads the recovery codes in the dialog and closes it. */
  const keepCodes = async (on: Page): Promise<string[]> => {
    const dialog = on.getByRole('alertdialog', { name: 'Save your recovery codes' });
    await dialog.getByRole('listitem').first().waitFor();
    const codes = await dialog.getByRole('listitem').allInnerTexts();
    await dialog.getByRole('button', { name: 'I have saved them' }).click();
    return codes;
  };

  it('requires a confirmed email address', async () => {
    await page.getByRole('button', { name: 'Send confirmation email' }).click();
    await expectNotice(page, { title: 'Confirmation sent', description: person.email });
    await page.getByRole('button', { name: 'I have confirmed it' }).click();
    await expectNotice(page, { title: 'Not confirmed yet' });

    const mail = await openMailLink(office(), person.email);
    await mail.getByRole('button', { name: 'Confirm' }).click();
    await mail.getByText(`${person.email} is confirmed.`).waitFor();
    await mail.context().close();
    await page.getByRole('button', { name: 'I have confirmed it' }).click();
    await page.getByRole('button', { name: 'Set up authenticator app' }).waitFor();
  });

  /** Other browsers of the user, each on another screen. */
  const others: Page[] = [];
  it('is enrolled with an authenticator app', async () => {
    const paths = ['/admin/settings?tab=analytics', '/admin/pages/new', '/admin/account', '/admin/users'];
    for (const path of sized(paths, [])) {
      const other = await office().signIn(person);
      await visit(other, path);
      others.push(other);
    }
    // Offline, so that no request shows the end of the session before the text is typed.
    const [settings, editor] = others;
    for (const other of others.slice(0, 2)) await other.context().setOffline(true);
    await settings?.getByLabel('Measurement ID').fill('G-TYPED');
    if (editor) await field(editor, 'Title').fill('Typed before the factor');
    await page.getByRole('button', { name: 'Set up authenticator app' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    secret = await dialog.locator('code').innerText();

    const wrong = totpCode(secret, Date.now() - 86_400_000);
    await enterCode(wrong, 'Turn on');
    await expectNotice(page, { title: 'Setup failed', description: 'Wrong code.' });
    await enterCode(newCode(), 'Turn on');
    await expectNotice(page, { title: 'Second factor is on' });
    await page.getByText('Authenticator app, since').waitFor();
    expect(await keepCodes(page)).toHaveLength(10);
    await page.getByText('10 of 10 recovery codes left').waitFor();
  });

  it(
    'ends the sessions of other browsers, which ask for a new sign-in on each screen and keep its text',
    { tags: 'full' },
    async () => {
      const [settings, editor, account, users] = others as [Page, Page, Page, Page];
      const dialogOf = (other: Page) => other.getByRole('alertdialog', { name: 'Sign in again' });
      for (const other of [settings, editor]) await other.context().setOffline(false);
      // A window that polls the server may ask before it is used.
      const unlessAsked = (other: Page, use: () => Promise<void>) =>
        Promise.race([use().catch(() => undefined), dialogOf(other).waitFor()]);
      await unlessAsked(account, async () => {
        await account.getByRole('button', { name: 'Sign out everywhere' }).click();
        await account.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click();
      });
      await unlessAsked(users, async () => {
        await users.getByRole('button', { name: 'Invite User' }).click();
        await users.getByRole('dialog').getByLabel('Email').fill('invited@example.com');
        await users.getByRole('dialog').getByRole('button', { name: 'Generate invite link' }).click();
      });
      for (const other of others) await dialogOf(other).waitFor();
      await dialogOf(editor).getByLabel('Password').fill(password);
      await dialogOf(editor).getByRole('button', { name: 'Sign in' }).click();
      await dialogOf(editor).getByRole('textbox', { name: 'Code' }).fill(newCode());
      await dialogOf(editor).getByRole('button', { name: 'Verify' }).click();
      await pollSoon(() => dialogOf(editor).count()).toBe(0);
      await pollSoon(() => field(editor, 'Title').inputValue()).toBe('Typed before the factor');
      await pollSoon(() => settings.getByLabel('Measurement ID').inputValue()).toBe('G-TYPED');
      for (const other of others) await other.context().close();
    },
  );

  it('is required at sign-in', async () => {
    await page.getByRole('link', { name: 'Sign out' }).click();
    await page.waitForURL('**/auth/login');
    await submitSignIn(page, person.email);
    await page.getByText('Enter the 6-digit code').waitFor();
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('Enter the 6 digits of the code').waitFor();
    expect(await violations(page)).toEqual([]);
    await enterCode(totpCode(secret, Date.now() - 86_400_000), 'Verify');
    await expectNotice(page, notices.signInFailed);
    await enterCode(newCode(), 'Verify');
    await page.waitForURL((url) => url.pathname === '/admin');
  });

  it('can be required of all administrators', { tags: 'full' }, async () => {
    await visit(page, '/admin/settings?tab=general');
    await page.getByRole('switch', { name: 'Require a second factor for administrators' }).check();
    await page.getByRole('button', { name: 'Save Security' }).click();
    await expectNotice(page, notices.settingsSaved);

    const other = await office().addPerson('careless', { roles: ['admin'] });
    const second = await office().open('/auth/login');
    await submitSignIn(second, other.email);
    await second.waitForURL('**/admin/account');
    await second.getByText('Administrators of this site need a second factor.').waitFor();
    await visit(second, '/admin/users');
    await second.waitForURL('**/admin/account');
    await second.context().close();

    const both = await office().addPerson('careless-editor', { roles: ['admin', 'editor'] });
    const third = await office().signIn(both);
    await pollSoon(() => third.getByRole('link', { name: 'Users' }).count()).toBe(0);
    await third.context().close();
  });

  it(
    'is removed by a recovery code, can be enrolled again, and is reset by an administrator',
    { tags: 'full' },
    async () => {
      const other = await office().addPerson('phoneless', { roles: ['editor'] });
      const theirs = await office().signIn(other, { permissions: ['clipboard-read', 'clipboard-write'] });
      const enrol = async () => {
        await theirs.getByRole('button', { name: 'Set up authenticator app' }).click();
        const dialog = theirs.getByRole('dialog');
        const key = await dialog.locator('code').innerText();
        await dialog.getByRole('textbox', { name: 'Code' }).fill(totpCode(key, Date.now()));
        await dialog.getByRole('button', { name: 'Turn on' }).click();
      };
      await theirs.goto('/admin/account');
      await enrol();
      const shown = theirs.getByRole('alertdialog', { name: 'Save your recovery codes' });
      await shown.getByRole('button', { name: 'Copy' }).click();
      const download = theirs.waitForEvent('download');
      await shown.getByRole('link', { name: 'Download' }).click();
      expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
      const [code = ''] = await keepCodes(theirs);
      expect(await theirs.evaluate(() => navigator.clipboard.readText())).toContain(code);

      await theirs.getByRole('link', { name: 'Sign out' }).click();
      await submitSignIn(theirs, other.email);
      await theirs.getByRole('button', { name: 'Use a recovery code' }).click();
      await theirs.getByLabel('Recovery code').fill('not one of them');
      await theirs.getByRole('button', { name: 'Sign in', exact: true }).click();
      await pollSoon(() => errorOf(theirs, 'Recovery code')).toBe('This recovery code is wrong or was already used.');
      await theirs.getByLabel('Recovery code').fill(code);
      await theirs.getByRole('button', { name: 'Sign in', exact: true }).click();
      await theirs.waitForURL('**/admin/account');
      await theirs.getByText('Your second factor was turned off with a recovery code').waitFor();

      await enrol();
      await keepCodes(theirs);
      await visit(page, `/admin/users?search=${encodeURIComponent(other.email)}`);
      await page.getByRole('button', { name: `Reset the second factor of ${other.email}` }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Reset second factor' }).click();
      await expectNotice(page, { title: 'Second factor reset', description: 'phoneless Person' });
      expect((await office().accounts.getUser(other.uid)).multiFactor?.enrolledFactors ?? []).toEqual([]);
      await theirs.context().close();
    },
  );

  it('is removed by its owner', async () => {
    await visit(page, '/admin/account');
    await page.getByRole('button', { name: 'Remove the second factor' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expectNotice(page, { title: 'Second factor removed' });
    const { multiFactor } = await office().accounts.getUser(person.uid);
    expect(multiFactor?.enrolledFactors ?? []).toEqual([]);
  });
}

import { invalid, notices, texts } from '@frontage/model/messages';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Office } from '../office/office.ts';
import { expectNotice, refuseCall, pollSoon } from '../office/screen.ts';

export function invitesSuite(office: () => Office): void {
  describe('invite dialog', () => {
    const guest = `guest.${Date.now()}@example.com`;
    let page: Page;
    beforeAll(async () => {
      page = await office().signIn(await office().addPerson('host', { roles: ['admin'] }), {
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      await page.goto('/admin/users');
      await page.getByRole('button', { name: 'Invite User' }).click();
    });
    afterAll(() => page.context().close());

    const dialog = () => page.getByRole('dialog');
    const generate = () => dialog().getByRole('button', { name: 'Generate invite link' }).click();

    it('has the default role author and shows when the link expires', async () => {
      await pollSoon(() => dialog().getByLabel('Role').inputValue()).toBe('author');
      await dialog().getByText('It expires in 7 days.').waitFor();
    });

    it('requires an email address', async () => {
      await generate();
      await dialog().getByText(invalid.inviteEmailRequired).waitFor();
    });

    it('shows the reason if no link can be created', async () => {
      await page.route('**/generateInviteToken', refuseCall('INTERNAL', 'The server is tired.'));
      await dialog().getByLabel('Email').fill(guest);
      await generate();
      await expectNotice(page, { ...notices.inviteFailed, description: 'The server is tired.' });
      await page.unroute('**/generateInviteToken');
    });

    it('shows the link and copies it', async () => {
      await generate();
      await expectNotice(page, notices.inviteGenerated);
      const link = dialog().getByLabel('Invite link');
      await pollSoon(() => link.getAttribute('readonly')).not.toBeNull();
      await pollSoon(() => dialog().getByLabel('Email').getAttribute('readonly')).not.toBeNull();
      await pollSoon(() => dialog().getByLabel('Role').isDisabled()).toBe(true);
      const clicked = Date.now();
      await dialog().getByRole('button', { name: 'Copy' }).click();
      await expectNotice(page, notices.inviteCopied);
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await link.inputValue());
      await dialog().getByRole('button', { name: 'Copied' }).waitFor();
      await dialog().getByRole('button', { name: 'Copy', exact: true }).waitFor();
      expect(Date.now() - clicked).toBeGreaterThan(1_200);
    });

    it('shows an error if copying fails', { tags: 'full' }, async () => {
      await page.evaluate(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
      });
      await dialog().getByRole('button', { name: 'Copy', exact: true }).click();
      await expectNotice(page, notices.copyFailed);
    });

    it('lists the invite until it is withdrawn', { tags: 'full' }, async () => {
      await dialog().getByRole('button', { name: 'Close', exact: true }).click();
      await pollSoon(() => page.getByRole('dialog').count()).toBe(0);
      const open = page.getByRole('region', { name: 'Open invites' });
      await open.getByText(guest).waitFor();
      const before = await page.evaluate(() => navigator.clipboard.readText());
      await page.getByRole('button', { name: `New link for ${guest}` }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Create new link' }).click();
      const renewed = await dialog().getByLabel('Invite link').inputValue();
      expect(renewed).not.toBe(before);
      await dialog().getByRole('button', { name: 'Close', exact: true }).click();
      const stale = await office().open(before);
      await stale.getByText(texts.inviteRefused).waitFor();
      await stale.goto(renewed);
      await stale.getByText('You are invited as').waitFor();
      await stale.context().close();
      await page.getByRole('button', { name: `Withdraw the invite for ${guest}` }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
      await expectNotice(page, { title: 'Invite withdrawn' });
      await pollSoon(() => open.getByText(guest).count()).toBe(0);
    });
  });
}

import { launchFailures } from '@frontage/model/launch';
import { invalid } from '@frontage/model/messages';
import { refusals } from '@frontage/model/refusals';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { looksOfScreen } from '../looks.ts';
import { violations } from '../office/axe.ts';
import type { ContentOffice } from '../office/content-office.ts';
import { button, expectNotice, field, notice, pollSoon, visit } from '../office/screen.ts';
import { useKeptContent } from '../office/use-kept-content.ts';

/** Several documents that are published and taken back together. */
export function launchesSuite(opened: () => ContentOffice): void {
  useKeptContent(opened);
  let office: ContentOffice;
  let page: Page;

  beforeAll(async () => {
    office = opened();
    await office.addPage('offer', { title: 'Offer', body: 'Old offer', is_published: true });
    await office.addPage('first', { title: 'First of two', is_published: true });
    await office.addPage('second', { title: 'Second of two', is_published: true });
    await office.addPage('autumn', { title: 'Autumn page', is_published: true });
    page = (await office.signIn('editor', { viewport: { width: 1440, height: 900 } })).page;
  });

  const body = async (slug: string) => (await fetch(`${office.site}/page/${slug}`)).text();
  const status = async (slug: string) => (await fetch(`${office.site}/page/${slug}`)).status;
  const launches = async () => (await office.firestore.collection('launches').get()).docs;
  const row = (name: string) => page.getByRole('row', { name });
  const openLaunch = async (name: string) => {
    await visit(page, `${office.admin}/admin/launches`);
    await page.getByRole('link', { name, exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  };

  describe('launches', () => {
    it('are created with a name and a description', async () => {
      await visit(page, `${office.admin}/admin/launches`);
      await page.getByText('No launches yet').waitFor();
      await button(page, 'New launch').click();
      await button(page, 'Create launch').click();
      await page.getByText('Name is required').waitFor();
      await field(page, 'Name').fill('Spring');
      await page.getByLabel('Description').fill('The new offer');
      expect(await violations(page)).toEqual([]);
      await button(page, 'Create launch').click();
      await page.getByRole('heading', { level: 1, name: 'Spring' }).waitFor();
      await page.getByText('No documents yet').waitFor();
    });

    it('get a draft in its editor, which then names the launch', async () => {
      await visit(page, `${office.admin}/admin/pages/offer`);
      const text = page.getByRole('textbox', { name: 'Body' });
      await text.waitFor();
      await text.fill('New offer');
      await pollSoon(async () => (await office.drafted('pages_offer'))?.['body']).toBe('New offer');
      // The draft was not stored yet when the launch is chosen.
      await text.fill('New offer, typed last');
      await page.getByLabel('Add to launch').selectOption('Spring');
      await expectNotice(page, { title: 'Added to Spring' });
      await page.getByText('Part of the launch Spring: Publish changes.').waitFor();
      const [launch] = await launches();
      const draft = await office.data('drafts/pages_offer');
      expect(draft?.['data']).toMatchObject({ body: 'New offer, typed last' });
      expect(launch?.get('members')).toMatchObject([{ action: 'publish_draft', draft_rev: draft?.['rev'] }]);
    });

    it('change, move and lose a document at once in its editor, with undo', { tags: 'full' }, async () => {
      const part = page.getByText(/^Part of the launch/);
      const members = async () =>
        ((await launches())[0]?.get('members') as { action: string }[]).map(({ action }) => action);
      await page.getByLabel('Action in the launch').selectOption('Unpublish');
      await expectNotice(page, { title: 'Changed in Spring: Unpublish' });
      await pollSoon(members).toEqual(['unpublish']);
      await notice(page, 'Changed in Spring: Unpublish').getByRole('button', { name: 'Undo' }).click();
      await pollSoon(members).toEqual(['publish_draft']);
      await page.getByRole('combobox', { name: 'Launch', exact: true }).selectOption('No launch');
      await expectNotice(page, { title: 'Removed from Spring' });
      await pollSoon(members).toEqual([]);
      await pollSoon(() => part.count()).toBe(0);
      await notice(page, 'Removed from Spring').getByRole('button', { name: 'Undo' }).click();
      await expectNotice(page, { title: 'Back in Spring' });
      await pollSoon(members).toEqual(['publish_draft']);
      expect(await violations(page)).toEqual([]);
    });

    it('get the selected documents of a list', async () => {
      await visit(page, `${office.admin}/admin/pages`);
      for (const title of ['First of two', 'Second of two']) await page.getByLabel(`Select ${title}`).check();
      await button(page, 'Add to launch').click();
      const dialog = page.getByRole('dialog', { name: 'Add 2 pages to a launch' });
      await dialog.getByLabel('Action').selectOption('Unpublish');
      expect(await violations(page)).toEqual([]);
      const members = async () => ((await launches())[0]?.get('members') as object[]).length;
      await dialog.getByRole('button', { name: 'Add to launch' }).click();
      await expectNotice(page, { title: 'Added to Spring: 2 documents', description: 'In the launch: 2 unpublished.' });
      await notice(page, 'Added to Spring: 2 documents').getByRole('button', { name: 'Undo' }).click();
      await pollSoon(members).toBe(1);
      for (const title of ['First of two', 'Second of two']) await page.getByLabel(`Select ${title}`).check();
      await button(page, 'Add to launch').click();
      await dialog.getByLabel('Action').selectOption('Unpublish');
      await dialog.getByRole('button', { name: 'Add to launch' }).click();
      await pollSoon(members).toBe(3);
    });

    it('show changes made after a document was added, which must be confirmed', async () => {
      await visit(page, `${office.admin}/admin/pages/offer`);
      const text = page.getByRole('textbox', { name: 'Body' });
      await text.waitFor();
      await text.fill('Newest offer');
      await pollSoon(async () => (await office.drafted('pages_offer'))?.['body']).toBe('Newest offer');
      await openLaunch('Spring');
      await row('Offer').getByText('Changed since').waitFor();
      await button(page, 'Publish launch').click();
      await page.getByRole('alertdialog').getByText('3 documents: 1 published, 2 unpublished.').waitFor();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Publish launch' }).click();
      await page.getByRole('alert').filter({ hasText: 'Nothing was published.' }).waitFor();
      await page.getByText(`Offer: ${launchFailures.draftMoved}`).waitFor();
      expect(await status('first')).toBe(200);
      await row('Offer').getByRole('button', { name: 'Compare' }).click();
      const dialog = page.getByRole('dialog', { name: 'Changes of Offer' });
      await dialog.getByText('This is its current version').waitFor();
      expect(await dialog.evaluate((element) => getComputedStyle(element).textAlign)).toBe('start');
      const changed = dialog.getByRole('region', { name: 'Body' });
      expect([await changed.locator('del').innerText(), await changed.locator('ins').innerText()]).toEqual([
        'Old',
        'Newest',
      ]);
      await dialog.getByRole('button', { name: 'Side by side' }).click();
      await dialog.getByRole('region', { name: 'Launch' }).locator('iframe').waitFor();
      expect(await violations(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await row('Offer').getByRole('button', { name: 'Confirm changes' }).click();
      await dialog.getByRole('region', { name: 'Body' }).getByText('Newest').first().waitFor();
      // Only the compared version is confirmed, not one that is stored meanwhile.
      const draft = office.firestore.doc('drafts/pages_offer');
      const { rev, data } = (await draft.get()).data() as { rev: number; data: object };
      await draft.update({ rev: rev + 1, data: { ...data, body: 'Unseen offer' } });
      await dialog.getByRole('button', { name: 'Confirm changes' }).click();
      await expectNotice(page, { title: 'Changes confirmed' });
      await row('Offer').getByText('Changed since').waitFor();
      await draft.update({ rev: rev + 2, data });
      await row('Offer').getByRole('button', { name: 'Confirm changes' }).click();
      await dialog.getByRole('button', { name: 'Confirm changes' }).click();
      await row('Offer').getByText('As added').waitFor();
    });

    it.each(looksOfScreen)(
      'have no accessibility violations and no overflow, %s at %d px',
      { tags: 'full' },
      async (colorScheme, width) => {
        const [launch] = await launches();
        const { page: own, context } = await office.signIn('editor', { colorScheme, viewport: { width, height: 844 } });
        for (const path of ['/admin/launches', `/admin/launches/${launch?.id ?? ''}`]) {
          await own.goto(office.admin + path);
          await own.getByRole('table').waitFor();
          if (launch && path.endsWith(launch.id))
            await own.getByRole('list', { name: 'Addresses that change' }).waitFor();
          expect(await violations(own)).toEqual([]);
          expect(await own.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        }
        await context.close();
      },
    );

    it('list every address that they change, and show the future site', async () => {
      await openLaunch('Spring');
      const addresses = page.getByRole('list', { name: 'Addresses that change' });
      const change = (path: string) => addresses.getByRole('listitem').filter({ hasText: path });
      await change('/page/first').getByText('unpublished').waitFor();
      await change('/page/second').getByText('unpublished').waitFor();
      await change('/page/offer').getByText('the page itself').waitFor();
      await button(page, 'Compare before and after').click();
      const dialog = page.getByRole('dialog', { name: 'Changes on the site' });
      await dialog.getByRole('button', { name: '/page/offer' }).click();
      await dialog.getByRole('button', { name: 'Changed words' }).click();
      await dialog.getByText('Newest').first().waitFor();
      expect(await violations(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      const opening = page.waitForEvent('popup');
      await button(page, 'Preview the site').click();
      const preview = await opening;
      await preview.getByText('Unpublished preview of Spring · This page').waitFor();
      const home = preview.url();
      await preview.goto(`${home}page/offer`);
      await preview.getByText('Newest offer').waitFor();
      await preview.getByText('Unpublished preview of Spring · This page changes').waitFor();
      expect((await preview.goto(`${home}page/first`))?.status()).toBe(404);
      await preview.close();
    });

    it('are shown to people without an account by a link, until it is revoked', { tags: 'full' }, async () => {
      await openLaunch('Spring');
      await button(page, 'Share a preview').click();
      const dialog = page.getByRole('dialog', { name: 'Share a preview' });
      await dialog.getByText('the whole site with this launch').waitFor();
      await dialog.getByLabel('Expires after').selectOption('1 day');
      await dialog.getByRole('button', { name: 'Create a link' }).click();
      const url = await dialog.getByLabel('Preview link').inputValue();
      expect(await violations(page)).toEqual([]);
      const visitor = await page.context().newPage();
      await visitor.goto(url);
      await visitor.getByText(/Unpublished preview of Spring .* Link expires/).waitFor();
      await visitor.goto(`${url}/page/offer`);
      await visitor.getByText('Newest offer').waitFor();
      await dialog.getByRole('button', { name: /^Revoke the link/ }).click();
      await dialog.getByText('No preview links yet.').waitFor();
      expect((await visitor.reload())?.status()).toBe(404);
      await visitor.close();
      await dialog.getByRole('button', { name: 'Close' }).last().click();
    });

    it('get redirects of administrators, and are listed with their time on the schedule', async () => {
      const admin = await office.signIn('admin', { viewport: { width: 1440, height: 900 } });
      const [launch] = await launches();
      await visit(admin.page, `${office.admin}/admin/launches/${launch?.id ?? ''}`);
      await button(admin.page, 'Add redirect').click();
      const dialog = admin.page.getByRole('dialog', { name: 'Add redirect to the launch' });
      await dialog.getByLabel('From').fill('old');
      await dialog.getByRole('button', { name: 'Add redirect' }).click();
      await dialog.getByText(invalid.redirectFrom).waitFor();
      await dialog.getByLabel('From').fill('/old-offer');
      await dialog.getByLabel('To').fill('/page/offer');
      expect(await violations(admin.page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Add redirect' }).click();
      await expectNotice(admin.page, { title: 'Redirect added to the launch' });
      await button(admin.page, 'Edit').click();
      const day = 24 * 60 * 60_000;
      await admin.page.getByLabel('Time').fill(new Date(Date.now() + day).toISOString().slice(0, 16));
      await button(admin.page, 'Save launch').click();
      await admin.page.getByText('Goes live on').waitFor();
      await visit(admin.page, `${office.admin}/admin/schedule`);
      await admin.page.getByRole('row', { name: /Spring 4 documents/ }).waitFor();
      await visit(admin.page, `${office.admin}/admin/launches/${launch?.id ?? ''}`);
      await button(admin.page, 'Publish launch').click();
      await admin.page.getByRole('alertdialog').getByRole('button', { name: 'Publish launch' }).click();
      await expectNotice(admin.page, { title: 'Launch published' });
    });

    it('are published at once', async () => {
      await openLaunch('Spring');
      await pollSoon(() => body('offer')).toContain('Newest offer');
      await pollSoon(async () => (await fetch(`${office.site}/old-offer`, { redirect: 'manual' })).status).toBe(301);
      expect([await status('first'), await status('second')]).toEqual([404, 404]);
      await page.getByText('Published on').waitFor();
    });

    it('are taken back at once by an administrator, with a choice where the same words were changed since', async () => {
      const admin = await office.signIn('admin', { viewport: { width: 1440, height: 900 } });
      await visit(page, `${office.admin}/admin/pages/offer`);
      const text = page.getByRole('textbox', { name: 'Body' });
      await text.waitFor();
      await text.fill('Latest offer');
      await button(page, 'Save Changes').first().click();
      await pollSoon(() => body('offer')).toContain('Latest offer');
      const [launch] = await launches();
      await visit(admin.page, `${office.admin}/admin/launches/${launch?.id ?? ''}`);
      await button(admin.page, 'Take back this launch').click();
      const dialog = admin.page.getByRole('dialog', { name: 'Take back Spring?' });
      await dialog.getByLabel('Offer: Body').selectOption('As it was before the launch');
      const impact = dialog.getByRole('region', { name: 'Changes on the site' });
      await impact.getByText('This changes every page').waitFor();
      for (const address of ['/page/offer', '/page/first', '/page/second', '/old-offer', '/'])
        await impact.getByText(address, { exact: true }).waitFor();
      const documents = dialog.getByRole('list', { name: 'Documents' });
      await documents.getByText('First of two: Publish').waitFor();
      await documents.getByText('Offer: Return to the earlier content').waitFor();
      expect(await violations(admin.page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Take back' }).click();
      await expectNotice(admin.page, { title: 'Launch taken back' });
      // It published pages that the launch had unpublished, and says so.
      await admin.page.getByRole('row', { name: /First of two Publish$/ }).waitFor();
      await admin.page.getByRole('row', { name: /Offer Return to the earlier content$/ }).waitFor();
      await pollSoon(() => body('offer')).toContain('Old offer');
      expect([await status('first'), await status('second'), await status('../old-offer')]).toEqual([200, 200, 404]);
    });

    it('take proposals of authors, which editors accept', { tags: 'full' }, async () => {
      const author = await office.signIn('author');
      await office.addPage('proposal', { title: 'Proposal', body: 'Before', is_published: true });
      await office.firestore.doc('pages/proposal').update({ created_by: author.uid });
      await visit(page, `${office.admin}/admin/launches`);
      await button(page, 'New launch').click();
      await field(page, 'Name').fill('Summer');
      await button(page, 'Create launch').click();
      await page.getByRole('heading', { level: 1, name: 'Summer' }).waitFor();
      await visit(author.page, `${office.admin}/admin/pages/proposal`);
      const text = author.page.getByRole('textbox', { name: 'Body' });
      await text.waitFor();
      await text.fill('Proposed words');
      await pollSoon(async () => (await office.drafted('pages_proposal'))?.['body']).toBe('Proposed words');
      await author.page.getByLabel('Propose for a launch').selectOption('Summer');
      await expectNotice(author.page, { title: 'Proposed for Summer' });
      await openLaunch('Summer');
      await row('Proposal').getByText('Proposed', { exact: true }).waitFor();
      expect(await button(page, 'Publish launch').isDisabled()).toBe(true);
      await row('Proposal').getByRole('button', { name: 'Accept' }).click();
      await button(page, 'Publish launch').click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Publish launch' }).click();
      await pollSoon(() => body('proposal')).toContain('Proposed words');
    });

    it(
      'are returned with a note, discussed, and published after the approval of a second person',
      { tags: 'full' },
      async () => {
        const admin = await office.signIn('admin', { viewport: { width: 1440, height: 900 } });
        await visit(admin.page, `${office.admin}/admin/settings?tab=general`);
        await admin.page.getByLabel('Documents that need approval').fill('1');
        await button(admin.page, 'Save Approval of launches').first().click();
        await pollSoon(async () => (await office.data('site_settings/launches'))?.['value']).toMatchObject({
          approval_documents: 1,
        });
        await visit(page, `${office.admin}/admin/launches`);
        await button(page, 'New launch').click();
        await field(page, 'Name').fill('Autumn');
        await button(page, 'Create launch').click();
        await page.getByRole('heading', { level: 1, name: 'Autumn' }).waitFor();
        const own = page.url();
        await visit(page, `${office.admin}/admin/pages`);
        await page.getByLabel('Select Autumn page').check();
        await button(page, 'Add to launch').click();
        const dialog = page.getByRole('dialog', { name: 'Add 1 page to a launch' });
        await dialog.getByLabel('Launch').selectOption('Autumn');
        await dialog.getByLabel('Action').selectOption('Unpublish');
        await dialog.getByRole('button', { name: 'Add to launch' }).click();
        await expectNotice(page, { title: 'Added to Autumn: 1 document' });
        await visit(page, own);
        await page.getByText('Waiting for approval').waitFor();
        await page.getByText('A second person must approve it first.').waitFor();
        await page.getByText('Someone else must review it').waitFor();
        await button(page, 'Publish launch').click();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Publish launch' }).click();
        await expectNotice(page, { title: 'Nothing was published', description: refusals.launchApproval.message });

        await visit(admin.page, own);
        await button(admin.page, 'Return with a note').click();
        const back = admin.page.getByRole('dialog', { name: 'Return Autumn?' });
        await back.getByRole('button', { name: 'Return launch' }).click();
        await back.getByText('Note is required').waitFor();
        await back.getByLabel('Note to the owner').fill('Is the page still linked?');
        expect(await violations(admin.page)).toEqual([]);
        await back.getByRole('button', { name: 'Return launch' }).click();
        await expectNotice(admin.page, { title: 'Launch returned' });
        await page.reload();
        await page.getByText('Is the page still linked?').waitFor();

        await button(page, 'Add comment').click();
        await page.getByText('Comment is required').waitFor();
        await page.getByLabel('New comment').fill('No link is left.\nPlease check <b>again</b>.');
        await page.getByLabel('About').selectOption('Autumn page');
        await button(page, 'Add comment').click();
        const comment = page.getByRole('list', { name: 'Comments' }).getByRole('listitem');
        await comment.getByText('Please check <b>again</b>.').waitFor();
        await comment.getByRole('link', { name: 'Autumn page' }).waitFor();
        expect(await violations(page)).toEqual([]);

        await admin.page.reload();
        await admin.page.getByText('No link is left.').waitFor();
        await button(admin.page, 'Approve').click();
        await expectNotice(admin.page, { title: 'Launch approved' });
        await page.reload();
        await page.getByText(/^Approved by/).waitFor();
        await comment.getByRole('button', { name: 'Delete comment' }).click();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Delete comment' }).click();
        await page.getByText('No comments yet.').waitFor();
        await button(page, 'Publish launch').click();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Publish launch' }).click();
        await expectNotice(page, { title: 'Launch published' });
        await pollSoon(() => status('autumn')).toBe(404);
      },
    );
  });
}

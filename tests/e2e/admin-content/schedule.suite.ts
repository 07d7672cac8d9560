import { invalid, notices } from '@frontage/model/messages';
import { launchFailures } from '@frontage/model/launch';
import { refusals } from '@frontage/model/refusals';
import { launchOfSchedule, type Schedule } from '@frontage/model/schedule';
import { type DocumentData, Timestamp } from 'firebase-admin/firestore';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '../../full.ts';
import { violations } from '../office/axe.ts';
import type { ContentOffice } from '../office/content-office.ts';
import { errorOf, expectNotice, field, notice, pollSoon, refuseCall, visit } from '../office/screen.ts';

const launchPath = (id: string, action = 'publish') => `launches/pages_${id}_${action}`;

interface StoredSchedule extends Partial<Pick<Schedule, 'state' | 'reason'>> {
  id: string;
  by: string;
}

/** Stores a schedule that publishes a page and is due. */
const addSchedule = (office: ContentOffice, { id, ...fields }: StoredSchedule) =>
  office.firestore.doc(launchPath(id)).set(
    launchOfSchedule({
      ...{ collection: 'pages', id, action: 'publish', document_rev: 1, draft_rev: null, draft_digest: null },
      ...{ at: Timestamp.fromMillis(0), second_factor: false, created_at: Timestamp.fromMillis(0) },
      ...{ state: 'waiting', reason: null, ...fields },
    }),
  );

/** Schedules to publish and unpublish. */
export function scheduleSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  let page: Page;
  let uid: string;

  beforeAll(async () => {
    office = opened();
    ({ page, uid } = await office.signIn('editor'));
    await office.addPage('campaign', { title: 'Campaign' });
    await visit(page, '/admin/pages/campaign');
  });

  const stored = (action: string) => office.data(launchPath('campaign', action));
  const versionIn = (data: DocumentData | undefined) => (data?.['members'] as DocumentData[] | undefined)?.[0];
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const entry = (date: Date) => {
    const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
    return local.toISOString().slice(0, 16);
  };
  const day = 24 * 60 * 60_000;

  describe('schedules in the editor', () => {
    it('must be in the future, and the editor shows the time zone', async () => {
      await press('Schedule');
      await page.getByText(/Times are in .+/).waitFor();
      await field(page, 'Publish at').fill(entry(new Date(Date.now() - day)));
      await press('Schedule the time to publish');
      await pollSoon(() => errorOf(page, 'Publish at')).toBe(invalid.futureTime);
    });

    it('are created to publish and to unpublish', async () => {
      const start = new Date(Math.ceil(Date.now() / day) * day + day);
      await field(page, 'Publish at').fill(entry(start));
      await field(page, 'Publish at').press('Enter');
      await expectNotice(page, { title: notices.scheduled.title, description: 'Goes live on' });
      expect(await stored('publish')).toMatchObject({ planned: { at: Timestamp.fromDate(start), by: uid } });
      // Enter creates the schedule but does not save the page.
      expect((await office.firestore.doc('pages/campaign').get()).get('rev')).toBe(1);
      await field(page, 'Unpublish at').fill(entry(new Date(start.getTime() + day)));
      const { message } = refusals.scheduleMoved;
      await page.route(/setSchedule/, refuseCall('ABORTED', message), { times: 1 });
      await press('Schedule the time to unpublish');
      await expectNotice(page, { title: notices.scheduleFailed.title, description: message });
      await press('Schedule the time to unpublish');
      await pollSoon(() => stored('unpublish')).toMatchObject({ state: 'scheduled', schedule_of: 'pages/campaign' });
      expect(await violations(page)).toEqual([]);
    });

    it('can be removed, which can be undone', async () => {
      await press('Remove the time to publish');
      await pollSoon(() => stored('publish')).toBeUndefined();
      await notice(page, notices.unscheduled.title).getByRole('button', { name: 'Undo' }).click();
      await pollSoon(() => stored('publish')).toMatchObject({ state: 'scheduled' });
    });

    it.each(
      sampled([
        {
          zone: 'Europe/Berlin',
          skipped: { entry: '2027-03-28T02:30', means: '3:30 AM GMT+2', at: '2027-03-28T01:30:00.000Z' },
          doubled: { entry: '2027-10-31T02:30', second: 'The second, GMT+1', at: '2027-10-31T01:30:00.000Z' },
        },
        {
          zone: 'America/New_York',
          skipped: { entry: '2027-03-14T02:30', means: '3:30 AM GMT-4', at: '2027-03-14T07:30:00.000Z' },
          doubled: { entry: '2027-11-07T01:30', second: 'The second, GMT-5', at: '2027-11-07T06:30:00.000Z' },
        },
      ]),
    )(
      'say which moment a skipped or doubled time in $zone is, and keep it when saved unchanged',
      { tags: 'full' },
      async (zones) => {
        const { zone, skipped, doubled } = zones;
        const id = `clocks-${zone.length}`;
        await office.addPage(id, { title: zone });
        const editor = await office.signIn('editor', { timezoneId: zone, locale: 'en-US' });
        const here = editor.page;
        const click = (name: string) => here.getByRole('button', { name, exact: true }).click();
        const planned = async () =>
          ((await office.firestore.doc(launchPath(id)).get()).get('planned.at') as Timestamp | undefined)
            ?.toDate()
            .toISOString();
        await visit(here, `${office.admin}/admin/pages/${id}`);
        await click('Schedule');
        await field(here, 'Publish at').fill(skipped.entry);
        await here.getByText(`Clocks skip this time. It means ${skipped.means}.`).waitFor();
        await click('Schedule the time to publish');
        await expectNotice(here, notices.scheduled);
        expect(await planned()).toBe(skipped.at);
        await field(here, 'Publish at').fill(doubled.entry);
        const which = here.getByLabel('Publish at: which of the two');
        await which.selectOption(doubled.second);
        await click('Change the time to publish');
        await pollSoon(planned).toBe(doubled.at);
        // The stored time in another window, changed to the same one.
        const [member] = (await office.data(launchPath(id)))?.['members'] as DocumentData[];
        await office.firestore.doc(launchPath(id)).update({ members: [{ ...member, document_rev: 7 }] });
        await visit(here, `${office.admin}/admin/pages/${id}`);
        await pollSoon(() => which.inputValue()).toBe(doubled.at);
        await click('Change the time to publish');
        const rev = async () => versionIn(await office.data(launchPath(id)))?.['document_rev'] as unknown;
        await pollSoon(rev).toBe(1);
        expect(await planned()).toBe(doubled.at);

        await visit(here, `${office.admin}/admin/launches`);
        await here.getByRole('button', { name: 'New launch' }).click();
        await field(here, 'Name').fill(zone);
        await field(here, 'Time').fill(skipped.entry);
        await here.getByText(`Clocks skip this time. It means ${skipped.means}.`).waitFor();
        await field(here, 'Time').fill(doubled.entry);
        await here.getByLabel('Time: which of the two').selectOption(doubled.second);
        await here.getByRole('button', { name: 'Create launch' }).click();
        await here.getByRole('heading', { level: 1, name: zone }).waitFor();
        const launch = async () => {
          const { docs } = await office.firestore.collection('launches').where('name', '==', zone).get();
          const at = docs[0]?.get('planned.at') as Timestamp | undefined;
          return [String(docs[0]?.get('description')), at?.toDate().toISOString()];
        };
        await here.getByRole('button', { name: 'Edit', exact: true }).click();
        await pollSoon(() => here.getByLabel('Time: which of the two').inputValue()).toBe(doubled.at);
        await here.getByLabel('Description').fill('Changed');
        await here.getByRole('button', { name: 'Save launch' }).click();
        await pollSoon(launch).toEqual(['Changed', doubled.at]);
        await editor.context.close();
      },
    );

    it('of a draft show a warning if the draft changes', { tags: 'full' }, async () => {
      await office.addPage('live', { title: 'Live', is_published: true });
      await visit(page, '/admin/pages/live');
      await press('Schedule');
      await field(page, 'Title').fill('Live soon');
      await field(page, 'Publish changes at').fill(entry(new Date(Date.now() + day)));
      await press('Schedule the time to publish the changes');
      const draftSchedule = async () => versionIn(await office.data(launchPath('live', 'publish_draft')));
      await pollSoon(draftSchedule).toMatchObject({ draft_rev: expect.any(Number) as number });
      await field(page, 'Title').fill('Live sooner');
      await page.getByText('The draft was changed after it was scheduled.').waitFor();
    });

    it('apply to the saved version, with a warning until a later version is scheduled', { tags: 'full' }, async () => {
      await visit(page, '/admin/pages/campaign');
      await field(page, 'Title').fill('Campaign, renamed');
      await press('Save Changes');
      const warning = page.getByText('This was changed after it was scheduled.');
      await warning.waitFor();
      expect(versionIn(await stored('publish'))).toMatchObject({ document_rev: 1 });
      await press('Change the time to publish');
      await warning.waitFor({ state: 'detached' });
      expect(versionIn(await stored('publish'))).toMatchObject({ document_rev: 2 });
    });

    it('name the times that conflict, also in the launch of the document', async () => {
      await office.addPage('clash', { title: 'Clash', is_published: true });
      const planned = (days: number) => ({
        ...{ collection: 'pages' as const, id: 'clash', document_rev: 1, draft_rev: null, draft_digest: null },
        ...{ at: Timestamp.fromMillis(Math.ceil(Date.now() / day) * day + days * day), by: uid, second_factor: false },
        ...{ created_at: Timestamp.fromMillis(0), state: 'waiting' as const, reason: null },
      });
      const member = launchOfSchedule({ ...planned(2), action: 'publish' });
      const launch = { ...member, state: 'open', schedule_of: null, name: 'Summer' };
      await office.firestore.doc('launches/summer').set(launch);
      const first = launchOfSchedule({ ...planned(1), action: 'unpublish', document_rev: null });
      await office.firestore.doc(launchPath('clash', 'unpublish')).set(first);
      const conflict = /“Publish” in the launch Summer on .+ will fail: “Unpublish” on .+ changes it first\./;
      await page.goto(`${office.admin}/admin/pages/clash`);
      await page.getByText(conflict).waitFor();
      await visit(page, '/admin/launches/summer');
      await page.getByText(conflict).waitFor();
      await office.firestore.doc('launches/summer').delete();
    });

    it('that failed show the reason', async () => {
      await office.addPage('failed', { title: 'Failed' });
      await addSchedule(office, { id: 'failed', by: uid, state: 'failed', reason: 'notAllowed' });
      await visit(page, '/admin/pages/failed');
      await page.getByText(launchFailures.notAllowed).waitFor();
    });
  });

  describe('the list of schedules', () => {
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });

    it('is sorted by time and includes failed schedules', { tags: 'full' }, async () => {
      await page.getByRole('link', { name: 'All schedules' }).click();
      await page.getByRole('heading', { name: 'Schedule', level: 1 }).waitFor();
      await row('Failed').getByText('Schedule failed').waitFor();
      await pollSoon(() => row('Campaign').count()).toBe(2);
      await pollSoon(() => row('Campaign').first().innerText()).toContain('Publish');
      expect(await violations(page)).toEqual([]);
      await row('Failed')
        .getByRole('button', { name: /Dismiss/ })
        .click();
      await pollSoon(() => row('Failed').count()).toBe(0);
    });

    it('is read-only for viewers', { tags: 'full' }, async () => {
      const reader = await office.signIn('viewer', { viewport: { width: 360, height: 740 } });
      await visit(reader.page, '/admin/schedule');
      await reader.page.getByText('Campaign').first().waitFor();
      expect(await reader.page.getByRole('button', { name: /Remove/ }).count()).toBe(0);
      const wider = await reader.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wider).toBeLessThanOrEqual(0);
      await reader.context.close();
    });
  });
}

/** A due schedule, which functions run every minute. */
export function dueSuite(opened: () => ContentOffice): void {
  it('publishes a due document within a minute', { tags: 'full', timeout: 150_000 }, async () => {
    const office = opened();
    const { uid } = await office.signIn('editor');
    await office.addPage('due', { title: 'Due by now' });
    await addSchedule(office, { id: 'due', by: uid });
    const page = () => office.data('pages/due');
    await expect.poll(page, { timeout: 85_000, interval: 500 }).toMatchObject({ is_published: true, rev: 2 });
    expect((await page())?.['updated_by']).not.toBe('somebody');
    expect((await office.firestore.doc('launches/pages_due_publish').get()).exists).toBe(false);
  });
}

import { type LaunchFailure, launchFailures } from '@frontage/model/launch';
import { launchOfSchedule } from '@frontage/model/schedule';
import { Timestamp } from 'firebase-admin/firestore';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { looksOfScreen } from '../looks.ts';
import { violations } from '../office/axe.ts';
import type { ContentOffice } from '../office/content-office.ts';
import { button, pollSoon, visit, where } from '../office/screen.ts';
import { useKeptContent } from '../office/use-kept-content.ts';

/** The calendar of launches and single schedules. */
export function calendarSuite(opened: () => ContentOffice): void {
  useKeptContent(opened);
  let office: ContentOffice;
  let page: Page;

  const moment = (day: number, hour: number) => Timestamp.fromDate(new Date(2027, 2, day, hour));
  const schedule = (id: string, at: Timestamp, reason: LaunchFailure | null = null) =>
    office.firestore.doc(`launches/pages_${id}_publish`).set(
      launchOfSchedule({
        ...{ collection: 'pages', id, action: 'publish', document_rev: 1, draft_rev: null, draft_digest: null },
        ...{ at, by: 'someone', second_factor: false, created_at: at, state: reason ? 'failed' : 'waiting', reason },
      }),
    );
  const launch = (id: string, fields: object) =>
    office.firestore.doc(`launches/${id}`).set({
      name: id,
      description: '',
      owner: 'someone',
      state: 'open',
      members: [],
      documents: [],
      written: [],
      planned: null,
      failures: [],
      published_at: null,
      published_by: null,
      takes_back: null,
      taken_back_by: null,
      rev: 1,
      created_at: moment(1, 0),
      created_by: 'someone',
      updated_at: moment(1, 0),
      updated_by: 'someone',
      ...fields,
    });

  beforeAll(async () => {
    office = opened();
    for (const id of ['one', 'two', 'three', 'four', 'broken', 'gone-live'])
      await office.addPage(`calendar-${id}`, { title: `Page ${id}` });
    for (const [index, id] of ['one', 'two', 'three', 'four'].entries())
      await schedule(`calendar-${id}`, moment(10, 8 + index));
    await schedule('calendar-broken', moment(12, 9), 'documentMoved');
    await launch('Planned launch', { planned: { at: moment(20, 9), by: 'someone', second_factor: false } });
    const missed = { at: moment(15, 9), by: 'someone', second_factor: false };
    await launch('Failed launch', { missed, failures: [{ document: null, reason: 'notApproved' }] });
    await launch('Published launch', { state: 'published', published_at: moment(5, 9), published_by: 'someone' });
    await office.firestore.doc('audit/calendar').set({
      action: 'schedule carried out',
      actor: 'someone',
      document: 'pages/calendar-gone-live',
      fields: [],
      details: { action: 'publish' },
      at: moment(3, 9),
    });
    page = (await office.signIn('editor', { viewport: { width: 1440, height: 900 } })).page;
  });

  const cell = (day: RegExp, from = page) => from.getByRole('cell').filter({ hasText: day });

  describe('the calendar of schedules and launches', () => {
    it('is chosen in the schedule, shown in the address, and remembered', async () => {
      await visit(page, `${office.admin}/admin/schedule`);
      await button(page, 'Calendar').click();
      await pollSoon(() => new URL(page.url()).searchParams.get('view')).toBe('calendar');
      await visit(page, `${office.admin}/admin/schedule`);
      await page.getByRole('columnheader').nth(6).waitFor();
      await button(page, 'Calendar').and(page.locator('[aria-pressed=true]')).waitFor();
      await visit(page, `${office.admin}/admin/launches`);
      await page.getByRole('link', { name: 'Calendar' }).click();
      await page.getByRole('heading', { level: 1, name: 'Schedule' }).waitFor();
    });

    it('shows schedules and launches of a month at their days, with time and state', async () => {
      await visit(page, `${office.admin}/admin/schedule?view=calendar&month=2027-03`);
      await page.getByRole('table', { name: 'March 2027' }).waitFor();
      const broken = cell(/March 12, 2027/);
      await broken.getByRole('link', { name: 'Page broken' }).waitFor();
      for (const text of [/9:00\sAM/, 'Failed', 'Publish · Page']) await broken.getByText(text).waitFor();
      await cell(/March 5, 2027/)
        .getByText('Done')
        .waitFor();
      const failed = cell(/March 15, 2027/);
      await failed.getByRole('link', { name: 'Failed launch' }).waitFor();
      await failed.getByText('Failed', { exact: true }).waitFor();
      await cell(/March 20, 2027/)
        .getByText('Scheduled')
        .waitFor();
      expect(await page.getByText('Page gone-live').count()).toBe(0);
      await cell(/March 20, 2027/)
        .getByRole('link', { name: 'Planned launch' })
        .click();
      await page.getByRole('heading', { level: 1, name: 'Planned launch' }).waitFor();
      await page.goBack();
    });

    it('opens all entries of a day with many of them', async () => {
      const day = cell(/March 10, 2027/);
      await pollSoon(() => day.getByRole('link').allInnerTexts()).toEqual(['Page one', 'Page two']);
      await day.getByRole('button', { name: '+2 more on Wednesday, March 10, 2027' }).click();
      const dialog = page.getByRole('dialog', { name: 'Wednesday, March 10, 2027' });
      await pollSoon(() => dialog.getByRole('link').count()).toBe(4);
      expect(await violations(page)).toEqual([]);
      await dialog.getByRole('link', { name: 'Page four' }).click();
      await pollSoon(() => where(page)).toBe('/admin/pages/calendar-four');
      await page.goBack();
    });

    it('changes the month by keyboard, which the back button reverts', async () => {
      const title = page.getByRole('heading', { level: 2, name: /20\d\d$/ });
      await button(page, 'Next month').press('Enter');
      await pollSoon(() => title.innerText()).toBe('April 2027');
      await page.getByText('Nothing is scheduled in April 2027.').waitFor();
      await page.goBack();
      await pollSoon(() => title.innerText()).toBe('March 2027');
      await button(page, 'Previous month').press('Enter');
      await pollSoon(() => new URL(page.url()).searchParams.get('month')).toBe('2027-02');
      await button(page, 'Today').press('Enter');
      await page.locator('[aria-current=date]').waitFor();
      expect(new URL(page.url()).searchParams.has('month')).toBe(false);
    });

    it('shows administrators the schedules that were carried out', { tags: 'full' }, async () => {
      const admin = await office.signIn('admin', { viewport: { width: 1440, height: 900 } });
      await visit(admin.page, `${office.admin}/admin/schedule?view=calendar&month=2027-03`);
      const done = cell(/March 3, 2027/, admin.page);
      await done.getByRole('link', { name: 'Page gone-live' }).waitFor();
      await done.getByText('Done').waitFor();
      await admin.context.close();
    });

    it.each(looksOfScreen)(
      'has no accessibility violations and no overflow, %s at %d px',
      async (colorScheme, width) => {
        const { page: own, context } = await office.signIn('editor', { colorScheme, viewport: { width, height: 844 } });
        await visit(own, `${office.admin}/admin/schedule?view=calendar&month=2027-03`);
        await own.getByRole('link', { name: 'Page broken' }).waitFor();
        // The calendar is a table with room, and a list of the days with entries without it.
        expect(await own.getByRole('table').count()).toBe(width === 390 ? 0 : 1);
        if (width === 390) {
          expect(await own.getByRole('heading', { level: 3 }).count()).toBe(5);
          await own.getByText(launchFailures.documentMoved).waitFor();
        }
        expect(await violations(own)).toEqual([]);
        expect(await own.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await context.close();
      },
    );
  });
}

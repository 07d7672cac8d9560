import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { BackOffice } from '../office/content-office.ts';
import { drawn, field, openPreview, pane, refuseCall, saveStatus, shortly, visit } from '../office/screen.ts';

/** Where there is no preview: what is said instead, while the editor works as before. */
export function previewTroubleSuite(opened: () => BackOffice): void {
  let office: BackOffice;
  let wide: Page;

  beforeAll(async () => {
    office = opened();
    await office.addPage('reached', { title: 'Reached', is_published: true });
    await office.addPage('unreached', { title: 'Unreached', is_published: true });
    wide = (await office.signIn('admin', { viewport: { width: 1440, height: 900 } })).page;
  });

  it('says what is missing while the pipeline does not answer, and draws again by itself', async () => {
    await visit(wide, `${office.admin}/admin/pages/reached`);
    await wide.locator('h1').waitFor();
    await wide.route('**/staff/**', (route) => route.abort());
    await visit(wide, `${office.admin}/admin/pages/unreached`);
    await openPreview(wide);
    await pane(wide).getByText('The site’s pipeline does not answer.').waitFor();
    await field(wide, 'Title').fill('Without a preview');
    await shortly(() => saveStatus(wide)).toMatch(/^Draft saved/);
    await wide.unroute('**/staff/**');
    const heading = drawn(wide).getByRole('heading', { name: 'Without a preview', level: 1 });
    // It may have tried by itself before the button is reached.
    await Promise.any([pane(wide).getByRole('button', { name: 'Try again', exact: true }).click(), heading.waitFor()]);
    await heading.waitFor();
  });

  it('draws again by itself where the pipeline did not answer at all', { tags: 'full' }, async () => {
    await wide.route(/\/(staff|preview)\//, (route) => route.abort());
    await wide.goto(`${office.admin}/admin/pages/unreached`);
    await openPreview(wide);
    await pane(wide).getByText('The site’s pipeline does not answer.').waitFor();
    await wide.unroute(/\/(staff|preview)\//);
    await drawn(wide).locator('h1').waitFor({ timeout: 30_000 });
    expect(await pane(wide).getByText('The site’s pipeline does not answer.').count()).toBe(0);
  });

  it('says to whom it is not given any more that they may not see it', { tags: 'full' }, async () => {
    const denied = 'You do not have permission to do this.';
    await wide.route('**/pipelineToken', refuseCall('PERMISSION_DENIED', denied));
    await wide.goto(`${office.admin}/admin/pages/unreached`);
    await openPreview(wide);
    await pane(wide).getByText(denied).waitFor();
    expect(await pane(wide).getByText('work as before').count()).toBe(0);
    await wide.unroute('**/pipelineToken');
  });
}

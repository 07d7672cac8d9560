import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { ContentOffice } from '../office/content-office.ts';
import {
  previewedPage,
  field,
  openPreview,
  previewPane,
  refuseCall,
  saveStatus,
  pollSoon,
  visit,
} from '../office/screen.ts';

/** The message in place of an unavailable preview. The editor must still work. */
export function previewFailuresSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  let wide: Page;

  beforeAll(async () => {
    office = opened();
    await office.addPage('reached', { title: 'Reached', is_published: true });
    await office.addPage('unreached', { title: 'Unreached', is_published: true });
    wide = (await office.signIn('admin', { viewport: { width: 1440, height: 900 } })).page;
  });

  it('shows an error for a failed request and resumes', { tags: 'full' }, async () => {
    await visit(wide, `${office.admin}/admin/pages/reached`);
    await wide.locator('h1').waitFor();
    await wide.route('**/staff/**', (route) => route.abort());
    await visit(wide, `${office.admin}/admin/pages/unreached`);
    await openPreview(wide);
    await previewPane(wide).getByText('The publishing pipeline does not respond.').waitFor();
    await field(wide, 'Title').fill('Without a preview');
    await pollSoon(() => saveStatus(wide)).toMatch(/^Draft saved/);
    await wide.unroute('**/staff/**');
    const heading = previewedPage(wide).getByRole('heading', { name: 'Without a preview', level: 1 });
    // It may have retried before the button is reached.
    await Promise.any([
      previewPane(wide).getByRole('button', { name: 'Try again', exact: true }).click(),
      heading.waitFor(),
    ]);
    await heading.waitFor();
  });

  it('resumes automatically after an unreachable pipeline', { tags: 'full' }, async () => {
    await wide.route(/\/(staff|preview)\//, (route) => route.abort());
    await wide.goto(`${office.admin}/admin/pages/unreached`);
    await openPreview(wide);
    await previewPane(wide).getByText('The publishing pipeline does not respond.').waitFor();
    await wide.unroute(/\/(staff|preview)\//);
    await previewedPage(wide).locator('h1').waitFor({ timeout: 30_000 });
    expect(await previewPane(wide).getByText('The publishing pipeline does not respond.').count()).toBe(0);
  });

  it('shows a viewer without access that the preview is forbidden', { tags: 'full' }, async () => {
    const denied = 'You do not have permission to do this. Ask an administrator.';
    await wide.route('**/pipelineToken', refuseCall('PERMISSION_DENIED', denied));
    await wide.goto(`${office.admin}/admin/pages/unreached`);
    await openPreview(wide);
    await previewPane(wide).getByText(denied).waitFor();
    expect(await previewPane(wide).getByText('work as before').count()).toBe(0);
    await wide.unroute('**/pipelineToken');
  });
}

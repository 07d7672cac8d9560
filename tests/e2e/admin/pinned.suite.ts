import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FieldValue } from 'firebase-admin/firestore';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { looks } from '../looks.ts';
import { violations } from '../office/axe.ts';
import type { Office, Person } from '../office/office.ts';
import { pollSoon, visit } from '../office/screen.ts';
import { useKeptContent } from '../office/use-kept-content.ts';
import { sampled } from '../../full.ts';

const root = join(import.meta.dirname, '../../..');

/** Runs a command on the installation's data folder. Returns its JSON events. */
async function frontage({ dataDir, port }: Office['stack'], ...words: string[]): Promise<Record<string, unknown>[]> {
  const args = ['cli/frontage.ts', ...words, '--json', '--data', dataDir, '--port', String(port)];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: root });
  return `${stdout}${stderr}`
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

export function pinnedSuite(office: () => Office): void {
  useKeptContent(office);
  let editor: Person;
  let pinnedTo: string;
  const banner = (page: Page) => page.getByRole('status').filter({ hasText: /New changes are on hold/ });
  const homepage = async () => (await fetch(office().stack.site)).text();

  beforeAll(async () => {
    editor = await office().addPerson('unpinner', { roles: ['editor'] });
    const { release } = (await office().firestore.doc('build_state/current').get()).data() as { release: string };
    pinnedTo = release;
    const events = await frontage(office().stack, 'rollback', release);
    expect(events).toContainEqual({ event: 'pinned', release });
    const sections = await office().firestore.collection('homepage_sections').where('is_published', '==', true).get();
    const rev = FieldValue.increment(1);
    await sections.docs[0]!.ref.update({ title: 'Newer than the pin', rev, updated_at: FieldValue.serverTimestamp() });
  });
  // Later suites need an unpinned site even if a test here failed.
  afterAll(() => frontage(office().stack, 'unpin'));

  it.each(sampled(['viewer', 'author'] as const))(
    'has a banner without an Unpin button for the role %s',
    { tags: 'full' },
    async (role) => {
      const page = await office().signIn(await office().addPerson(`pin-${role}`, { roles: [role] }));
      await banner(page).waitFor();
      await pollSoon(() => banner(page).innerText()).toContain(`The site is pinned to release ${pinnedTo}.`);
      await pollSoon(() => page.getByRole('button', { name: 'Unpin' }).count()).toBe(0);
      await page.context().close();
    },
  );

  it.each(looks)(
    'has a banner on every screen that covers no content, %s at %d px',
    { tags: 'full' },
    async (colorScheme, width) => {
      const page = await office().signIn(editor, { colorScheme, viewport: { width, height: 900 } });
      for (const path of ['/admin', '/admin/pages', '/admin/pages/new', '/admin/account']) {
        await visit(page, path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await banner(page).waitFor();
        expect(await violations(page)).toEqual([]);
        const { y, height } = (await banner(page).boundingBox())!;
        const content = (await page.getByRole('main').boundingBox())!;
        expect(y + height).toBeLessThanOrEqual(content.y);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      }
      await page.context().close();
    },
  );

  it('is unpinned by an editor after confirmation, and publishes the newest content', async () => {
    expect(await homepage()).not.toContain('Newer than the pin');
    const page = await office().signIn(editor);
    await page.getByRole('button', { name: 'Unpin' }).click();
    const question = page.getByRole('alertdialog', { name: 'Unpin the site?' });
    await question.getByText(`Visitors see release ${pinnedTo} now.`).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await pollSoon(() => banner(page).count()).toBe(1);

    await page.getByRole('button', { name: 'Unpin' }).click();
    await question.getByRole('button', { name: 'Unpin' }).click();
    await page.getByText('Site unpinned').waitFor();
    expect(await homepage()).toContain('Newer than the pin');
    await banner(page).waitFor({ state: 'detached' });
    await page.context().close();
  });
}

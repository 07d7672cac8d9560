import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import type { Role } from '@frontage/model/user';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ContentOffice } from '../office/content-office.ts';
import { button, expectNotice, field, saveStatus, pollSoon, visit } from '../office/screen.ts';

/** The main (solid) button, badges and publish switch of each state of a document. */
export function actionsSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  const people = new Map<Role, { page: Page; uid: string }>();
  const of = (role: Role): Page => people.get(role)?.page as Page;

  beforeAll(async () => {
    office = opened();
    for (const role of ['editor', 'author', 'viewer'] as const) people.set(role, await office.signIn(role));
    const author = people.get('author')?.uid;
    for (const [id, fields] of Object.entries({
      'a-draft': {},
      'a-live': { is_published: true },
      'a-scheduled': {},
      'a-proposed': {},
      'a-proposed-live': { is_published: true },
    })) {
      await office.firestore.doc(`drafts/pages_${id}`).delete();
      await office.addPage(id, { title: `Actions ${id}`, ...fields });
      await office.firestore.doc(`pages/${id}`).update({ created_by: author });
    }
    for (const id of ['a-proposed', 'a-proposed-live']) {
      await visit(of('author'), `${office.admin}/admin/pages/${id}`);
      await field(of('author'), 'Title').fill(`Proposed ${id}`);
      await button(of('author'), 'Submit for review').click();
      await button(of('author'), 'Submit').click();
      await of('author').getByText('Waiting for review').waitFor();
    }
    await office.firestore.doc('schedules/pages_a-scheduled_publish').set({
      collection: 'pages',
      id: 'a-scheduled',
      action: 'publish',
      draft_rev: null,
      at: Timestamp.fromDate(new Date('2100-05-01T09:00:00Z')),
      by: people.get('editor')?.uid,
      second_factor: false,
      created_at: FieldValue.serverTimestamp(),
      state: 'waiting',
      reason: null,
    });
  });

  /** The labels of the solid buttons and badges on an editor's screen, and the state of the switch. */
  const shown = (page: Page) =>
    page.locator('form').evaluate((form) => {
      const isSolid = (button: Element) => {
        const probe = button.appendChild(document.createElement('i'));
        probe.style.background = 'var(--fr-colors-color-palette-solid)';
        const isSame = getComputedStyle(probe).backgroundColor === getComputedStyle(button).backgroundColor;
        probe.remove();
        return isSame;
      };
      const words = (element: Element) => (element as HTMLElement).innerText.split('\n').map((line) => line.trim());
      const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true });
      const bar = form.querySelector('[data-editor-bar]');
      return {
        solid: [...form.querySelectorAll('button')]
          .filter((each) => isSeen(each) && isSolid(each))
          .map((each) => words(each)[0]),
        badges: [...(bar?.querySelectorAll('.chakra-badge') ?? [])]
          .filter(isSeen)
          .map((each) => words(each)[0]?.split(':')[0]),
        isOn: form.querySelector<HTMLInputElement>('input[name=is_published]')?.checked ?? null,
      };
    });

  it.each<[Role, string, string, string[], boolean | null]>([
    ['editor', 'new', 'Create Page', [], false],
    ['editor', 'a-draft', 'Publish', ['Draft'], false],
    ['editor', 'a-live', 'Save Changes', ['Published'], true],
    ['editor', 'a-scheduled', 'Save Changes', ['Draft', 'Scheduled'], false],
    ['editor', 'a-proposed', 'Review', ['Draft', 'In review'], false],
    ['editor', 'a-proposed-live', 'Compare with live', ['Published', 'In review'], true],
    ['author', 'new', 'Create Page', [], null],
    ['author', 'a-draft', 'Submit for review', ['Draft'], null],
    ['author', 'a-live', 'Submit for review', ['Published'], null],
    ['author', 'a-proposed', 'Save draft', ['Draft', 'In review'], null],
  ])(
    'shows the role %s for “%s” the solid button “%s” and the badges %j',
    async (role, id, ...[solid, badges, isOn]) => {
      await visit(of(role), `${office.admin}/admin/pages/${id}`);
      // A button under the pointer has another color.
      await of(role).mouse.move(0, 0);
      await pollSoon(() => shown(of(role))).toEqual({ solid: [solid], badges, isOn });
    },
  );

  it('shows a viewer no solid button', async () => {
    await visit(of('viewer'), `${office.admin}/admin/pages/a-live`);
    await of('viewer').getByText('Read only').waitFor();
    await pollSoon(() => shown(of('viewer'))).toMatchObject({ solid: [], badges: ['Published'] });
  });

  describe('the save button', () => {
    const effect = async (page: Page, name: string) =>
      (await button(page, name).getAttribute('title'))?.replace(/ \(.*/, '');
    const visible = async (page: Page, name: string) => (await button(page, name).innerText()).split('\n')[1]?.trim();

    it('announces that a published document goes live, or leaves the site if the switch is off', async () => {
      const page = of('editor');
      await visit(page, `${office.admin}/admin/pages/a-live`);
      await pollSoon(() => effect(page, 'Save Changes')).toBe('Save Changes: goes live');
      expect(await visible(page, 'Save Changes')).toBe('goes live');
      await page.getByRole('switch', { name: 'Publish' }).uncheck();
      await pollSoon(() => visible(page, 'Save Changes')).toBe('leaves the site');
      await page.getByText('Still published: it is unpublished when you save.').waitFor();
      await pollSoon(() => shown(page)).toMatchObject({ solid: ['Save Changes'], isOn: false });
      await page.getByRole('switch', { name: 'Publish' }).check();
      await pollSoon(() => saveStatus(page)).toMatch(/^Saved/);
    });

    it(
      'announces publication of a draft only if the switch is on, which hides the Publish button',
      { tags: 'full' },
      async () => {
        const page = of('editor');
        await visit(page, `${office.admin}/admin/pages/a-draft`);
        await pollSoon(() => effect(page, 'Save Changes')).toBe('Save Changes');
        await page.getByRole('switch', { name: 'Publish' }).check();
        await page.getByText('Not published yet: it goes live when you save.').waitFor();
        await pollSoon(() => shown(page)).toMatchObject({ solid: ['Save Changes'], badges: ['Draft'], isOn: true });
        expect(await visible(page, 'Save Changes')).toBe('goes live');
        expect(await button(page, 'Publish').count()).toBe(0);
        await button(page, 'Save Changes').click();
        await expectNotice(page, { title: 'Page updated successfully' });
        await pollSoon(async () => (await office.data('pages/a-draft'))?.['is_published']).toBe(true);
      },
    );

    it('has equal texts for all kinds of content', { tags: 'full' }, async () => {
      const page = of('editor');
      for (const [path, name] of [
        ['pages/new', 'Create Page'],
        ['homepage/new', 'Create Section'],
        ['demos/new', 'Create Demo'],
      ] as const) {
        await visit(page, `${office.admin}/admin/${path}`);
        await button(page, name).waitFor();
      }
      await office.addDemo('a-demo', { is_published: true });
      await office.addSection('a-section', { is_published: true });
      for (const path of ['demos/a-demo', 'homepage/a-section']) {
        await visit(page, `${office.admin}/admin/${path}`);
        await pollSoon(() => effect(page, 'Save Changes')).toBe('Save Changes: goes live');
      }
    });
  });

  it('opens the review of a proposal on Ctrl+Enter without publishing', { tags: 'full' }, async () => {
    const page = of('editor');
    await visit(page, `${office.admin}/admin/pages/a-proposed`);
    await button(page, 'Review').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog', { name: 'Review' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await office.data('pages/a-proposed')).toMatchObject({ is_published: false });
  });

  it('marks scheduled documents in lists', async () => {
    const page = of('editor');
    await visit(page, `${office.admin}/admin/pages`);
    const card = page.locator('[data-page=a-scheduled]');
    await card.getByText(/^Scheduled: goes live/).waitFor();
    expect(await card.innerText()).toMatch(/goes live .*2100/);
    expect(
      await page
        .locator('[data-page=a-live]')
        .getByText(/^Scheduled:/)
        .count(),
    ).toBe(0);
  });
}

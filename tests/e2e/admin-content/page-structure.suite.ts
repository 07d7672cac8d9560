import { newPage, pageForm } from '@frontage/model/kinds/page';
import { launchOfSchedule } from '@frontage/model/schedule';
import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ContentOffice } from '../office/content-office.ts';
import { button, expectNotice, field, notice, onSave, pollSoon, visit } from '../office/screen.ts';
import { useKeptContent } from '../office/use-kept-content.ts';

/** The tree of pages: moving by mouse, touch and keyboard, the menu, filters and views. */
export function pageStructureSuite(opened: () => ContentOffice): void {
  useKeptContent(opened);
  let office: ContentOffice;
  let page: Page;

  beforeAll(async () => {
    office = opened();
    ({ page } = await office.signIn('editor', { viewport: { width: 1440, height: 1200 } }));
  });

  // Few pages, so that each test has its own on the first page of the list.
  afterEach(async () => {
    const pages = await office.firestore.collection('pages').get();
    for (const each of pages.docs) await each.ref.delete();
  });

  const rowIn = (where: Page, id: string) => where.locator(`[data-page="${id}"]`);
  const row = (id: string) => rowIn(page, id);
  const data = (id: string) => office.data(`pages/${id}`);
  const shownIn = (where: Page, prefix: string) =>
    where
      .locator(`[data-page^="${prefix}"]`)
      .evaluateAll((rows) =>
        rows.map((each) => `${each.getAttribute('aria-level')}${each.dataset['page']?.slice(-1)}`),
      );
  const shown = (prefix: string) => shownIn(page, prefix);
  const focusedRow = () => page.evaluate(() => document.activeElement?.getAttribute('data-page'));

  /** Creates the pages `{prefix}a`, `{prefix}b` and so on, with orders above those of other pages. */
  async function addPages(prefix: string, pages: Record<string, object>): Promise<void> {
    for (const [name, fields] of Object.entries(pages)) {
      await office.addPage(`${prefix}${name}`, { title: `Page ${prefix}${name}`, ...fields });
    }
  }

  async function open(path = '/admin/pages', where = page): Promise<void> {
    await where.goto(office.admin + path);
    await where.locator('[data-page]').first().waitFor();
  }

  const centerOf = async (target: Locator) => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await target.boundingBox()) ?? {};
    return { x: x + width / 2, top: y, middle: y + height / 2, bottom: y + height };
  };

  /** Drags a row to the upper or lower edge of another one, and `levels` levels to the right. */
  async function drag(id: string, to: string, { edge, levels = 0 }: { edge: 'top' | 'bottom'; levels?: number }) {
    const handle = row(id).getByRole('button', { name: /^Reorder/ });
    // Waits until the row no longer moves.
    await handle.hover();
    const from = await centerOf(handle);
    await page.mouse.down();
    await page.mouse.move(from.x + 8, from.middle, { steps: 2 });
    await page.locator('[data-drop-line]').waitFor();
    const edgeOf = async () => {
      const { top, bottom } = await centerOf(row(to));
      return edge === 'top' ? top + 3 : bottom - 3;
    };
    // Again if the rows moved meanwhile, as they do near the edge of the window.
    await pollSoon(async () => {
      const y = await edgeOf();
      await page.mouse.move(from.x + levels * 20, y, { steps: 8 });
      await page.waitForTimeout(150);
      return y === (await edgeOf());
    }).toBe(true);
    await page.mouse.up();
  }

  describe('the tree of pages', () => {
    it('is a grid of rows with levels, arrow keys and branches that close', async () => {
      await addPages('grid-', {
        a: { menu_order: 1000, is_published: true },
        b: { parent_id: 'grid-a' },
        c: { parent_id: 'grid-b' },
        d: { menu_order: 1001 },
      });
      await open('/admin/pages');
      await pollSoon(() => shown('grid-')).toEqual(['1a', '2b', '3c', '1d']);
      expect(await page.getByRole('treegrid', { name: 'Pages' }).count()).toBe(1);
      const text = await row('grid-a').innerText();
      for (const part of ['Page grid-a', '/grid-a', 'Order: 1000', 'Published', 'In Menu'])
        expect(text).toContain(part);
      await row('grid-b').focus();
      await page.keyboard.press('ArrowUp');
      await pollSoon(focusedRow).toBe('grid-a');
      await page.keyboard.press('ArrowLeft');
      await pollSoon(() => shown('grid-')).toEqual(['1a', '1d']);
      await pollSoon(() => row('grid-a').getAttribute('aria-expanded')).toBe('false');
      await page.reload();
      await pollSoon(() => shown('grid-')).toEqual(['1a', '1d']);
      await row('grid-a').focus();
      await page.keyboard.press('ArrowRight');
      await pollSoon(() => shown('grid-')).toEqual(['1a', '2b', '3c', '1d']);
      await row('grid-c').focus();
      await page.keyboard.press('ArrowLeft');
      await pollSoon(focusedRow).toBe('grid-b');
      await page.keyboard.press('Space');
      await pollSoon(() => row('grid-b').getAttribute('aria-selected')).toBe('true');
      await page.keyboard.press('Space');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/admin/pages/grid-b');
    });

    it('moves a page by mouse, changes as few pages as possible, and undoes it', async () => {
      await addPages('mouse-', {
        a: { menu_order: 2000, is_published: true },
        b: { menu_order: 2010, is_published: true },
        c: { menu_order: 2020, is_published: true },
      });
      const menu = async () => {
        const html = await (await fetch(`${office.site}/`)).text();
        return [...html.matchAll(/Page mouse-(\w)/g)].map(([, name]) => name).slice(0, 3);
      };
      await pollSoon(menu).toEqual(['a', 'b', 'c']);
      await open();
      await drag('mouse-c', 'mouse-b', { edge: 'top' });
      await pollSoon(() => shown('mouse-')).toEqual(['1a', '1c', '1b']);
      await expectNotice(page, { title: 'Page moved', description: 'visitors see it at once' });
      await pollSoon(() => data('mouse-c')).toMatchObject({ menu_order: 2005, rev: 2 });
      for (const id of ['mouse-a', 'mouse-b']) expect(await data(id)).toMatchObject({ rev: 1 });
      await pollSoon(menu).toEqual(['a', 'c', 'b']);
      await notice(page, 'Page moved').getByRole('button', { name: 'Undo' }).click();
      await pollSoon(() => data('mouse-c')).toMatchObject({ menu_order: 2020, rev: 3 });
      await pollSoon(() => shown('mouse-')).toEqual(['1a', '1b', '1c']);
      await pollSoon(menu).toEqual(['a', 'b', 'c']);
    });

    it('asks before it moves a page whose scheduled draft would fail', async () => {
      await addPages('asked-', { a: { menu_order: 2500 }, b: { menu_order: 2501 } });
      const at = Timestamp.fromMillis(Date.now() + 24 * 60 * 60_000);
      const of = { collection: 'pages', id: 'asked-b', action: 'publish_draft' } as const;
      const version = { document_rev: 1, draft_rev: 1, draft_digest: '0'.repeat(64) };
      const order = { at, by: 'editor', second_factor: false, created_at: at, state: 'waiting', reason: null } as const;
      await office.firestore
        .doc('launches/pages_asked-b_publish_draft')
        .set(launchOfSchedule({ ...of, ...version, ...order }));
      await open();
      await drag('asked-b', 'asked-a', { edge: 'top' });
      const question = page.getByRole('alertdialog', { name: 'Move pages with a scheduled draft?' });
      await question.getByText('Page asked-b').waitFor();
      await question.getByRole('button', { name: 'Cancel' }).click();
      await pollSoon(() => shown('asked-')).toEqual(['1a', '1b']);
      expect(await data('asked-b')).toMatchObject({ rev: 1 });
    });

    it('changes the parent by mouse, with the pages below', { tags: 'full' }, async () => {
      await addPages('parent-', {
        a: { menu_order: 3000 },
        b: { menu_order: 3001 },
        c: { parent_id: 'parent-b' },
        d: { menu_order: 3002 },
      });
      await open();
      await drag('parent-b', 'parent-a', { edge: 'bottom', levels: 1 });
      await pollSoon(() => shown('parent-')).toEqual(['1a', '2b', '3c', '1d']);
      await pollSoon(() => data('parent-b')).toMatchObject({ parent_id: 'parent-a', rev: 2 });
      expect(await data('parent-c')).toMatchObject({ parent_id: 'parent-b', rev: 1 });
      await drag('parent-c', 'parent-d', { edge: 'bottom', levels: -2 });
      await pollSoon(() => shown('parent-')).toEqual(['1a', '2b', '1d', '1c']);
      await pollSoon(() => data('parent-c')).toMatchObject({ parent_id: null, menu_order: 3003 });
    });

    it('moves a page by keyboard, announces the place, and cancels with Escape', { tags: 'full' }, async () => {
      await addPages('keys-', { a: { menu_order: 4000 }, b: { menu_order: 4001 }, c: { menu_order: 4002 } });
      await open();
      const handle = row('keys-c').getByRole('button', { name: 'Reorder Page keys-c' });
      await handle.focus();
      await page.keyboard.press('Space');
      await page
        .getByText('Picked up Page keys-c. At the top level, after Page keys-b.')
        .waitFor({ state: 'attached' });
      await page.keyboard.press('ArrowUp');
      await page.getByText('At the top level, after Page keys-a.').waitFor({ state: 'attached' });
      await page.keyboard.press('Escape');
      await page.getByText('Page keys-c was put back.').waitFor({ state: 'attached' });
      expect(await data('keys-c')).toMatchObject({ rev: 1 });
      await page.keyboard.press('Enter');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowRight');
      await page.getByText('Below Page keys-a, first.').waitFor({ state: 'attached' });
      await page.keyboard.press('Enter');
      await pollSoon(() => data('keys-c')).toMatchObject({ parent_id: 'keys-a', rev: 2 });
      await pollSoon(() => shown('keys-')).toEqual(['1a', '2c', '1b']);
    });

    it('moves a page by touch at 390 px', { tags: 'full' }, async () => {
      await addPages('touch-', { a: { menu_order: 5000 }, b: { menu_order: 5001 } });
      const phone = await office.signIn('editor', { viewport: { width: 390, height: 844 }, hasTouch: true });
      await open('/admin/pages', phone.page);
      const handle = rowIn(phone.page, 'touch-b').getByRole('button', { name: /^Reorder/ });
      await handle.scrollIntoViewIfNeeded();
      const from = await centerOf(handle);
      const to = await centerOf(rowIn(phone.page, 'touch-a'));
      const client = await phone.context.newCDPSession(phone.page);
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
        client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
      await touch('touchStart', from.x, from.middle);
      for (const part of [0.1, 0.4, 0.7, 1]) {
        await touch('touchMove', from.x, from.middle + (to.top + 4 - from.middle) * part);
      }
      await phone.page.locator('[data-drop-line]').waitFor();
      await touch('touchEnd', 0, 0);
      await pollSoon(() => shownIn(phone.page, 'touch-')).toEqual(['1b', '1a']);
      await pollSoon(async () => Number((await data('touch-b'))?.['menu_order'])).toBeLessThanOrEqual(5000);
      await phone.context.close();
    });

    it('reports a conflict, keeps everything, and shows the newest version', { tags: 'full' }, async () => {
      await addPages('clash-', { a: { menu_order: 6000 }, b: { menu_order: 6001 } });
      await open();
      await row('clash-b')
        .getByRole('button', { name: /^Reorder/ })
        .waitFor();
      const theirs = { title: 'Page clash-b, theirs', rev: 2, updated_at: FieldValue.serverTimestamp() };
      // Between the drop and its write, so that no list shows it before.
      await onSave(page, async (route) => {
        await office.firestore.doc('pages/clash-b').update(theirs);
        await route.continue();
      });
      await drag('clash-b', 'clash-a', { edge: 'top' });
      await expectNotice(page, { title: "Couldn't move the page", description: 'Someone has changed it since.' });
      await row('clash-b').getByRole('link', { name: 'Page clash-b, theirs', exact: true }).first().waitFor();
      await pollSoon(() => shown('clash-')).toEqual(['1a', '1b']);
      expect(await data('clash-b')).toMatchObject({ menu_order: 6001, rev: 2 });
      await page.unroute(/documents:commit/);
    });

    it(
      'undoes a move if someone else moves the new parent below the page at the same time',
      { tags: 'full' },
      async () => {
        await addPages('race-', { a: { menu_order: 6100 }, b: { menu_order: 6101 } });
        await open();
        await row('race-b')
          .getByRole('button', { name: /^Reorder/ })
          .waitFor();
        const theirs = { parent_id: 'race-b', rev: 2, updated_at: FieldValue.serverTimestamp() };
        // Between the drop and its write, so that no list shows it before.
        await onSave(page, async (route) => {
          await office.firestore.doc('pages/race-a').update(theirs);
          await route.continue();
        });
        await drag('race-b', 'race-a', { edge: 'bottom', levels: 1 });
        await expectNotice(page, {
          title: "Couldn't move the page",
          description: 'Someone has moved its new parent below it at the same time.',
        });
        await pollSoon(() => data('race-b')).toMatchObject({ parent_id: null, menu_order: 6101, rev: 3 });
        await pollSoon(() => shown('race-')).toEqual(['1b', '2a']);
        await page.unroute(/documents:commit/);
      },
    );

    it(
      'shows pages that are below each other at the top level, where a move repairs them',
      { tags: 'full' },
      async () => {
        await addPages('ring-', {
          a: { menu_order: 6200, parent_id: 'ring-b' },
          b: { menu_order: 6201, parent_id: 'ring-a' },
        });
        await open();
        await pollSoon(() => shown('ring-')).toEqual(['1a', '1b']);
        await row('ring-a').getByRole('button', { name: 'Move Page ring-a' }).click();
        await page.getByRole('dialog', { name: 'Move “Page ring-a”' }).getByRole('button', { name: 'Move' }).click();
        await pollSoon(() => data('ring-a')).toMatchObject({ parent_id: null });
        await pollSoon(() => shown('ring-')).toEqual(['1a', '2b']);
      },
    );

    it('keeps the draft of a moved page and publishes both', { tags: 'full' }, async () => {
      await addPages('draft-', {
        a: { menu_order: 7000, is_published: true },
        b: { menu_order: 7001, is_published: true },
      });
      await visit(page, `${office.admin}/admin/pages/draft-b`);
      await field(page, 'Meta title').fill('From the draft');
      await pollSoon(() => office.drafted('pages_draft-b')).toMatchObject({ meta_title: 'From the draft' });
      await open();
      await row('draft-b').getByText('Edited', { exact: true }).waitFor();
      await drag('draft-b', 'draft-a', { edge: 'bottom', levels: 1 });
      await pollSoon(() => data('draft-b')).toMatchObject({ parent_id: 'draft-a', meta_title: null, rev: 2 });
      expect(await office.drafted('pages_draft-b')).toMatchObject({ meta_title: 'From the draft' });
      await visit(page, `${office.admin}/admin/pages/draft-b`);
      await pollSoon(() => field(page, 'Meta title').inputValue()).toBe('From the draft');
      await button(page, 'Save Changes').click();
      await pollSoon(() => data('draft-b')).toMatchObject({ parent_id: 'draft-a', meta_title: 'From the draft' });
    });

    it('offers moving only to users that may edit the pages', { tags: 'full' }, async () => {
      const author = await office.signIn('author');
      await addPages('may-', { a: { menu_order: 8000 }, b: { menu_order: 8001 } });
      await office.firestore.doc('pages/may-b').update({
        created_by: author.uid,
        rev: 2,
        updated_at: FieldValue.serverTimestamp(),
      });
      await pollSoon(async () => {
        await open('/admin/pages', author.page);
        await author.page.waitForLoadState('networkidle');
        return author.page.getByRole('button', { name: 'Reorder Page may-b' }).count();
      }).toBe(1);
      expect(await author.page.getByRole('button', { name: 'Reorder Page may-a' }).count()).toBe(0);
      expect(await author.page.getByRole('button', { name: 'Move Page may-a' }).count()).toBe(0);
      const viewer = await office.signIn('viewer');
      await open('/admin/pages', viewer.page);
      await viewer.page.waitForLoadState('networkidle');
      expect(await viewer.page.getByRole('button', { name: /^(Reorder|Move|Select) / }).count()).toBe(0);
      await author.context.close();
      await viewer.context.close();
    });
  });

  describe('pages', () => {
    it('are added below another one, after the pages there', { tags: 'full' }, async () => {
      await addPages('add-', { a: { menu_order: 9000 }, b: { parent_id: 'add-a', menu_order: 4 } });
      await open();
      await row('add-a').getByRole('link', { name: 'Add subpage below Page add-a' }).click();
      await field(page, 'Title').fill('Page add-c');
      await pollSoon(() => field(page, 'Parent page').inputValue()).toBe('add-a');
      await button(page, 'Create Page').click();
      await expectNotice(page, { title: 'Page created successfully' });
      const added = await office.firestore.collection('pages').where('slug', '==', 'page-add-c').get();
      expect(added.docs[0]?.data()).toMatchObject({ parent_id: 'add-a', menu_order: 5, is_published: false });
    });

    it('move together to a parent in one step, with one undo', async () => {
      await addPages('bulk-', {
        a: { menu_order: 9100, is_published: true },
        b: { menu_order: 9101, is_published: true },
        c: { menu_order: 9102 },
      });
      await open('/admin/pages?q=bulk-');
      await page.getByLabel('Select Page bulk-b').check();
      await page.getByLabel('Select Page bulk-c').check();
      await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Move' }).click();
      const dialog = page.getByRole('dialog', { name: 'Move 2 pages' });
      await dialog.getByText('Visitors see published pages at their new position at once.').waitFor();
      const options = await dialog.getByLabel('Parent page').locator('option').allInnerTexts();
      expect(options).not.toContain('Page bulk-b');
      await dialog.getByLabel('Parent page').selectOption('Page bulk-a');
      await dialog.getByRole('button', { name: 'Move' }).click();
      await expectNotice(page, { title: '2 pages moved' });
      await pollSoon(() => shown('bulk-')).toEqual(['1a', '2b', '2c']);
      for (const id of ['bulk-b', 'bulk-c']) expect(await data(id)).toMatchObject({ parent_id: 'bulk-a', rev: 2 });
      await notice(page, '2 pages moved').getByRole('button', { name: 'Undo' }).click();
      for (const id of ['bulk-b', 'bulk-c']) await pollSoon(() => data(id)).toMatchObject({ parent_id: null, rev: 3 });
    });

    it('are filtered and sorted, in the address', { tags: 'full' }, async () => {
      const { uid } = await office.signIn('editor');
      await addPages('sort-', {
        a: { menu_order: 9200, title: 'Sort zebra' },
        b: { menu_order: 9201, title: 'Sort apple', show_in_menu: false },
        c: { parent_id: 'sort-a', title: 'Sort mango' },
      });
      const old = new Date(Date.now() - 400 * 86_400_000);
      await office.firestore
        .doc('pages/sort-b')
        .update({ created_by: uid, rev: 2, updated_at: FieldValue.serverTimestamp() });
      await office.firestore.doc('pages/sort-a').update({ rev: 2, updated_at: old });
      await open('/admin/pages?q=sort-');
      await button(page, 'Filters').click();
      const filters = page.getByRole('group', { name: 'Filters' });
      const choose = (label: string, option: string) => filters.getByLabel(label).selectOption(option);
      await choose('Sort by', 'Title');
      await pollSoon(() => shown('sort-')).toEqual(['1b', '1c', '1a']);
      expect(await page.getByRole('button', { name: /^Reorder/ }).count()).toBe(0);
      expect(page.url()).toContain('sort=title');
      await choose('Menu', 'Not in menu');
      await pollSoon(() => shown('sort-')).toEqual(['1b']);
      await choose('Menu', 'Any');
      await choose('Parent page', 'Sort zebra');
      await pollSoon(() => shown('sort-')).toEqual(['1c']);
      await choose('Parent page', 'None (Top Level)');
      await pollSoon(() => shown('sort-')).toEqual(['1b', '1a']);
      await choose('Author', 'You');
      await pollSoon(() => shown('sort-')).toEqual(['1b']);
      await page.reload();
      await pollSoon(() => shown('sort-')).toEqual(['1b']);
      await page.getByRole('button', { name: 'Filters (3)' }).waitFor();
      await choose('Author', 'Anyone');
      await choose('Updated', 'More than 12 months ago');
      // The list has the date after its next update.
      await pollSoon(() => shown('sort-')).not.toContain('1b');
      await filters.getByRole('button', { name: 'Reset' }).click();
      await pollSoon(() => shown('sort-')).toEqual(['1a', '2c', '1b']);
    });

    it('are shown as cards if this was chosen last', { tags: 'full' }, async () => {
      await addPages('card-', { a: { menu_order: 9400, body: 'Text of the card', meta_description: 'For searchers' } });
      await open('/admin/pages?q=card-a');
      await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Cards' }).click();
      await row('card-a').getByText('Text of the card').waitFor();
      await row('card-a').getByText('SEO: For searchers').waitFor();
      await open('/admin/pages?q=card-a');
      await row('card-a').getByText('Text of the card').waitFor();
      await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'List' }).click();
      await pollSoon(() => page.getByRole('treegrid').count()).toBe(1);
    });

    it('are all selected with one button, on all pages of the list', { tags: 'full' }, async () => {
      const batch = office.firestore.batch();
      const stamp = FieldValue.serverTimestamp();
      for (let index = 0; index < 60; index += 1) {
        const slug = `match-${index}`;
        const fields = pageForm.parse({ ...newPage, title: `Match ${index}`, slug, menu_order: 9300 });
        const origin = { rev: 1, created_by: 'x', updated_by: 'x', created_at: stamp, updated_at: stamp };
        batch.set(office.firestore.doc(`pages/${slug}`), { ...fields, ...origin });
      }
      await batch.commit();
      await open('/admin/pages?q=match-');
      await page.getByLabel('Select all on this page').check();
      await page.getByText('50 pages selected').waitFor();
      await button(page, 'Select all 60 matches').click();
      await page.getByText('60 pages selected').waitFor();
      await page.getByRole('button', { name: 'Clear selection' }).click();
    });
  });

  describe('the navigation', () => {
    const siteMenu = async () => {
      const html = await (await fetch(`${office.site}/`)).text();
      return [...html.matchAll(/(Nav \w+)/g)].map(([, name]) => name).filter((name, i, all) => all.indexOf(name) === i);
    };
    const labels = () =>
      page
        .locator('[data-page^="nav-"]')
        .evaluateAll((rows) => rows.map((each) => each.querySelector('a')?.textContent));

    it('shows the menu of visitors and edits order, parent, labels and visibility in place', async () => {
      await addPages('nav-', {
        a: { menu_order: 9500, is_published: true, title: 'Nav one' },
        b: { menu_order: 9501, is_published: true, title: 'Nav two', nav_label: 'Nav second' },
        c: { menu_order: 9502, is_published: true, title: 'Nav three' },
        d: { menu_order: 9503, is_published: false, title: 'Nav draft' },
        e: { menu_order: 9504, is_published: true, title: 'Nav orphan', parent_id: 'nav-d' },
        f: { menu_order: 9505, is_published: true, title: 'Nav hidden', show_in_menu: false },
      });
      await pollSoon(siteMenu).toEqual(['Nav one', 'Nav second', 'Nav three', 'Nav orphan']);
      await open();
      await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Navigation' }).click();
      await page.getByRole('treegrid', { name: 'Navigation' }).waitFor();
      await pollSoon(labels).toEqual(await siteMenu());

      await drag('nav-e', 'nav-b', { edge: 'top' });
      await pollSoon(siteMenu).toEqual(['Nav one', 'Nav orphan', 'Nav second', 'Nav three']);
      expect(await data('nav-e')).toMatchObject({ parent_id: 'nav-d' });
      await drag('nav-c', 'nav-b', { edge: 'bottom', levels: 1 });
      await pollSoon(() => data('nav-c')).toMatchObject({ parent_id: 'nav-b' });
      await pollSoon(() => shown('nav-')).toEqual(['1a', '1e', '1b', '2c']);

      await page.getByRole('button', { name: 'Rename Nav one' }).click();
      await page.getByLabel('Navigation label').fill('Nav first');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await pollSoon(siteMenu).toContain('Nav first');
      expect(await data('nav-a')).toMatchObject({ nav_label: 'Nav first', title: 'Nav one' });
      await page.getByRole('button', { name: 'Hide Nav orphan' }).click();
      await pollSoon(siteMenu).not.toContain('Nav orphan');
      await page.getByRole('button', { name: 'Show in menu Nav hidden' }).click();
      await pollSoon(siteMenu).toContain('Nav hidden');
      await pollSoon(labels).toEqual(['Nav first', 'Nav second', 'Nav three', 'Nav hidden']);
      await notice(page, 'Added to the menu').getByRole('button', { name: 'Undo' }).click();
      await pollSoon(siteMenu).not.toContain('Nav hidden');
      await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'List' }).click();
    });
  });
}

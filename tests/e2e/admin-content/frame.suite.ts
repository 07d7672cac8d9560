import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ContentOffice } from '../office/content-office.ts';
import { sampled, sized } from '../../full.ts';
import { errorOf, expectNotice, field, saveStatus, pollSoon, visit, where } from '../office/screen.ts';

// The factor by which the processor is throttled.
const throttling = sized(6, 1);

/** The bar, layout and keyboard shortcuts of every editor. */
export function frameSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  let wide: Page;
  let phone: Page;

  beforeAll(async () => {
    office = opened();
    wide = (await office.signIn('editor', { viewport: { width: 1440, height: 900 } })).page;
    phone = (await office.signIn('editor', { viewport: { width: 390, height: 844 } })).page;
    await office.addPage('framed', { title: 'Framed', body: 'A line.\n\n'.repeat(200) });
    await office.addSection('framed', { title: 'Framed section' });
    await office.addDemo('framed', { heading: 'Framed demo' });
  });

  const editors = [
    ['a page', '/admin/pages/framed', 'Title'],
    ['a section', '/admin/homepage/framed', 'Title'],
    ['a demo', '/admin/demos/framed', 'Heading'],
  ] as const;

  async function open(page: Page, path: string): Promise<void> {
    await visit(page, office.admin + path);
    await page.locator('h1').waitFor();
    await pollSoon(() => page.locator('[aria-busy=true]').count()).toBe(0);
  }

  const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
  const isFocused = (control: Locator) => control.evaluate((element) => element === document.activeElement);
  const isInWindow = (control: Locator) =>
    control.evaluate((element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
    });

  describe.each(editors)('the bar of %s', { tags: 'full' }, (_name, path, title) => {
    it.each([
      ['1440×900', () => wide],
      ['390×844', () => phone],
    ])('shows Publish at %s, within three Tab presses from the heading', async (_size, at) => {
      const page = at();
      await open(page, path);
      expect(await isInWindow(button(page, 'Publish'))).toBe(true);
      await page.locator('h1').focus();
      const presses: boolean[] = [];
      for (let press = 0; press < 3; press += 1) {
        await page.keyboard.press('Tab');
        presses.push(await isFocused(button(page, 'Publish')));
      }
      expect(presses).toContain(true);
      await field(page, title).focus();
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      expect(await isInWindow(button(page, 'Publish'))).toBe(true);
    });
  });

  it.each(editors)(
    'keeps the bar of %s on a phone in one row, with the first field above 260 px',
    { tags: 'full' },
    async (...[, path]) => {
      await open(phone, path);
      const row = phone.locator('[data-editor-bar] > *').filter({ has: button(phone, 'Publish') });
      expect((await row.boundingBox())?.height).toBeLessThan(64);
      const first = phone.getByRole('tabpanel').locator('input, select').first();
      expect((await first.boundingBox())?.y).toBeLessThan(260);
      expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      expect(await isInWindow(button(phone, 'Save Changes'))).toBe(true);
      await phone.getByRole('button', { name: 'Cancel' }).waitFor();
      await phone.getByRole('button', { name: 'Duplicate' }).waitFor();
    },
  );

  it('shows no icon for the saved state', { tags: 'full' }, async () => {
    await open(wide, '/admin/pages/framed');
    await pollSoon(() => saveStatus(wide)).toMatch(/^Saved \d/);
    expect(await wide.locator('[data-save-status] svg').count()).toBe(0);
  });

  it('fills the window with the text editor, and the page does not scroll', async () => {
    await open(wide, '/admin/pages/framed');
    const source = wide.locator('[data-markdown-source]');
    const { bottom, height } = await source.evaluate((element) => {
      const box = element.getBoundingClientRect();
      return { bottom: box.bottom, height: box.height };
    });
    expect(900 - bottom).toBeLessThan(48);
    expect(height).toBeGreaterThanOrEqual(450);
    expect(await wide.evaluate(() => document.documentElement.scrollHeight)).toBe(900);
  });

  it('shows the state, publishes with Ctrl+Enter, and unpublishes from the menu after confirmation', async () => {
    await office.addPage('keys', { title: 'By keys', body: 'Text' });
    await open(wide, '/admin/pages/keys');
    const bar = wide.getByRole('region', { name: 'Editor bar' });
    await bar.getByText('Draft', { exact: true }).waitFor();
    await pollSoon(() => saveStatus(wide)).toMatch(/^Saved \d/);
    await pollSoon(() => button(wide, 'Publish').getAttribute('aria-keyshortcuts')).toBe('Control+Enter');
    await pollSoon(() => button(wide, 'Save Changes').getAttribute('title')).toBe('Save Changes (Ctrl+S)');
    await wide.getByRole('textbox', { name: 'Body' }).click();
    await wide.keyboard.type('More. ');
    await pollSoon(() => saveStatus(wide)).toBe('Unsaved changes');
    await wide.keyboard.press('Control+Enter');
    await expectNotice(wide, { title: 'Page updated successfully' });
    await bar.getByText('Published', { exact: true }).waitFor();
    await pollSoon(() => saveStatus(wide)).toMatch(/^Saved .+ · Live in \d+\.\d s$/);
    expect((await office.firestore.doc('pages/keys').get()).get('body')).not.toContain('\n');
    await pollSoon(() => wide.getByRole('switch', { name: 'Publish' }).isChecked()).toBe(true);

    await button(wide, 'More actions').focus();
    await wide.keyboard.press('Enter');
    await pollSoon(() => isFocused(wide.getByRole('menuitem', { name: 'Unpublish' }))).toBe(true);
    await wide.keyboard.press('Enter');
    const question = wide.getByRole('alertdialog');
    expect(await isFocused(question.getByRole('button', { name: 'Cancel' }))).toBe(true);
    await question.getByRole('button', { name: 'Unpublish' }).click();
    await pollSoon(() => saveStatus(wide)).toMatch(/Unpublished in/);
    await bar.getByText('Draft', { exact: true }).waitFor();
  });

  it('does not publish an invalid document or turn the publish switch on', async () => {
    await office.addPage('not-yet', { title: 'Not yet' });
    await open(wide, '/admin/pages/not-yet');
    await field(wide, 'Title').fill('');
    await button(wide, 'Publish').click();
    await pollSoon(() => errorOf(wide, 'Title')).toBe('Title is required');
    await pollSoon(() => wide.getByRole('switch', { name: 'Publish' }).isChecked()).toBe(false);
    await field(wide, 'Title').fill('Not yet');
  });

  it('announces an invalid field once after a save, and once when it is left', async () => {
    await office.addPage('announced', { title: 'Announced' });
    await open(wide, '/admin/pages/announced');
    const title = field(wide, 'Title');
    await title.fill('');
    const heard = await announcements(wide);
    await button(wide, 'Save Changes').click();
    await pollSoon(() => isFocused(title)).toBe(true);
    await pollSoon(() => errorOf(wide, 'Title')).toBe('Title is required');
    // The error is read with the field that has the focus now.
    await wide.waitForTimeout(300);
    expect((await heard()).filter((text) => /required|Check the/.test(text))).toEqual([
      'Not saved. Check the marked field.',
    ]);
    await title.fill('Announced');
    await title.fill('');
    await title.fill('A');
    await title.fill('');
    await wide.keyboard.press('Tab');
    await pollSoon(async () => (await heard()).filter((text) => text === 'Title is required').length).toBeGreaterThan(
      0,
    );
    await title.fill('Announced');
  });

  it('opens the tab of an invalid field on a phone', { tags: 'full' }, async () => {
    await office.addPage('hidden-field', { title: 'Hidden field' });
    await open(phone, '/admin/pages/hidden-field');
    const tab = (name: RegExp) => phone.getByRole('tab', { name });
    await tab(/^SEO/).click();
    await field(phone, 'Meta title').fill('x'.repeat(61));
    await tab(/^Text/).click();
    await pollSoon(() => field(phone, 'Meta title').isVisible()).toBe(false);
    await button(phone, 'Save Changes').click();
    await pollSoon(() => isFocused(field(phone, 'Meta title'))).toBe(true);
    await pollSoon(() => tab(/^SEO/).getAttribute('aria-selected')).toBe('true');
    await pollSoon(() => tab(/^SEO/).innerText()).toContain('1 field to correct');
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await field(phone, 'Meta title').fill('');
  });

  it('has a button that opens the search', async () => {
    await open(wide, '/admin');
    await wide.getByRole('button', { name: /^Search/ }).click();
    await wide.getByRole('dialog', { name: 'Search' }).waitFor();
    await wide.keyboard.press('Escape');
  });

  it('offers the actions of the open document in the search', async () => {
    await office.addPage('commanded', { title: 'Commanded', is_published: true });
    await open(wide, '/admin/pages/commanded');
    const palette = wide.getByRole('dialog', { name: 'Search' });
    const search = async (words: string) => {
      await wide.getByRole('button', { name: /^Search/ }).click();
      await palette.getByRole('combobox').fill(words);
    };
    const option = (name: string | RegExp) => palette.getByRole('option', { name });
    await field(wide, 'Title').fill('Commanded again');
    await pollSoon(async () => (await office.drafted('pages_commanded'))?.['title']).toBe('Commanded again');
    await search('');
    for (const name of [/^Save Changes/, 'Save draft', 'Unpublish', 'Discard draft', 'History', 'Schedule', 'Delete'])
      await option(name).first().waitFor();
    await option(/^Open the preview/).click();
    await pollSoon(() => button(wide, 'Preview').getAttribute('aria-pressed')).toBe('true');
    await search('close the preview');
    await option(/^Close the preview/).click();
    await search('schedule');
    await option('Schedule').first().click();
    await pollSoon(() => isFocused(field(wide, 'Publish at'))).toBe(true);
    await search('unpublish');
    await option('Unpublish').click();
    await wide.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).click();
    await pollSoon(async () => (await office.data('pages/commanded'))?.['is_published']).toBe(false);
    await search('delete');
    await option('Delete').click();
    await wide.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await pollSoon(() => where(wide)).toBe('/admin/pages');
    expect(await office.data('pages/commanded')).toBeUndefined();
    await search('');
    await option(/^Undo: Page deleted/).waitFor();
    expect(await option(/^Delete/).count()).toBe(0);
    await wide.keyboard.press('Escape');
  });

  it('reserves space for lazily loaded parts', { tags: 'full' }, async () => {
    const coming = Promise.withResolvers<undefined>();
    const script = /schedule-panel/;
    await wide.route(script, async (route) => {
      await coming.promise;
      await route.continue();
    });
    await wide.goto(`${office.admin}/admin/demos/framed`);
    const below = wide.getByRole('switch', { name: 'Password protection' });
    const before = await below.boundingBox();
    coming.resolve(undefined);
    await pollSoon(() => button(wide, 'Schedule').isEnabled()).toBe(true);
    expect(await below.boundingBox()).toEqual(before);
    await wide.unroute(script);
  });

  // A transition delays layout changes, which misleads code that measures right after a change, such as the text
  // editor.
  it('has no transitions with reduced motion', async () => {
    const heights = await wide.evaluate(() => {
      const box = document.body.appendChild(document.createElement('div'));
      const seen = ['10px', '20px'].map((height) => {
        box.style.height = height;
        return box.offsetHeight;
      });
      box.remove();
      return { seen, isReduced: matchMedia('(prefers-reduced-motion: reduce)').matches };
    });
    expect(heights).toEqual({ seen: [10, 20], isReduced: true });
  });

  describe.each([
    ['1440', () => wide],
    ['390', () => phone],
  ])('the caret at a width of %s px', (_width, at) => {
    it.each(sampled(['ArrowUp', 'PageUp', 'PageDown']))(
      'is not covered by the bar after %s',
      { tags: 'full' },
      async (key) => {
        const page = at();
        await open(page, '/admin/pages/framed');
        const machine = await page.context().newCDPSession(page);
        await machine.send('Emulation.setCPUThrottlingRate', { rate: throttling });
        await page.getByRole('textbox', { name: 'Body' }).click();
        await page.keyboard.press(key === 'PageDown' ? 'Control+Home' : 'Control+End');
        for (let press = 0; press < (key === 'ArrowUp' ? 60 : 3); press += 1) await page.keyboard.press(key);
        await page.keyboard.type('x');
        const place = () =>
          page.evaluate(() => {
            const caret = document.querySelector('.cm-cursor')?.getBoundingClientRect();
            const covered = [...document.querySelectorAll('[data-editor-bar], [data-editor-bar] > *')]
              .filter((element) => getComputedStyle(element).position === 'sticky' || innerWidth > 1_000)
              .map((element) => element.getBoundingClientRect());
            // On a phone the bar has a row at the bottom, too.
            const isAtTop = (box: DOMRect) => box.top < innerHeight / 2;
            const start = covered.filter(isAtTop).map((box) => box.bottom);
            const end = covered.filter((box) => !isAtTop(box)).map((box) => box.top);
            const { top = -1, bottom = -1 } = caret ?? {};
            return { isBelowBar: top >= Math.max(0, ...start), isInWindow: bottom <= Math.min(innerHeight, ...end) };
          });
        await pollSoon(place).toEqual({ isBelowBar: true, isInWindow: true });
        await page.keyboard.press('Backspace');
        await machine.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      },
    );
  });
}

declare global {
  interface Window {
    announced?: string[];
  }
}

/** Records the texts that appear in live regions from now on, and returns a function that lists them. */
async function announcements(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const announced: string[] = [];
    const isLive = (region: Element): boolean => {
      const live =
        region.getAttribute('aria-live') ?? (region.matches('[role=status], [role=alert]') ? 'polite' : null);
      return live !== null && live !== 'off';
    };
    const observer = new MutationObserver((changes) => {
      const regions = new Set<Element>();
      for (const { target, type, addedNodes } of changes) {
        if (type === 'childList' && addedNodes.length === 0) continue;
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest('[aria-live], [role=status], [role=alert]');
        if (region && isLive(region)) regions.add(region);
      }
      for (const region of regions) {
        const text = region.textContent.trim();
        if (text !== '') announced.push(text);
      }
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    window.announced = announced;
  });
  return () => page.evaluate(() => window.announced ?? []);
}

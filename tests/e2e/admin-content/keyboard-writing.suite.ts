import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { ContentOffice } from '../office/content-office.ts';
import { pollSoon, visit } from '../office/screen.ts';

/** A landing page, written and published without a pointer. */
export function keyboardWritingSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  let page: Page;

  beforeAll(async () => {
    office = opened();
    await office.addPage('prices', { title: 'Prices and plans', slug: 'prices', is_published: true });
    ({ page } = await office.signIn('editor', { isVisual: true }));
  });

  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const type = (text: string) => page.keyboard.type(text);
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: element } = document;
      const label = element?.getAttribute('aria-labelledby');
      return (
        element?.getAttribute('aria-label') ??
        (label && document.getElementById(label)?.textContent) ??
        element?.textContent
      );
    });
  const isInText = () =>
    page.evaluate(() => document.querySelector('.ProseMirror')?.contains(document.activeElement) ?? false);
  /** Presses Tab until the focused element has this name. */
  async function tabTo(name: string | RegExp, key = 'Tab'): Promise<void> {
    for (let step = 0; step < 60; step += 1) {
      if (new RegExp(name).test((await focused()) ?? '')) return;
      await press(key);
    }
    throw new Error(`Tab does not reach ${String(name)}; focus is on ${String(await focused())}`);
  }

  it('writes a landing page with blocks, a table and links, and publishes it', { tags: 'full' }, async () => {
    await visit(page, `${office.admin}/admin/pages/new`);
    await page.locator('.ProseMirror').waitFor();
    await pollSoon(() => page.evaluate(() => document.activeElement?.localName)).toBe('input');
    await type('Written by keyboard');
    await tabTo('^Body');
    expect(await isInText()).toBe(true);

    await press('Control+Alt+2');
    await type('Why us');
    await press('Enter', 'Control+b');
    await type('Fast');
    await press('Control+b');
    await type(' and calm.');
    await press('Enter');
    await type('- One');
    await press('Enter');
    await type('Two');
    await press('Tab');
    await type(' nested');
    await press('Enter', 'Enter', 'Enter');

    await type('/table');
    await press('Enter');
    await type('Plan');
    await press('Tab');
    await type('Price');
    await press('Tab');
    await type('Small');
    await press('Tab');
    await type('10');
    await press('Shift+Tab', 'Tab');
    // Escape, then Tab, leaves the table and the text; Shift+Tab returns.
    await press('Escape', 'Tab');
    expect(await isInText()).toBe(false);
    await press('Shift+Tab');
    expect(await isInText()).toBe(true);
    // Repeated, because ProseMirror sets the selection again shortly after it gets focus.
    await pollSoon(async () => {
      await press('Control+End');
      return page.evaluate(async () => {
        await new Promise((resolve) => setTimeout(resolve, 100));
        const element = document.getSelection()?.anchorNode?.parentElement;
        return element?.closest('table') ? 'table' : element?.closest('.ProseMirror') && 'text';
      });
    }).toBe('text');

    await type('/callout');
    await press('Enter');
    await type('Cancel at any time.');
    await press('Alt+Enter');
    await pollSoon(() => page.getByRole('dialog', { name: 'Callout' }).count()).toBe(1);
    await type('Good to know');
    await press('Enter');
    await pollSoon(() => page.getByRole('dialog', { name: 'Callout' }).count()).toBe(0);
    expect(await isInText()).toBe(true);
    await press('Enter', 'Enter');

    await type('See ');
    await press('Control+k');
    const link = page.getByRole('dialog', { name: 'Link' });
    await link.waitFor();
    await type('prices and');
    await link.getByRole('option', { name: /Prices and plans/ }).waitFor();
    await press('Enter');
    await type(' today.');

    // The toolbar is reached and left by keyboard, too.
    await press('Alt+F10', 'ArrowRight', 'Escape');
    expect(await isInText()).toBe(true);
    await press('Escape', 'Shift+Tab');
    await tabTo('^Publish$', 'Shift+Tab');
    await press('Enter');
    await page.waitForURL(`${office.admin}/admin/pages`);

    const [stored] = (await office.firestore.collection('pages').where('slug', '==', 'written-by-keyboard').get()).docs;
    expect(stored?.get('is_published')).toBe(true);
    expect(stored?.get('body')).toBe(
      [
        '## Why us',
        '**Fast** and calm.',
        '- One\n  - Two nested',
        '| Plan | Price |\n| --- | --- |\n| Small | 10 |\n|  |  |',
        ':::callout[Good to know]\nCancel at any time.\n:::',
        'See [Prices and plans](page:prices) today.',
      ].join('\n\n'),
    );
    const shown = async () => (await fetch(`${office.site}/page/written-by-keyboard`)).text();
    await pollSoon(shown).toContain('See <a href="/page/prices">Prices and plans</a> today.');
  });
}

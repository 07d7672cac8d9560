import type { Page } from 'playwright-core';

/** Words, and parts of email addresses, that a line break splits, outside code and hyphens; at most ten. */
export const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const broken: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node && broken.length < 10; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent?.checkVisibility({ visibilityProperty: true }) || parent.closest('code, pre, script, style'))
        continue;
      range.selectNodeContents(node);
      if (range.getClientRects().length < 2) continue;
      const text = node.textContent ?? '';
      for (const token of text.matchAll(/\S+/g)) {
        const isEmail = token[0].includes('@');
        // Other addresses and file names have no words.
        if (!isEmail && /[/\\_\d]|\.\w/.test(token[0])) continue;
        for (const word of token[0].matchAll(isEmail ? /[^@._+-]+/g : /[\p{L}\p{M}’']+/gu)) {
          const start = token.index + word.index;
          range.setStart(node, start);
          range.setEnd(node, start + word[0].length);
          const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top));
          const isHidden = range.getBoundingClientRect().width <= 1;
          if (!isHidden && new Set(tops).size > 1) broken.push(word[0]);
        }
      }
    }
    return broken;
  });

/** The number of pixels by which the page or a table is wider than its place, and the elements that cause it. */
export const overflow = (page: Page): Promise<{ pixels: number; causes: string[] }> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    // A table that is wider than its box is cut, unless the box scrolls.
    const cut = [...document.querySelectorAll('table')].map((table) => {
      const box = table.parentElement;
      if (!box || getComputedStyle(box).overflowX === 'auto') return 0;
      return Math.floor(table.getBoundingClientRect().width) - box.clientWidth;
    });
    const pixels = Math.max(scrollWidth - clientWidth, ...cut);
    if (pixels <= 0) return { pixels: 0, causes: [] };
    const causes = [...document.body.querySelectorAll('*')].filter(
      (element) => element.checkVisibility() && element.getBoundingClientRect().right > clientWidth + 1,
    );
    return { pixels, causes: causes.slice(0, 5).map((element) => element.outerHTML.slice(0, 120)) };
  });

/** Fields with text below 16 px, into which phones zoom. */
export const smallControls = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('input, select, textarea, [contenteditable=true]')]
      .filter((field) => !(field instanceof HTMLInputElement) || !/checkbox|radio|file|range|color/.test(field.type))
      .filter((field) => field.checkVisibility() && parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => field.outerHTML.slice(0, 120)),
  );

import type { Page } from 'playwright-core';
import { eventually } from '../tests/e2e/eventually.ts';
import { newDemo, startSite } from '../tests/e2e/site/site-under-test.ts';

const typed = ['m', 'ma', 'man', 'many-4', 'many-49', 'many-4', 'man', '', 'orbit', ''];
const atOnce = 100;

/**
 * Measures the processor time of the main thread per keystroke in the search of the gallery with 500 added demos
 * (`--demos N` for another number): script, style and layout, in milliseconds. Prints the median and the maximum.
 */
export async function run(args: string[]): Promise<void> {
  const demos = args.includes('--demos') ? Number(args[args.indexOf('--demos') + 1]) : 500;
  const site = await startSite();
  try {
    for (let start = 0; start < demos; start += atOnce) {
      const batch = site.firestore.batch();
      for (let index = start; index < Math.min(start + atOnce, demos); index += 1) {
        const slug = `many-${String(index)}`;
        const meta_description = `About ${slug}, in the words of its description`;
        batch.set(site.firestore.doc(`demo_pages/${slug}`), newDemo(slug, { meta_description }));
        batch.set(site.firestore.doc(`demo_embeds/${slug}`), { iframe_url: 'https://example.com/' });
      }
      await batch.commit();
    }
    const last = `Heading of many-${String(demos - 1)}`;
    await eventually(
      () => site.fetchText('/demos'),
      ({ body }) => body.includes(last),
    );
    const costs = await site.visit('/demos', async (page) => {
      await page.locator('#gallery-search:enabled').waitFor();
      return keystrokeCosts(page, typed);
    });
    const sorted = costs.toSorted((a, b) => a - b);
    console.table({
      [`${String(demos)} demos`]: { median: shown(sorted[sorted.length >> 1]), maximum: shown(sorted.at(-1)) },
    });
  } finally {
    await site.close();
  }
}

const shown = (milliseconds = NaN): number => Number(milliseconds.toFixed(1));

/** The processor time per keystroke, in milliseconds, so that other load matters little. */
async function keystrokeCosts(page: Page, texts: readonly string[]): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    const counted = ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'];
    return metrics.filter(({ name }) => counted.includes(name)).reduce((sum, { value }) => sum + value * 1_000, 0);
  };
  const costs: number[] = [];
  for (const text of texts) {
    const before = await worked();
    await page.evaluate(typeAndLayOut, text);
    costs.push((await worked()) - before);
  }
  return costs;
}

/** Types the search text and forces a layout. Runs in the page. */
function typeAndLayOut(text: string): void {
  const input = document.querySelector<HTMLInputElement>('#gallery-search');
  if (!input) throw new Error('The gallery has no search');
  // React ignores values that are set by the property of the element itself.
  Reflect.set(HTMLInputElement.prototype, 'value', text, input);
  input.dispatchEvent(new Event('input', { bubbles: true }));
  document.body.getBoundingClientRect();
}

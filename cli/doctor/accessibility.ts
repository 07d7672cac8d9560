import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { LiveFile } from '@frontage/pipeline';
import type { Failure } from '../runtime/failure.ts';

export interface AccessibilityCheck {
  /** The violations on a page, one text each. */
  messagesOf(route: string): Promise<string[]>;
  close(): Promise<void>;
}

const origin = 'http://site.invalid';

/**
 * Opens Chromium, and checks pages with axe-core as visitors see them: a browser computes colors and hidden elements,
 * which no emulation of it does. Fails without a browser. `get` returns a file of the site; no server runs.
 */
export async function openAccessibilityCheck(
  get: (path: string) => LiveFile | null,
): Promise<AccessibilityCheck | Failure> {
  const missing = {
    what: '--axe needs the development packages and Chromium',
    next: 'Run: npm ci && npx playwright-core install chromium',
  };
  const loaded = await Promise.all([import('playwright-core'), import('./browser.ts')]).catch(() => null);
  const executablePath = loaded?.[1].findChromium();
  if (!loaded || !executablePath) return missing;
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const browser = await loaded[0].chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const page = await (await browser.newContext({ bypassCSP: true, reducedMotion: 'reduce' })).newPage();
  await page.route('**/*', async (route) => {
    const url = new URL(route.request().url());
    const { pathname } = url;
    const file = url.origin === origin && (get(pathname) ?? get(pathname === '/' ? '/index.html' : `${pathname}.html`));
    if (!file) return route.abort();
    return route.fulfill({ contentType: file.contentType, body: Buffer.from(await file.read()) });
  });
  return {
    messagesOf: async (path) => {
      await page.goto(origin + path);
      await page.evaluate(axe);
      const { violations } = await page.evaluate<Result>('axe.run(document, { resultTypes: ["violations"] })');
      return violations.map(({ id, help, nodes }) => `${help} (${id}): ${nodes[0]?.target.join(' ') ?? ''}`);
    },
    close: () => browser.close(),
  };
}

interface Result {
  violations: { id: string; help: string; nodes: { target: string[] }[] }[];
}

import { chromium, type Browser } from 'playwright-core';
import { findChromium } from '../../cli/doctor/browser.ts';

/** Starts the browser for tests, with `more` arguments. It makes no background requests. */
export function openBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium() ?? '',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Test pages are open for seconds, so that optimizing compilers only cost time.
      '--js-flags=--no-opt,--no-maglev',
      ...more,
    ],
  });
}

import { chromium, type Browser } from 'playwright-core';
import { findChromium } from '../../cli/doctor/browser.ts';

/** Starts the browser that tests drive. It speaks to nobody but the pages it opens. */
export function openBrowser(): Promise<Browser> {
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
      // What a test opens lives for seconds: compilers that pay off later only cost.
      '--js-flags=--no-opt,--no-maglev',
    ],
  });
}

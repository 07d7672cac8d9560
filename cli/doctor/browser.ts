import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const candidates = [
  process.env['CHROME_PATH'],
  // The headless shell is the same engine and makes tests faster.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Path of the browser for tests; null if none is installed. */
export function findChromium(): string | null {
  const found = candidates.find((path) => path && existsSync(path));
  if (found) return found;
  const downloaded = chromium.executablePath();
  return existsSync(downloaded) ? downloaded : null;
}

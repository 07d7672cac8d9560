import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { findChromium } from '../../cli/doctor/browser.ts';

/** Finds or installs a browser before browser tests run. Throws with instructions if both fail. */
export function setup(): void {
  if (findChromium()) return;
  const attempts = [
    // The headless shell needs a fifth less processor time.
    () => installFromDebian('chromium-headless-shell'),
    () => installFromDebian('chromium'),
    downloadWithPlaywright,
  ];
  for (const install of attempts) {
    try {
      install();
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    }
    if (findChromium()) return;
  }
  throw new Error(
    'Browser tests need Chromium or Chrome. Install one (Debian: apt-get install chromium; elsewhere: npx playwright-core install chromium), or set CHROME_PATH to its executable.',
  );
}

function installFromDebian(name: string): void {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return;
  process.stderr.write(`No Chromium found; installing Debian’s ${name}.\n`);
  execFileSync('apt-get', ['update'], { stdio: 'ignore' });
  execFileSync('apt-get', ['install', '-y', '--no-install-recommends', name], { stdio: 'ignore' });
}

function downloadWithPlaywright(): void {
  process.stderr.write('No Chromium found; downloading one with Playwright.\n');
  const cli = createRequire(import.meta.url).resolve('playwright-core/cli.js');
  execFileSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit' });
}

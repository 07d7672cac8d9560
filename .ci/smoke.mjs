import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/*
 * Runs `npm start` in an empty folder, requests site and admin, and stops it. It runs with any Node
 * that package.json allows.
 */
const startTimeoutMs = 300_000;
const folder = mkdtempSync(join(tmpdir(), 'frontage-smoke-'));
const child = spawn('npm', ['start', '--', '--json', '--port', '4321', '--data', folder], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = new Promise((resolve) => child.once('exit', resolve));

async function addressesOfReady() {
  for await (const line of createInterface({ input: child.stdout })) {
    process.stdout.write(`${line}\n`);
    const event = line.startsWith('{') ? JSON.parse(line) : {};
    if (event.event === 'failed') throw new Error(event.what);
    if (event.event === 'ready') return event;
  }
  throw new Error('npm start ended before it was ready');
}

async function expectPage(address, text) {
  const response = await fetch(address);
  const body = await response.text();
  if (response.status !== 200 || !body.includes(text))
    throw new Error(`${address} answered ${response.status} without "${text}"`);
  process.stdout.write(`${address} is served\n`);
}

const timer = setTimeout(() => {
  process.stderr.write('npm start was not ready in time\n');
  process.exit(1);
}, startTimeoutMs);
try {
  const { site, admin } = await addressesOfReady();
  await expectPage(`${site}/`, '</html>');
  await expectPage(`${admin}/auth/login`, '</html>');
} finally {
  child.stdout.resume();
  child.kill('SIGTERM');
  await ended;
  clearTimeout(timer);
  rmSync(folder, { recursive: true, force: true });
}

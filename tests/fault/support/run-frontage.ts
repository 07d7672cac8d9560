import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

export interface Ran {
  code: number | null;
  /** The lines of standard output, parsed as JSON. */
  events: Record<string, unknown>[];
  /** Standard output and standard error. */
  said: string;
}

/** Runs a command with --json and waits for its exit. */
export function runFrontage(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  const child = spawn(process.execPath, ['cli/frontage.ts', ...args, '--json'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  return new Promise((resolve) => {
    child.once('close', (code) => {
      const events = out
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      resolve({ code, events, said: out + err });
    });
  });
}

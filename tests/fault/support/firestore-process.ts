import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A local Firestore in a separate process, which tests can kill. */
export interface FirestoreProcess {
  readonly port: number;
  readonly file: string;
  /** Resolves once it listens. */
  start(): Promise<void>;
  /** SIGKILL; resolves once the process is gone. */
  kill(): Promise<void>;
  isAlive(): boolean;
  pid(): number;
  /** The standard error so far. */
  complaints(): string;
}

const main = `
  const { startFirestore } = await import(process.argv[1]);
  const [file, port, project, rules] = process.argv.slice(2);
  const { compileRules } = await import(new URL('../rules-engine/ruleset.ts', 'file://' + process.argv[1]));
  const compiled = rules === '' ? null : compileRules(rules);
  await startFirestore({
    project, host: '127.0.0.1', port: Number(port), file, onChange() {},
    rules: () => (compiled !== null && compiled.ok ? compiled.ruleset : null),
  });
  console.log('ready');
`;

const server = fileURLToPath(new URL('../../../packages/firestore-server/server.ts', import.meta.url));

export async function firestoreProcess(options: {
  file: string;
  project: string;
  rules?: string;
}): Promise<FirestoreProcess> {
  const { file, project, rules = '' } = options;
  const port = await freePort();
  let child: ChildProcess | null = null;
  let errors = '';
  return {
    port,
    file,
    async start() {
      const started = spawn(
        process.execPath,
        ['--input-type=module', '-e', main, server, file, String(port), project, rules],
        {
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      );
      child = started;
      started.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
      await new Promise<void>((resolve, reject) => {
        createInterface({ input: started.stdout }).once('line', () => resolve());
        started.once('exit', (code) =>
          reject(new Error(`The server ended with ${code} before it was ready.\n${errors}`)),
        );
      });
    },
    async kill() {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    pid: () => child?.pid ?? -1,
    isAlive: () => child !== null && child.exitCode === null && child.signalCode === null,
    complaints: () => errors,
  };
}

/** A free port. It is chosen once, because the process keeps it across restarts. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { compileRules } from '@frontage/rules-engine/ruleset';
import type { Ruleset } from '@frontage/rules-engine/ruleset';
import { startFirestore } from './server.ts';

const help = `firestore-server: a Firestore for local work and tests

  npx -p @frontage/firestore-server firestore-server --port 8080 --rules firestore.rules --data firestore.sqlite

  --port N       the port for gRPC and REST; default 8080, 0 chooses a free one
  --host HOST    the address to listen on; default 127.0.0.1
  --project ID   the project; default demo-project
  --rules FILE   the security rules; without them, only administrators have access
  --indexes FILE firestore.indexes.json; without it, no query needs a composite index
  --data FILE    the SQLite file for documents; without it, documents are kept in memory

Prints FIRESTORE_EMULATOR_HOST=HOST:PORT when it is ready. Stop it with Ctrl+C. Exit code 2: it could not start.
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8080' },
      host: { type: 'string', default: '127.0.0.1' },
      project: { type: 'string', default: 'demo-project' },
      rules: { type: 'string' },
      indexes: { type: 'string' },
      data: { type: 'string', default: ':memory:' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return void process.stdout.write(help);
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`--port ${values.port} is not a port`);
  const { project, host, data: file, indexes } = values;
  const ruleset = values.rules === undefined ? null : readRules(values.rules);
  const server = await startFirestore({
    project,
    host,
    port,
    file,
    rules: () => ruleset,
    ...(indexes !== undefined && { indexes }),
    log: ({ level, message }) => process.stderr.write(`${level}: ${message}\n`),
  });
  process.stdout.write(`FIRESTORE_EMULATOR_HOST=${host}:${String(server.port)}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.stop());
}

/** Compiles a rules file. @throws Error with the position and message of each issue */
function readRules(file: string): Ruleset {
  const compiled = compileRules(readFileSync(file, 'utf8'), { counted: true });
  if (compiled.ok) return compiled.ruleset;
  throw new Error(
    compiled.issues.map(({ line, column, message }) => `${file}:${line}:${column} ${message}`).join('\n'),
  );
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});

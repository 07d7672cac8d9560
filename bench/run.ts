import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** `npm run bench -- NAME [args]` runs `bench/NAME.ts`; without a name, all benchmarks except the comparison `all`. */
const notBenchmarks = ['run.ts', 'all.ts'];

const available = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !notBenchmarks.includes(file))
  .map((file) => file.slice(0, -'.ts'.length));

const [name, ...args] = process.argv.slice(2);

if (name !== undefined && !existsSync(join(import.meta.dirname, `${name}.ts`))) {
  console.error(`There is no benchmark "${name}". There are: ${available.join(', ')}`);
  process.exitCode = 2;
} else {
  for (const benchmark of name === undefined ? available : [name]) {
    const { run } = (await import(`./${benchmark}.ts`)) as { run: (args: string[]) => Promise<void> };
    await run(args);
  }
}

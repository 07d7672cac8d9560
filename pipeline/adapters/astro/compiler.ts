import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { OperatorError } from '@frontage/model/operator-error';
import type { CompileOrder, CompileAnswer } from './compile.process.ts';

/** Runs Astro in a separate process, so that its memory is released and NODE_ENV of this process stays unchanged. */
export interface Compiler {
  /**
   * Compiles the site into `outDir`. Calls must not overlap. After the first one, a compilation takes half as long. A
   * process that has ended is replaced.
   * @throws OperatorError with Astro's error as its cause if the templates do not compile.
   */
  compile(outDir: string): Promise<void>;
  stop(): void;
}

// Astro requires a key, but encrypts nothing with it, because there are no server islands. The key is fixed so that two
// compilations are identical.
const compileKey = Buffer.alloc(32).toString('base64');

/** `root` is the folder of astro.config.mjs; `settings` are `PUBLIC_…` variables for templates and islands. */
export function openCompiler(root: string, settings: Record<string, string> = {}): Compiler {
  let running = startProcess(root, settings);
  let isStopped = false;

  /** The compiler's answer; null if the process has ended without one. */
  const request = async (outDir: string): Promise<CompileAnswer | null> => {
    if (isStopped) return null;
    if (!running.child.connected) running = startProcess(root, settings);
    return running.request({ outDir });
  };

  return {
    compile: async (outDir) => {
      // A process that has compiled before may have run out of memory, so the compilation is repeated once in a new
      // one.
      const answer = (await request(outDir)) ?? (await request(outDir));
      if (answer?.problem === null) return;
      const cause = new Error(answer?.problem ?? 'The compiler was stopped by a signal.');
      const next = 'Fix the named file, then run it again';
      throw new OperatorError("The site's templates do not compile", next, { cause });
    },
    stop: () => {
      isStopped = true;
      running.child.kill();
    },
  };
}

function startProcess(root: string, settings: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env;
  const child: ChildProcess = fork(new URL('./compile.process.ts', import.meta.url), {
    cwd: root,
    env: {
      ...settings,
      PATH,
      HOME,
      NODE_ENV: 'production',
      ASTRO_KEY: compileKey,
      ASTRO_TELEMETRY_DISABLED: '1',
      NO_COLOR: '1',
    },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const end = () => child.kill();
  process.once('exit', end);
  // A process that could not be started counts as ended.
  const ended = once(child, 'exit').then(
    () => void process.off('exit', end),
    () => void process.off('exit', end),
  );
  return {
    child,
    request: async (order: CompileOrder): Promise<CompileAnswer | null> => {
      output = '';
      const answered = once(child, 'message').then(([answer]) => answer as CompileAnswer);
      child.send(order, () => undefined);
      const answer = await Promise.race([answered, ended]);
      if (!answer) return null;
      return answer.problem === null ? answer : { problem: `${output}${answer.problem}`.trim() };
    },
  };
}

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { OperatorError } from '@frontage/model/operator-error';
import type { CompileOrder, CompileAnswer } from './compile.process.ts';

/** Astro in a separate process: its memory is released, and the host's NODE_ENV is unchanged. */
export interface Compiler {
  /**
   * One at a time; from the second on a compilation takes half as long. A process that ended is replaced.
   * @throws OperatorError with Astro's own words when the templates do not compile.
   */
  compile(outDir: string): Promise<void>;
  stop(): void;
}

// Nothing in the site is encrypted with it (there are no server islands); fixed so that two compilations are identical.
const compileKey = Buffer.alloc(32).toString('base64');

/** `root` is the folder of astro.config.mjs; `settings` are `PUBLIC_…` variables for templates and islands. */
export function openCompiler(root: string, settings: Record<string, string> = {}): Compiler {
  let running = startProcess(root, settings);
  let isStopped = false;

  /** Null when the process ended without an answer. */
  const ask = async (outDir: string): Promise<CompileAnswer | null> => {
    if (isStopped) return null;
    if (!running.child.connected) running = startProcess(root, settings);
    return running.ask({ outDir });
  };

  return {
    compile: async (outDir) => {
      // A process that has compiled before may have run out of memory: another one is asked before anything is said.
      const answer = (await ask(outDir)) ?? (await ask(outDir));
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
  // One that could not even be started has ended as well.
  const ended = once(child, 'exit').then(
    () => void process.off('exit', end),
    () => void process.off('exit', end),
  );
  return {
    child,
    ask: async (order: CompileOrder): Promise<CompileAnswer | null> => {
      output = '';
      const answered = once(child, 'message').then(([answer]) => answer as CompileAnswer);
      child.send(order, () => undefined);
      const answer = await Promise.race([answered, ended]);
      if (!answer) return null;
      return answer.problem === null ? answer : { problem: `${output}${answer.problem}`.trim() };
    },
  };
}

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A tab of Firefox. */
interface FirefoxTab {
  /** Evaluates an expression in each document of the tab, as if by a user's click. Documents that fail are omitted. */
  evaluate(expression: string): Promise<unknown[]>;
  close(): Promise<void>;
}

export interface RunningFirefox {
  open(address: string): Promise<FirefoxTab>;
  close(): Promise<void>;
}

const candidates = [
  process.env['FIREFOX_PATH'],
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/** Path of an installed Firefox; null if there is none. */
export const findFirefox = (): string | null => candidates.find((path) => path && existsSync(path)) ?? null;

// A false camera and a false microphone, which are granted without a question if the page may ask for them.
const preferences = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'dom.disable_open_during_load': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.update.disabledForTesting': true,
};

interface Tree {
  context: string;
  children: Tree[];
}

/**
 * Starts the installed Firefox. It is controlled by WebDriver BiDi directly, because Playwright needs its own build or
 * a newer Firefox than the one with extended support.
 */
export async function openFirefox(path: string): Promise<RunningFirefox> {
  const profile = mkdtempSync(join(tmpdir(), 'frontage-firefox-'));
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${String(value)});`);
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const program = spawn(path, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = new Promise<void>((resolve) => program.once('exit', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: program.stderr }).on('line', (line) => {
      const [, found] = /WebDriver BiDi listening on (\S+)/.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
    void exited.then(() => reject(new Error('Firefox ended before it was ready.')));
  });
  const { send, socket } = await connect(`${address}/session`);
  await send('session.new', { capabilities: {} });

  return {
    async open(url) {
      const { context } = (await send('browsingContext.create', { type: 'tab' })) as { context: string };
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
      const documents = async (): Promise<string[]> => {
        const { contexts } = (await send('browsingContext.getTree', { root: context })) as { contexts: Tree[] };
        const all = (tree: Tree): string[] => [tree.context, ...tree.children.flatMap(all)];
        return contexts.flatMap(all);
      };
      const evaluateIn = async (target: string, expression: string): Promise<unknown[]> => {
        const parameters = { expression, target: { context: target }, awaitPromise: true, userActivation: true };
        // A document may be replaced meanwhile.
        const answer = (await send('script.evaluate', parameters).catch(() => null)) as Evaluated | null;
        return answer?.result && 'value' in answer.result ? [answer.result.value] : [];
      };
      return {
        evaluate: async (expression) =>
          (await Promise.all((await documents()).map((target) => evaluateIn(target, expression)))).flat(),
        close: async () => void (await send('browsingContext.close', { context })),
      };
    },
    async close() {
      socket.close();
      program.kill();
      await exited;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

interface Evaluated {
  result?: { value?: unknown };
}

interface Answer {
  id?: number;
  result?: unknown;
  error?: string;
  message?: string;
}

async function connect(address: string) {
  const socket = new WebSocket(address);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true });
    socket.addEventListener('error', () => reject(new Error(`No connection to ${address}`)), { once: true });
  });
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error, message } = JSON.parse(String(data)) as Answer;
    const call = id === undefined ? undefined : waiting.get(id);
    if (!call || id === undefined) return;
    waiting.delete(id);
    if (error === undefined) call.resolve(result);
    else call.reject(new Error(`${error}: ${String(message)}`));
  });
  const send = (method: string, params: object): Promise<unknown> =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  return { send, socket };
}

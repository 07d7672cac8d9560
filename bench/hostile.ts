import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { hostileTexts } from '../tests/contract/texts/hostile-texts.ts';
import { textReaders } from '../tests/contract/texts/text-readers.ts';

/** A reader and the name of a bad text. */
type Job = [reader: string, text: string];

interface Measured {
  reader: string;
  text: string;
  /** Milliseconds of processor time for half of the text and for all of it; Infinity past the limit. */
  half: number;
  whole: number;
}

const screened = 20_000;
const slowest = 10;
const limit = 30_000;

/**
 * Measures the processor time of every reader of a text with bad texts of 100,000 and 200,000 characters: those that
 * were slowest among all bad texts of 20,000 characters. `--readers A,B` measures some readers, `--length N` other texts.
 */
export async function run(args: string[]): Promise<void> {
  const option = (name: string): string | undefined => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const readers = option('--readers')?.split(',') ?? Object.keys(textReaders);
  const length = Number(option('--length') ?? 200_000);
  const names = [...hostileTexts(screened).keys()];
  const found: Measured[] = [];
  for (const reader of readers) {
    const jobs = names.map((name): Job => [reader, name]);
    const worst = worstOf(await measure(jobs, screened));
    found.push(
      ...(await measure(
        worst.map(({ text }): Job => [reader, text]),
        length,
      )),
    );
  }
  console.table(
    readers.flatMap((reader) => {
      const own = found.filter((one) => one.reader === reader).sort((one, other) => other.whole - one.whole);
      return own.slice(0, 3).map(({ text, half, whole }) => ({
        reader,
        text,
        [`ms of ${length / 2}`]: Math.round(half),
        [`ms of ${length}`]: Math.round(whole),
        ratio: Math.round((10 * whole) / half) / 10,
      }));
    }),
  );
  const slow = found.filter(({ whole }) => whole > 1_000).length;
  console.log(`${slow} of ${found.length} measurements took more than a second.`);
}

/** The slowest texts, and those whose time grows fastest. */
function worstOf(found: readonly Measured[]): Measured[] {
  const by = (value: (one: Measured) => number) =>
    found.toSorted((one, other) => value(other) - value(one)).slice(0, slowest);
  // Below a few milliseconds a ratio is chance.
  return [...new Set([...by(({ whole }) => whole), ...by(({ half, whole }) => (whole < 5 ? 0 : whole / half))])];
}

/** Measures in a thread, which is replaced when a job exceeds the limit. */
async function measure(jobs: readonly Job[], length: number): Promise<Measured[]> {
  const found: Measured[] = [];
  let thread: Worker | null = null;
  for (const [reader, text] of jobs) {
    thread ??= new Worker(new URL(import.meta.url));
    const answer = await answerOf(thread, { reader, text, length });
    if (answer === null) {
      await thread.terminate();
      thread = null;
    }
    found.push({ reader, text, ...(answer ?? { half: limit, whole: Infinity }) });
  }
  await thread?.terminate();
  return found;
}

interface Question {
  reader: string;
  text: string;
  length: number;
}

function answerOf(thread: Worker, question: Question): Promise<Pick<Measured, 'half' | 'whole'> | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(null), limit);
    thread.once('error', reject);
    thread.once('message', (answer: Pick<Measured, 'half' | 'whole'>) => {
      clearTimeout(timer);
      thread.off('error', reject);
      resolve(answer);
    });
    thread.postMessage(question);
  });
}

if (!isMainThread) {
  const texts = new Map<number, Map<string, string>>();
  const textOf = (name: string, length: number): string => {
    const known = texts.get(length) ?? hostileTexts(length);
    texts.set(length, known);
    return known.get(name) ?? '';
  };
  const timeOf = (reader: string, text: string): number => {
    const start = process.threadCpuUsage();
    textReaders[reader]?.(text);
    const { user, system } = process.threadCpuUsage(start);
    return (user + system) / 1_000;
  };
  parentPort?.on('message', ({ reader, text, length }: Question) => {
    const half = timeOf(reader, textOf(text, length / 2));
    parentPort?.postMessage({ half, whole: timeOf(reader, textOf(text, length)) });
  });
}

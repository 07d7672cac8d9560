import { describe } from '@frontage/firestore-server/log';

interface Timed {
  timeoutMs: number;
  run(): unknown;
}

/** Runs a function once. Returns null if it succeeded in time, otherwise the text of the error. */
export async function withTimeout({ run, timeoutMs }: Timed): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no result within ${timeoutMs} ms`)), timeoutMs);
    timer.unref();
  });
  try {
    await Promise.race([Promise.resolve().then(run), late]);
    return null;
  } catch (error) {
    return describe(error);
  } finally {
    clearTimeout(timer);
  }
}

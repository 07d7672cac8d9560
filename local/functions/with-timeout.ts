import { describe } from '@frontage/firestore-server/log';

interface Timed {
  timeoutMs: number;
  run(): unknown;
}

/** Runs a function once: null when it succeeded in time, else what went wrong. */
export async function withTimeout({ run, timeoutMs }: Timed): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
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

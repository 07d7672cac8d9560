import { setTimeout as after } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { codesIn, mostMs } from './send-by-smtp.ts';

/**
 * Signs in at a mail server and sends nothing, within `patience` ms. The code of what went wrong, without a server's words,
 * which may hold a name; null where it took name and password.
 */
export async function tryServer(url: string, patience = mostMs): Promise<string | null> {
  const transport = createTransport(url);
  const end = new AbortController();
  try {
    return await Promise.race([
      transport.verify().then(() => null, codesIn),
      after(patience, 'ETIMEDOUT', { signal: end.signal, ref: false }),
    ]);
  } finally {
    end.abort();
    transport.close();
  }
}

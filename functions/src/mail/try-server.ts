import { setTimeout as after } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { codesIn, mailTimeout } from './send-by-smtp.ts';

/**
 * Signs in at a mail server and sends nothing, within `patience` ms. Returns the error code without the server's text,
 * which may contain a name; null if it accepted name and password.
 */
export async function tryServer(url: string, patience = mailTimeout): Promise<string | null> {
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

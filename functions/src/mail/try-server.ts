import { setTimeout as after } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { codesIn, mailTimeout } from './send-by-smtp.ts';

/**
 * Signs in at a mail server within `timeoutMs`, without sending an email. Returns the error code without the server's
 * text, which may contain a name; null if the server accepted name and password.
 */
export async function tryServer(url: string, timeoutMs = mailTimeout): Promise<string | null> {
  const transport = createTransport(url);
  const end = new AbortController();
  try {
    return await Promise.race([
      transport.verify().then(() => null, codesIn),
      after(timeoutMs, 'ETIMEDOUT', { signal: end.signal, ref: false }),
    ]);
  } finally {
    end.abort();
    transport.close();
  }
}

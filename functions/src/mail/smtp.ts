import { setTimeout as after } from 'node:timers/promises';
import type { Letter } from './letters.ts';
import { createTransport } from 'nodemailer';

/** A mail server and a sender. */
export interface MailTransport {
  /** `smtp://name:password@host:587` or `smtps://…`. */
  url: string;
  from: string;
}

export interface OutgoingMail {
  /** One address. */
  to: string;
  letter: Letter;
  /** Equal for every attempt, so that mailboxes show a duplicate once. */
  id: string;
}

export interface SendFailure {
  /** Whether the server refused this email permanently. */
  isFinal: boolean;
  /** Error codes. A server's text may contain the address and is not included. */
  reason: string;
}

// Milliseconds, well below a call's timeout: the creator of an invite is informed that it was not sent and still gets
// its link.
const mailTimeout = 15_000;

/** Sends an email within `timeoutMs`. Null if the server accepted it. */
export async function sendBySmtp(
  { url, from }: MailTransport,
  { to, letter, id }: OutgoingMail,
  timeoutMs = mailTimeout,
): Promise<SendFailure | null> {
  const transport = createTransport(url, { disableFileAccess: true, disableUrlAccess: true });
  try {
    await transport.sendMail({
      // A limit per step would not bound the whole exchange.
      signal: AbortSignal.timeout(timeoutMs),
      from,
      // An object, because a comma in a text would start another recipient.
      to: { name: '', address: to },
      subject: letter.subject,
      text: letter.text,
      messageId: `<${id}@frontage>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    return null;
  } catch (error) {
    return toNotSent(error as Codes);
  } finally {
    transport.close();
  }
}

function toNotSent({ code, responseCode }: Codes): SendFailure {
  return {
    // A wrong password or a server that refuses everyone can be fixed, so the email is retried.
    isFinal: Number(responseCode) >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE'),
    reason: codesIn({ code, responseCode }),
  };
}

interface Codes {
  code?: unknown;
  responseCode?: unknown;
}

/** Error codes without the server's text. */
const codesIn = ({ code, responseCode }: Codes): string =>
  [code, responseCode].filter((part) => part !== undefined).join(' ') || 'unknown';

/** The error of a mail server's address, without its password; null if it is valid. */
export function mailServerProblem(address: string): string | null {
  if (address !== address.trim()) return 'starts or ends with white space';
  const url = URL.parse(address);
  const isServer = url !== null && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== '';
  return isServer ? null : 'is not the address of a mail server: smtp://… or smtps://…';
}

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

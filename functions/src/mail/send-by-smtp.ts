import type { Letter } from '@frontage/model/mail/letter';
import { createTransport } from 'nodemailer';
import type { Post } from './post.ts';

export interface Addressed {
  /** One address. */
  to: string;
  letter: Letter;
  /** The same for every try: mailboxes show what has its Message-ID once. */
  id: string;
}

export interface NotSent {
  /** Whether the server has said that it will never take this e-mail. */
  isFinal: boolean;
  /** The codes of what went wrong. A server's words may hold the address, and are not told. */
  reason: string;
}

// Well below what a call may take: whoever makes an invite is told that it was not sent, and has its link.
export const mostMs = 15_000;

/** Sends an e-mail, within `patience` ms however a server goes on. Null where the server took it. */
export async function sendBySmtp(
  { url, from }: Post,
  { to, letter, id }: Addressed,
  patience = mostMs,
): Promise<NotSent | null> {
  const transport = createTransport(url, { disableFileAccess: true, disableUrlAccess: true });
  try {
    await transport.sendMail({
      // A time for each step would be none for a server that takes its time with every one.
      signal: AbortSignal.timeout(patience),
      from,
      // An object: in a text, a comma would begin another recipient.
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

function toNotSent({ code, responseCode }: Codes): NotSent {
  return {
    // A wrong password, or a server that refuses everybody, is put right, and the e-mail is sent then.
    isFinal: Number(responseCode) >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE'),
    reason: codesIn({ code, responseCode }),
  };
}

interface Codes {
  code?: unknown;
  responseCode?: unknown;
}

/** The codes of what went wrong, without a server's words. */
export const codesIn = ({ code, responseCode }: Codes): string =>
  [code, responseCode].filter((part) => part !== undefined).join(' ') || 'unknown';

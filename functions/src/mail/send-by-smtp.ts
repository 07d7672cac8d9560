import type { Letter } from '@frontage/model/mail/letter';
import { createTransport } from 'nodemailer';

export interface Post {
  /** As `smtp://name:password@host:587` or `smtps://…`. */
  url: string;
  from: string;
}

export interface Addressed {
  /** One address. */
  to: string;
  letter: Letter;
  /** The same for every try: mailboxes show what has its Message-ID once. */
  id: string;
}

const patience = 15_000;

/** Sends an e-mail. Throws what nodemailer says where the server did not take it. */
export async function sendBySmtp({ url, from }: Post, { to, letter, id }: Addressed): Promise<void> {
  const options = {
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  const transport = createTransport(url, options);
  try {
    await transport.sendMail({
      from,
      // An object: in a text, a comma would begin another recipient.
      to: { name: '', address: to },
      subject: letter.subject,
      text: letter.text,
      messageId: `<${id}@frontage>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  } finally {
    transport.close();
  }
}

/** Whether a mail server has said that it will never take this e-mail. */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error)) return false;
  const { responseCode, code } = error as { responseCode: unknown; code?: unknown };
  // A wrong password, or a server that refuses everybody, is put right, and the e-mail is sent then.
  return Number(responseCode) >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
}

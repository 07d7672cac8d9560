import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface Received {
  from: string;
  to: string[];
  /** The message as received, with quoted-printable decoded. */
  raw: string;
}

/** An SMTP server that accepts messages, except as many recipients as `refusals` has entries. */
export interface MailServer {
  url: string;
  received: Received[];
  /** SMTP response codes for the next recipients. */
  refusals: number[];
  stop(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const received: Received[] = [];
  const refusals: number[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'site' && password === 'pass:word' ? done(null, { user: 'site' }) : done(new Error('no')),
    onRcptTo({ address }, _session, done) {
      const responseCode = refusals.shift();
      done(responseCode === undefined ? null : Object.assign(new Error(`${address} gets nothing`), { responseCode }));
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = decodeQuotedPrintable(Buffer.concat(chunks).toString());
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://site:pass%3Aword@127.0.0.1:${port}`,
    received,
    refusals,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

const decodeQuotedPrintable = (text: string): string =>
  text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)));

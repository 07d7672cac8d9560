import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { sendBySmtp, type NotSent } from './send-by-smtp.ts';

const letter = { subject: 'Prices', text: 'Look:\n\nhttps://admin.test/', link: 'https://admin.test/' };

/** A server's replies to the greeting and to each line. */
type Manners = (line: string | null, say: (text: string) => void, socket: Socket) => void;

const polite: Record<string, string> = {
  EHLO: '250-here\r\n250 AUTH PLAIN',
  AUTH: '235 welcome',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
};

/** The usual replies, with overrides. */
const but =
  (odd: Record<string, string | null>): Manners =>
  (line, say) => {
    const word = line === null ? 'HELLO' : (line.split(' ')[0] ?? '');
    const answer = { HELLO: '220 here', ...polite, ...odd }[word];
    if (answer) say(answer);
  };

/** The result of an email to a server with these replies. */
async function sentTo(manners: Manners, patience: number): Promise<NotSent | null> {
  const timers: NodeJS.Timeout[] = [];
  const server = createServer((socket) => {
    const say = (text: string): void => void (socket.destroyed || socket.write(`${text}\r\n`));
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      for (const line of String(bytes).split('\r\n').slice(0, -1)) manners(line, say, socket);
    });
    manners(null, say, socket);
    timers.push(setInterval(() => manners('', say, socket), 5));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const post = { url: `smtp://site:pass%3Aword@127.0.0.1:${port}`, from: 'site@example.com' };
  const outcome = await sendBySmtp(post, { to: 'new@example.com', letter, id: 'x' }, patience);
  timers.forEach(clearInterval);
  server.close();
  return outcome;
}

const later = (reason: string): NotSent => ({ isFinal: false, reason });
const never = (reason: string): NotSent => ({ isFinal: true, reason });

it.each<[string, Manners, NotSent | null]>([
  ['takes it', but({ '.': '250 taken' }), null],
  ['never greets', () => undefined, later('EABORT')],
  ['sends an endless greeting, a word at a time', (_line, say) => say('220-a moment'), later('EABORT')],
  ['replies endlessly to one step', (line, say) => say(line === null ? '220 here' : '250-a moment'), later('EABORT')],
  ['accepts the email and never confirms', but({}), later('EABORT')],
  ['replies with too much data', (_line, _say, socket) => void socket.write('x'.repeat(1e5)), later('EPROTOCOL')],
  ['hangs up', (_line, _say, socket) => void socket.destroy(), later('ECONNECTION')],
  ['is another service', (_line, say) => say('HTTP/1.1 400 Bad Request'), later('EPROTOCOL')],
  ['accepts no clients', but({ HELLO: '554 not today' }), later('EPROTOCOL 554')],
  ['refuses the password', but({ AUTH: '535 unknown' }), later('EAUTH 535')],
  ['asks to retry later', but({ RCPT: '451 later' }), later('EENVELOPE 451')],
  ['refuses the sender', but({ MAIL: '550 not you' }), never('EENVELOPE 550')],
  ['does not know the address', but({ RCPT: '550 5.1.1 <new@example.com>' }), never('EENVELOPE 550')],
  ['classifies it as spam', but({ '.': '554 new@example.com gets no such thing' }), never('EMESSAGE 554')],
])('a server that %s', async (_what, manners, expected) => {
  // A busy machine must not count as a server that never answers.
  const patience = expected?.reason === 'EABORT' ? 300 : 60_000;
  expect(await sentTo(manners, patience)).toEqual(expected);
});

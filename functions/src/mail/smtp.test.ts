import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { sendBySmtp, type SendFailure } from './smtp.ts';

const letter = { subject: 'Prices', text: 'Look:\n\nhttps://admin.test/', link: 'https://admin.test/' };

/**
 * Sends the replies of a server: to the connection (`line` is null), to each line, and every 5 ms (`line` is empty).
 */
type ServerScript = (line: string | null, say: (text: string) => void, socket: Socket) => void;

const defaultReplies: Record<string, string> = {
  EHLO: '250-here\r\n250 AUTH PLAIN',
  AUTH: '235 welcome',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
};

/** A script with the default replies and the given overrides. */
const replying =
  (overrides: Record<string, string | null>): ServerScript =>
  (line, say) => {
    const word = line === null ? 'HELLO' : (line.split(' ')[0] ?? '');
    const answer = { HELLO: '220 here', ...defaultReplies, ...overrides }[word];
    if (answer) say(answer);
  };

/** The result of sending an email to a server with this script. */
async function sentTo(script: ServerScript, timeoutMs: number): Promise<SendFailure | null> {
  const timers: NodeJS.Timeout[] = [];
  const server = createServer((socket) => {
    const say = (text: string): void => void (socket.destroyed || socket.write(`${text}\r\n`));
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      for (const line of String(bytes).split('\r\n').slice(0, -1)) script(line, say, socket);
    });
    script(null, say, socket);
    timers.push(setInterval(() => script('', say, socket), 5));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const post = { url: `smtp://site:pass%3Aword@127.0.0.1:${port}`, from: 'site@example.com' };
  const outcome = await sendBySmtp(post, { to: 'new@example.com', letter, id: 'x' }, timeoutMs);
  timers.forEach(clearInterval);
  server.close();
  return outcome;
}

const retryable = (reason: string): SendFailure => ({ isFinal: false, reason });
const permanent = (reason: string): SendFailure => ({ isFinal: true, reason });

it.each<[string, ServerScript, SendFailure | null]>([
  ['accepts the email', replying({ '.': '250 taken' }), null],
  ['never greets', () => undefined, retryable('EABORT')],
  ['sends an endless greeting, a word at a time', (_line, say) => say('220-a moment'), retryable('EABORT')],
  [
    'replies endlessly to one step',
    (line, say) => say(line === null ? '220 here' : '250-a moment'),
    retryable('EABORT'),
  ],
  ['accepts the email and never confirms', replying({}), retryable('EABORT')],
  ['replies with too much data', (_line, _say, socket) => void socket.write('x'.repeat(1e5)), retryable('EPROTOCOL')],
  ['closes the connection', (_line, _say, socket) => void socket.destroy(), retryable('ECONNECTION')],
  ['speaks another protocol', (_line, say) => say('HTTP/1.1 400 Bad Request'), retryable('EPROTOCOL')],
  ['accepts no clients', replying({ HELLO: '554 not today' }), retryable('EPROTOCOL 554')],
  ['refuses the password', replying({ AUTH: '535 unknown' }), retryable('EAUTH 535')],
  ['asks to retry later', replying({ RCPT: '451 later' }), retryable('EENVELOPE 451')],
  ['refuses the sender', replying({ MAIL: '550 not you' }), permanent('EENVELOPE 550')],
  ['does not know the address', replying({ RCPT: '550 5.1.1 <new@example.com>' }), permanent('EENVELOPE 550')],
  ['classifies it as spam', replying({ '.': '554 new@example.com gets no such thing' }), permanent('EMESSAGE 554')],
])('reports the result of a server that %s', async (_case, script, expected) => {
  // A busy machine must not count as a server that never answers.
  const timeoutMs = expected?.reason === 'EABORT' ? 300 : 60_000;
  expect(await sentTo(script, timeoutMs)).toEqual(expected);
});

import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { tryServer } from './smtp.ts';

/** The result of signing in at a server with this greeting and these replies. */
async function triedAt(answers: Record<string, string>, timeoutMs?: number): Promise<string | null> {
  const said: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    const say = (text: string | undefined): void => void (text && socket.write(`${text}\r\n`));
    say(answers['HELLO']);
    socket.on('data', (bytes) => {
      const [word = ''] = String(bytes).trim().split(' ');
      said.push(word);
      say(answers[word]);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const outcome = await tryServer(
    `smtp://site:pass%3Aword@127.0.0.1:${(server.address() as AddressInfo).port}`,
    timeoutMs,
  );
  server.close();
  expect(said).not.toContain('MAIL');
  return outcome;
}

const defaultReplies = { HELLO: '220 here', EHLO: '250-here\r\n250 AUTH PLAIN', AUTH: '235 welcome', QUIT: '221 bye' };

it.each([
  ['accepts name and password', defaultReplies, null],
  ['refuses name and password', { ...defaultReplies, AUTH: '535 unknown' }, 'EAUTH 535'],
  ['accepts no clients', { ...defaultReplies, HELLO: '554 not today' }, 'EPROTOCOL 554'],
])('reports the result of a mail server that %s', async (_case, answers, expected) => {
  expect(await triedAt(answers)).toBe(expected);
});

it('times out if the mail server sends no greeting', async () => {
  expect(await triedAt({}, 100)).toBe('ETIMEDOUT');
});

it('returns ESOCKET if no server listens on the port', async () => {
  expect(await tryServer('smtp://site:word@127.0.0.1:9')).toBe('ESOCKET');
});

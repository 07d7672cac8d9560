import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { tryServer } from './try-server.ts';

/** The result of signing in at a server with this greeting and these replies. */
async function triedAt(answers: Record<string, string>, patience?: number): Promise<string | null> {
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
    patience,
  );
  server.close();
  expect(said).not.toContain('MAIL');
  return outcome;
}

const polite = { HELLO: '220 here', EHLO: '250-here\r\n250 AUTH PLAIN', AUTH: '235 welcome', QUIT: '221 bye' };

it.each([
  ['accepts name and password', polite, null],
  ['refuses them', { ...polite, AUTH: '535 unknown' }, 'EAUTH 535'],
  ['accepts no clients', { ...polite, HELLO: '554 not today' }, 'EPROTOCOL 554'],
])('a mail server that %s', async (_what, answers, expected) => {
  expect(await triedAt(answers)).toBe(expected);
});

it('a mail server that says nothing is not waited for', async () => {
  expect(await triedAt({}, 100)).toBe('ETIMEDOUT');
});

it('where nothing listens', async () => {
  expect(await tryServer('smtp://site:word@127.0.0.1:9')).toBe('ESOCKET');
});

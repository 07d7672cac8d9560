import { expect, it } from 'vitest';
import { composeMail } from './compose-mail.ts';

const link = (mode: string) => `http://127.0.0.1:4326/emulator/action?mode=${mode}&lang=en&oobCode=abc&apiKey=fake`;
const page = (mode: string) => `http://admin.test/auth/action?mode=${mode}&lang=en&oobCode=abc&apiKey=fake`;

it.each([
  ['PASSWORD_RESET', 'resetPassword', undefined, 'ada@example.com'],
  ['VERIFY_EMAIL', 'verifyEmail', undefined, 'ada@example.com'],
  ['VERIFY_AND_CHANGE_EMAIL', 'verifyAndChangeEmail', 'new@example.com', 'new@example.com'],
  ['RECOVER_EMAIL', 'recoverEmail', undefined, 'ada@example.com'],
] as const)('composes an email for %s that links to the admin', (...[requestType, mode, newEmail, to]) => {
  const mail = { requestType, email: 'ada@example.com', oobLink: link(mode), ...(newEmail && { newEmail }) };
  expect(composeMail(mail, 'http://admin.test')).toEqual({
    to,
    subject: expect.any(String) as string,
    link: page(mode),
  });
});

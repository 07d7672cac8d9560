import { expect, it } from 'vitest';
import { mailServerProblem } from './mail-server.ts';

const none = 'is not the address of a mail server: smtp://… or smtps://…';
const blank = 'starts or ends with white space';

it.each([
  ['smtps://site:pass%3Aword@smtp.example.com', null],
  ['smtp://127.0.0.1:25', null],
  ['smtp://site:50%off@smtp.example.com', null],
  ['https://site:secret@smtp.example.com', none],
  ['site:secret@smtp.example.com:587', none],
  ['smtp.example.com', none],
  ['smtp://', none],
  ['smtp://site:secret@smtp.example.com:99999', none],
  ['smtps://site:secret@smtp.example.com\n', blank],
])('%j %s', (address, expected) => {
  expect(mailServerProblem(address)).toBe(expected);
});

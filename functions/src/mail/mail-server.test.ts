import { expect, it } from 'vitest';
import { mailServerProblem } from './smtp.ts';

const notAnAddress = 'is not the address of a mail server: smtp://… or smtps://…';
const blank = 'starts or ends with white space';

it.each([
  ['smtps://site:pass%3Aword@smtp.example.com', null],
  ['smtp://127.0.0.1:25', null],
  ['smtp://site:50%off@smtp.example.com', null],
  ['https://site:secret@smtp.example.com', notAnAddress],
  ['site:secret@smtp.example.com:587', notAnAddress],
  ['smtp.example.com', notAnAddress],
  ['smtp://', notAnAddress],
  ['smtp://site:secret@smtp.example.com:99999', notAnAddress],
  ['smtps://site:secret@smtp.example.com\n', blank],
])('mailServerProblem(%j) is %s', (address, expected) => {
  expect(mailServerProblem(address)).toBe(expected);
});

import { expect, it } from 'vitest';
import { isHintAddress, isOrigin } from './requirements.ts';

it.each([
  ['https://www.example.com', true],
  ['https://www.example.com:8443', true],
  ['http://127.0.0.1:4321', true],
  ['https://www.example.com/', false],
  ['http://www.example.com', false],
  ['www.example.com', false],
  ['https://WWW.example.com', false],
  ['', false],
])('isOrigin(%j) returns %s', (text, expected) => {
  expect(isOrigin(text)).toBe(expected);
});

it.each([
  ['https://frontage.example/hooks/publish', true],
  ['https://example.com/below/hooks/publish', true],
  ['http://127.0.0.1:9/hooks/publish', true],
  ['https://frontage.example', false],
  ['https://frontage.example/hooks/publish/', false],
  ['http://frontage.example/hooks/publish', false],
  ['/hooks/publish', false],
])('isHintAddress(%j) returns %s', (text, expected) => {
  expect(isHintAddress(text)).toBe(expected);
});

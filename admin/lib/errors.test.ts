import { FirebaseError } from 'firebase/app';
import { describe, expect, it } from 'vitest';
import { isUnauthenticated, isUnreachable, plainFailure } from './errors.ts';

const coded = (code: string, message = `Firebase: Error (${code}).`) => new FirebaseError(code, message);

describe('plainFailure', () => {
  it.each([
    [coded('permission-denied'), 'You do not have permission to do this. Ask an administrator.'],
    [coded('auth/wrong-password'), 'Wrong email or password'],
    [coded('auth/user-not-found'), 'Wrong email or password'],
    [coded('auth/invalid-credential'), 'Wrong email or password'],
    [coded('unavailable'), 'The server could not be reached. Check your connection and try again.'],
    [new TypeError('Failed to fetch'), 'The server could not be reached. Check your connection and try again.'],
    [coded('functions/internal', 'internal'), 'Something went wrong on the server. Try again.'],
    [
      coded('functions/failed-precondition', 'At least one administrator must remain [400]'),
      'At least one administrator must remain',
    ],
    [coded('unauthenticated'), 'Your session has expired. Sign in again to continue.'],
    [coded('auth/unheard-of'), 'Something went wrong. Try again.'],
    [new Error('Not authenticated'), 'Not authenticated'],
    ['a string', 'Something went wrong. Try again.'],
    [undefined, 'Something went wrong. Try again.'],
  ])('describes %s', (error, words) => {
    expect(plainFailure(error)).toBe(words);
  });
});

describe('isUnauthenticated', () => {
  it.each([
    [coded('unauthenticated'), true],
    [coded('functions/unauthenticated'), true],
    [coded('auth/user-token-expired'), true],
    [coded('permission-denied'), false],
    [new Error('unauthenticated'), false],
  ])('of %s is %s', (error, expected) => {
    expect(isUnauthenticated(error)).toBe(expected);
  });
});

describe('isUnreachable', () => {
  it.each([
    [coded('unavailable'), true],
    [coded('auth/network-request-failed'), true],
    [coded('not-found'), false],
  ])('of %s is %s', (error, expected) => {
    expect(isUnreachable(error)).toBe(expected);
  });
});

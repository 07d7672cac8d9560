import { expect, it } from 'vitest';
import { countSecondFactorAttempts } from './totp-operations.ts';

function openAttempts() {
  const clock = { now: 0 };
  const attempts = countSecondFactorAttempts(() => clock.now);
  const take = (count: number, challenge: string, account = 'ada') =>
    Array.from({ length: count }, () => attempts.take(challenge, account)).filter((taken) => taken === 'allowed')
      .length;
  return { clock, attempts, take };
}

it('allows five attempts per challenge and ten per account in a quarter of an hour', () => {
  const { clock, attempts, take } = openAttempts();
  expect(take(7, attempts.open())).toBe(5);
  expect(take(7, attempts.open())).toBe(5);
  const challenge = attempts.open();
  expect(attempts.take(challenge, 'ada')).toBe('too many');
  expect(attempts.take(attempts.open(), 'bob')).toBe('allowed');
  clock.now = 15 * 60_000;
  expect(take(1, attempts.open())).toBe(1);
});

it.each([['made up'], [undefined], [7]])('refuses the unknown challenge %s', (challenge) => {
  expect(openAttempts().attempts.take(challenge, 'ada')).toBe('unknown challenge');
});

it('ends a challenge with the right code, which is not counted, or after ten minutes', () => {
  const { clock, attempts, take } = openAttempts();
  for (let time = 0; time < 20; time += 1) {
    const challenge = attempts.open();
    expect(take(1, challenge)).toBe(1);
    attempts.close(challenge, 'ada');
    expect(attempts.take(challenge, 'ada')).toBe('unknown challenge');
  }
  const late = attempts.open();
  clock.now = 10 * 60_000;
  expect(attempts.take(late, 'ada')).toBe('unknown challenge');
});

import { expect, it } from 'vitest';
import { countSecondFactorTries } from './second-factor-tries.ts';

function opened() {
  const clock = { now: 0 };
  const tries = countSecondFactorTries(() => clock.now);
  const take = (count: number, challenge: string, account = 'ada') =>
    Array.from({ length: count }, () => tries.take(challenge, account)).filter((taken) => taken === 'allowed').length;
  return { clock, tries, take };
}

it('allows five tries for a challenge and ten for an account in a quarter hour', () => {
  const { clock, tries, take } = opened();
  expect(take(7, tries.open())).toBe(5);
  expect(take(7, tries.open())).toBe(5);
  const challenge = tries.open();
  expect(tries.take(challenge, 'ada')).toBe('too many');
  expect(tries.take(tries.open(), 'bob')).toBe('allowed');
  clock.now = 15 * 60_000;
  expect(take(1, tries.open())).toBe(1);
});

it.each([['made up'], [undefined], [7]])('knows no challenge %s', (challenge) => {
  expect(opened().tries.take(challenge, 'ada')).toBe('unknown challenge');
});

it('ends a challenge with the right code, which costs the account nothing, or after ten minutes', () => {
  const { clock, tries, take } = opened();
  for (let time = 0; time < 20; time += 1) {
    const challenge = tries.open();
    expect(take(1, challenge)).toBe(1);
    tries.close(challenge, 'ada');
    expect(tries.take(challenge, 'ada')).toBe('unknown challenge');
  }
  const late = tries.open();
  clock.now = 10 * 60_000;
  expect(tries.take(late, 'ada')).toBe('unknown challenge');
});

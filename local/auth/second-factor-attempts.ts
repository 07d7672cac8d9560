import { randomUUID } from 'node:crypto';

/**
 * Limits attempts at second factors: codes have six digits, so a caller that knows a password must not try many codes.
 */
export interface SecondFactorAttempts {
  /** Creates a challenge after a first factor was passed. */
  open(): string;
  /** Whether a code may be tried for the challenge and its account; counts the attempt. */
  take(challenge: unknown, localId: string): 'allowed' | 'unknown challenge' | 'too many';
  /** Ends the challenge after a right code and uncounts its attempt. */
  close(challenge: string, localId: string): void;
}

const challengeMs = 10 * 60_000;
const perChallenge = 5;
const accountMs = 15 * 60_000;
const perAccount = 10;

interface Count {
  attempts: number;
  endsAt: number;
}

export function countSecondFactorAttempts(now: () => number = Date.now): SecondFactorAttempts {
  const challenges = new Map<string, Count>();
  const accounts = new Map<string, Count>();
  const unexpired = (counts: Map<string, Count>, key: string): Count | undefined => {
    // Maps keep the order of insertion, so expired entries are at the front.
    for (const [old, { endsAt }] of counts) {
      if (endsAt > now()) break;
      counts.delete(old);
    }
    return counts.get(key);
  };
  return {
    open() {
      const challenge = randomUUID();
      challenges.set(challenge, { attempts: 0, endsAt: now() + challengeMs });
      return challenge;
    },
    take(challenge, localId) {
      const found = typeof challenge === 'string' ? unexpired(challenges, challenge) : undefined;
      if (found === undefined) return 'unknown challenge';
      const account = unexpired(accounts, localId) ?? { attempts: 0, endsAt: now() + accountMs };
      if (found.attempts >= perChallenge || account.attempts >= perAccount) return 'too many';
      found.attempts += 1;
      account.attempts += 1;
      accounts.set(localId, account);
      return 'allowed';
    },
    close(challenge, localId) {
      challenges.delete(challenge);
      const account = accounts.get(localId);
      if (account !== undefined) account.attempts -= 1;
    },
  };
}

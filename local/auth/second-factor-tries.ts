import { randomUUID } from 'node:crypto';

/** Counts what is tried at second factors: six digits are few, so somebody who knows a password must not try many. */
export interface SecondFactorTries {
  /** A new challenge, for who has just passed a first factor. */
  open(): string;
  /** Whether a code may be tried for the challenge and its account; counts the try. */
  take(challenge: unknown, localId: string): 'allowed' | 'unknown challenge' | 'too many';
  /** The code was right: the challenge is over, and the try costs the account nothing. */
  close(challenge: string, localId: string): void;
}

const challengeMs = 10 * 60_000;
const perChallenge = 5;
const accountMs = 15 * 60_000;
const perAccount = 10;

interface Count {
  tries: number;
  endsAt: number;
}

export function countSecondFactorTries(now: () => number = Date.now): SecondFactorTries {
  const challenges = new Map<string, Count>();
  const accounts = new Map<string, Count>();
  const living = (counts: Map<string, Count>, key: string): Count | undefined => {
    // Maps keep the order of insertion, so what has ended is at the front.
    for (const [old, { endsAt }] of counts) {
      if (endsAt > now()) break;
      counts.delete(old);
    }
    return counts.get(key);
  };
  return {
    open() {
      const challenge = randomUUID();
      challenges.set(challenge, { tries: 0, endsAt: now() + challengeMs });
      return challenge;
    },
    take(challenge, localId) {
      const asked = typeof challenge === 'string' ? living(challenges, challenge) : undefined;
      if (asked === undefined) return 'unknown challenge';
      const account = living(accounts, localId) ?? { tries: 0, endsAt: now() + accountMs };
      if (asked.tries >= perChallenge || account.tries >= perAccount) return 'too many';
      asked.tries += 1;
      account.tries += 1;
      accounts.set(localId, account);
      return 'allowed';
    },
    close(challenge, localId) {
      challenges.delete(challenge);
      const account = accounts.get(localId);
      if (account !== undefined) account.tries -= 1;
    },
  };
}

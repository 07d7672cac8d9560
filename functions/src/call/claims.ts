import type { CallableRequest } from 'firebase-functions/https';

/** What a verified token says of its holder. */
export interface Claims {
  uid: string;
  /** Lower case. */
  email: string | null;
  /** Seconds since 1970: when the holder signed in. */
  signedInAt: number;
  usedSecondFactor: boolean;
}

/** The claims of a call; null when nobody is signed in. */
export function claimsOf({ auth }: Pick<CallableRequest, 'auth'>): Claims | null {
  if (!auth) return null;
  const { email, auth_time: signedInAt, firebase } = auth.token;
  return {
    uid: auth.uid,
    // Only these letters: others become them too (the Kelvin sign a k), and would be somebody else's address.
    email: email?.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) ?? null,
    signedInAt,
    usedSecondFactor: firebase.sign_in_second_factor !== undefined,
  };
}

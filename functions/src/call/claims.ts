import type { CallableRequest } from 'firebase-functions/https';

/** The claims of a verified token. */
export interface Claims {
  uid: string;
  /** Lower case. */
  email: string | null;
  /** Seconds since 1970: when the holder signed in. */
  signedInAt: number;
  usedSecondFactor: boolean;
}

/** The claims of a call; null for a signed-out caller. */
export function claimsOf({ auth }: Pick<CallableRequest, 'auth'>): Claims | null {
  if (!auth) return null;
  const { email, auth_time: signedInAt, firebase } = auth.token;
  return {
    uid: auth.uid,
    // Lowers only ASCII letters: other characters (such as the Kelvin sign) also map to them and would match another
    // user's address.
    email: email?.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) ?? null,
    signedInAt,
    usedSecondFactor: firebase.sign_in_second_factor !== undefined,
  };
}

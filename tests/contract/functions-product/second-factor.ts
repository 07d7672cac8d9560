import { TotpMultiFactorGenerator, multiFactor, signInWithEmailAndPassword } from 'firebase/auth';
import { getAuth } from 'firebase-admin/auth';
import { codeOfStep, decodeBase32, stepAt } from '../../../local/auth/totp.ts';
import type { Person } from './product.ts';

/** Verifies the user's email and enrolls an authenticator app. */
export async function enrol({ auth, uid }: Person): Promise<void> {
  await getAuth().updateUser(uid, { emailVerified: true });
  const user = auth.currentUser;
  if (!user) throw new Error('Not signed in');
  await user.reload();
  const secret = await TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession());
  const code = codeOfStep(decodeBase32(secret.secretKey) ?? new Uint8Array(), stepAt(Date.now()));
  await multiFactor(user).enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, code), 'app');
}

export const factorsOf = async ({ uid }: Person): Promise<number> =>
  (await getAuth().getUser(uid)).multiFactor?.enrolledFactors.length ?? 0;

export const signInAgain = ({ auth, email }: Person) => signInWithEmailAndPassword(auth, email, 'secret-of-mine');

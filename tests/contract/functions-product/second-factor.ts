import { TotpMultiFactorGenerator, multiFactor, signInWithEmailAndPassword } from 'firebase/auth';
import { getAuth } from 'firebase-admin/auth';
import { codeOfStep, decodeBase32, stepAt } from '../../../local/auth/totp.ts';
import type { CallName } from '@frontage/model/calls';
import { REGION } from '../target.ts';
import type { Person, Product } from './product.ts';

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

/**
 * The error of a call with a token from before the enrollment that has not expired, or `answered`. Hosted functions
 * accept such a token for an hour; the local service revokes it, which leaves the second of the enrollment.
 */
export async function callBeforeFactor(
  { project, hosts }: Product,
  { auth, uid }: Person,
  call: { name: CallName; data?: object },
): Promise<string> {
  const [header = '', payload = ''] = ((await auth.currentUser?.getIdToken()) ?? '').split('.');
  const { firebase, ...claims } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
    firebase: { sign_in_provider: string };
  };
  const { tokensValidAfterTime } = await getAuth().getUser(uid);
  const auth_time = Date.parse(tokensValidAfterTime ?? '') / 1_000;
  const earlier = { ...claims, auth_time, firebase: { sign_in_provider: firebase.sign_in_provider } };
  const token = `${header}.${Buffer.from(JSON.stringify(earlier)).toString('base64url')}.`;
  const response = await fetch(`http://${hosts.functions}/${project}/${REGION}/${call.name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ data: call.data ?? {} }),
  });
  const { error } = (await response.json()) as { error?: { message: string } };
  return error?.message ?? 'answered';
}

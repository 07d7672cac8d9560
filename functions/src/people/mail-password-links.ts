import { durations } from '@frontage/model/limits';
import { passwordLetter } from '@frontage/model/mail/letters';
import { adminPaths, collections } from '@frontage/model/paths';
import { onDocumentCreated } from 'firebase-functions/firestore';
import * as logger from 'firebase-functions/logger';
import { adminUrl } from '../call/admin-url.ts';
import { sendOnce } from '../mail/send-once.ts';
import { auth, firestore } from '../firebase.ts';
import { functionsRegion, smtpUrl } from '../params.ts';
import { scale } from '../scale.ts';
import { findAccount } from './account.ts';
import { passwordRequest } from './password-request.ts';

/**
 * Sends a password link to the requested account. The link is created when it is sent and stored nowhere; the request
 * with the address is deleted when it was sent or has expired.
 */
export const mailPasswordLinks = onDocumentCreated(
  {
    ...scale.documentTrigger,
    document: `${collections.passwordRequests}/{id}`,
    region: functionsRegion,
    retry: true,
    secrets: [smtpUrl],
  },
  async ({ id, time, data }) => {
    // A duplicate event after sending finds no request.
    const request = await data?.ref.get();
    const asked = passwordRequest.safeParse(request?.data()).data;
    if (!request || !asked) return;
    if (Date.now() - Date.parse(time) > durations.passwordRequest) {
      logger.error(`The password link ${id} was not sent in time and will not be retried`);
    } else {
      const account = await findAccount(auth(), { email: asked.email });
      if (account?.email !== undefined && !account.disabled) {
        const letter = passwordLetter(await linkTo(account.email));
        await sendOnce(firestore(), { id: `password_${id}`, to: account.email, letter });
      }
    }
    await request.ref.delete();
  },
);

/** The admin's page, regardless of the project's templates; the caller cannot influence it. */
async function linkTo(email: string): Promise<string> {
  const oobCode = new URL(await auth().generatePasswordResetLink(email)).searchParams.get('oobCode');
  if (oobCode === null) throw new Error('Authentication made a link without a code');
  const own = new URLSearchParams({ mode: 'resetPassword', oobCode });
  return adminUrl(`${adminPaths.emailAction}?${own.toString()}`);
}

import { inviteLetter } from '@frontage/model/mail/letters';
import { messageOf } from '@frontage/model/message-of';
import type { Role } from '@frontage/model/user';
import type { Firestore } from 'firebase-admin/firestore';
import * as logger from 'firebase-functions/logger';
import { sendOnce } from '../mail/send-once.ts';
import { inviteId } from './invite.ts';

/**
 * Emails an invite's link to the invited address; false if that failed. It is tried once, because the link is stored
 * nowhere and the inviting administrator sees it.
 */
export async function mailInvite(
  firestore: Firestore,
  { email, role, link }: { email: string; role: Role; link: string },
): Promise<boolean> {
  try {
    const id = `invite_${inviteId(new URL(link).searchParams.get('invite') ?? '')}`;
    return (await sendOnce(firestore, { id, to: email, letter: inviteLetter({ role, link }) })) === 'sent';
  } catch (error) {
    logger.warn('An invite was not sent by email', { reason: messageOf(error) });
    return false;
  }
}

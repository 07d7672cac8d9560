import { durations } from '@frontage/model/limits';
import { collections } from '@frontage/model/paths';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import { z } from 'zod';
import type { Budget } from '../attempts/window.ts';
import type { Client } from '../call/client.ts';

/** A stored `password_requests` document: somebody has asked for a link to a new password for this address. */
export const passwordRequest = z.object({ email: z.string() });

/**
 * What one visitor may ask for, and what may be asked for one address, known or not: nobody fills a mailbox. Whoever uses up what an address has
 * has sent its owner as many good links. There is no budget that all share: who uses that up would lock out everybody.
 */
export const passwordBudgets = (email: string, { address }: Client): Budget[] => [
  { key: `password link|${address}`, max: 20, windowMs: 15 * 60_000 },
  { key: `password link|account|${email}`, max: 5, windowMs: 60 * 60_000 },
];

/** Keeps that somebody has asked, until the link is sent. */
export async function keepRequest(firestore: Firestore, email: string, now: Date): Promise<void> {
  const expires_at = Timestamp.fromMillis(now.getTime() + durations.passwordRequest);
  await firestore.collection(collections.passwordRequests).add({ email, expires_at });
}

import { durations } from '@frontage/model/limits';
import { collections } from '@frontage/model/paths';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import { z } from 'zod';
import type { Budget } from '../attempts/window.ts';
import type { Client } from '../call/client.ts';

/** A stored `password_requests` document: a requested password link for this address. */
export const passwordRequest = z.object({ email: z.string() });

/**
 * Limits per visitor and per address, known or not, so that mailboxes cannot be flooded. Exhausting an address's limit
 * sends its owner as many valid links. There is no shared limit, because exhausting it would lock out all users.
 */
export const passwordBudgets = (email: string, { address }: Client): Budget[] => [
  { key: `password link|${address}`, max: 20, windowMs: 15 * 60_000 },
  { key: `password link|account|${email}`, max: 5, windowMs: 60 * 60_000 },
];

/** Stores the request until the link is sent. */
export async function storeRequest(firestore: Firestore, email: string, now: Date): Promise<void> {
  const expires_at = Timestamp.fromMillis(now.getTime() + durations.passwordRequest);
  await firestore.collection(collections.passwordRequests).add({ email, expires_at });
}

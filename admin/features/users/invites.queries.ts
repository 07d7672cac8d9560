import type { CallOutput } from '@frontage/model/calls';
import { notices } from '@frontage/model/messages';
import { collections } from '@frontage/model/paths';
import { role } from '@frontage/model/user';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call, useFirebase } from '../../lib/firebase.tsx';
import { valueOf } from '../../lib/documents/document-store.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { toPlain } from '@frontage/model/stored-values';
import { useAction, type Write } from '../../ui/action.ts';
import { useNotify } from '../../ui/toaster.tsx';

export const invitesKey = ['invites'] as const;

const inviteDocument = z.object({
  email: z.string(),
  role,
  expires_at: z.iso.datetime(),
  used_at: z.null(),
  revoked_at: z.null(),
});

export type OpenInvite = z.output<typeof inviteDocument> & { id: string };

/** The invites that are valid at `now` (milliseconds), the first to expire first. */
export function openInvites(entries: readonly { id: string; data: unknown }[], now: number): OpenInvite[] {
  return entries
    .flatMap(({ id, data }) => {
      const parsed = inviteDocument.safeParse(toPlain(data));
      return parsed.success && Date.parse(parsed.data.expires_at) > now ? [{ id, ...parsed.data }] : [];
    })
    .sort((a, b) => a.expires_at.localeCompare(b.expires_at));
}

export function useOpenInvites() {
  const store = useDocumentStore();
  return useQuery({
    queryKey: invitesKey,
    queryFn: async () => openInvites(valueOf(await store.list(collections.invites)), Date.now()),
  });
}

/** Withdraws an invite, which invalidates its link. */
export function useWithdrawInvite() {
  const firebase = useFirebase();
  const settle = useRefreshInvites();
  const notify = useNotify();
  const { perform } = useAction();
  return async (invite: OpenInvite): Promise<void> => {
    const about = invite.email;
    const withdraw = async (write: Write) => {
      await write(() => call(firebase, 'revokeInvite', { inviteId: invite.id }));
      notify.success({ title: 'Invite withdrawn', description: 'Its link no longer works.', about });
    };
    await perform({ title: 'Failed to withdraw invite', about }, withdraw, { settle });
  };
}

/** Creates a new link for an invite, which invalidates the previous one; null on failure. */
export function useRenewInvite() {
  const firebase = useFirebase();
  const settle = useRefreshInvites();
  const notify = useNotify();
  const { perform } = useAction();
  return async (invite: OpenInvite): Promise<CallOutput<'renewInvite'> | null> => {
    const about = invite.email;
    let renewed: CallOutput<'renewInvite'> | null = null;
    const renew = async (write: Write) => {
      renewed = await write(() => call(firebase, 'renewInvite', { inviteId: invite.id }));
      notify.success({ ...notices.inviteGenerated, about });
    };
    await perform({ ...notices.inviteFailed, about }, renew, { settle: () => void settle() });
    return renewed;
  };
}

function useRefreshInvites() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: invitesKey });
}

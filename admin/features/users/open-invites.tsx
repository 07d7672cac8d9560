import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { formatDate } from '@frontage/model/dates';
import { Suspense } from 'react';
import { Address } from '../../ui/data-table.tsx';
import { Badge } from '../../ui/note.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Panel } from '../../ui/panel.tsx';
import { lazyDialog, useOpenState } from '../../ui/lazy.tsx';
import { useOpenInvites, useRenewInvite, useWithdrawInvite, type OpenInvite } from './invites.queries.ts';
import type { RenewedInvite } from './renewed-invite-dialog.tsx';

const RenewedInviteDialog = lazyDialog(() => import('./renewed-invite-dialog.tsx'));

/** Unused invites; renders nothing without any. */
export function OpenInvites() {
  const { data } = useOpenInvites();
  const confirm = useConfirm();
  const withdraw = useWithdrawInvite();
  const renew = useRenewInvite();
  const [renewed, setRenewed] = useOpenState<RenewedInvite | null>(null);
  if (!data || data.length === 0) return null;

  const askForLink = async (invite: OpenInvite) => {
    const isSure = await confirm({
      title: 'Create a new link?',
      description: `The previous link for ${invite.email} will stop working.`,
      action: 'Create new link',
    });
    const link = isSure ? await renew(invite) : null;
    if (link !== null) setRenewed({ ...link, email: invite.email });
  };

  const ask = async (invite: OpenInvite) => {
    const isSure = await confirm({
      title: 'Withdraw this invite?',
      description: `The link sent to ${invite.email} will stop working.`,
      action: 'Withdraw',
      tone: 'danger',
    });
    if (isSure) await withdraw(invite);
  };

  return (
    <Panel title="Open invites" description="Invite links not used yet." mt="6">
      <ul>
        {data.map((invite) => (
          <Flex
            as="li"
            key={invite.id}
            align="center"
            justify="space-between"
            gap="3"
            py="3"
            borderTopWidth="1px"
            wrap="wrap"
          >
            <Box minW="0">
              <Flex gap="2" align="center" wrap="wrap">
                <Text minW="0">
                  <Address>{invite.email}</Address>
                </Text>
                <Badge tone="quiet">{invite.role}</Badge>
              </Flex>
              <Text textStyle="sm" color="fg.muted">
                Expires {formatDate(invite.expires_at)}
              </Text>
            </Box>
            <Flex gap="2">
              <Button
                size="xs"
                variant="outline"
                aria-label={`New link for ${invite.email}`}
                onClick={() => void askForLink(invite)}
              >
                New link
              </Button>
              <Button
                size="xs"
                variant="outline"
                colorPalette="gray"
                aria-label={`Withdraw the invite for ${invite.email}`}
                onClick={() => void ask(invite)}
              >
                Withdraw
              </Button>
            </Flex>
          </Flex>
        ))}
      </ul>
      <Suspense fallback={null}>
        {renewed && <RenewedInviteDialog {...renewed} onClose={() => setRenewed(null)} />}
      </Suspense>
    </Panel>
  );
}

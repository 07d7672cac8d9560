import { Button, Flex, Text } from '@chakra-ui/react';
import { notices } from '@frontage/model/messages';
import { defaultInviteRole, inviteForm, roleNames, roles, type Role } from '@frontage/model/user';
import { useQueryClient } from '@tanstack/react-query';
import { Check, Copy } from '#icons';
import { useRef, useState, type SyntheticEvent } from 'react';
import { call } from '../../lib/callables.ts';
import { useFirebase } from '../../lib/firebase.tsx';
import { useWrite } from '../../lib/write.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { useNotify } from '../../ui/toaster.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { invitesKey } from './invites.queries.ts';

const roleOptions = roleNames.map((role) => ({
  value: role,
  label: `${role[0]?.toUpperCase()}${role.slice(1)}: ${roles[role].toLowerCase()}`,
}));

/** Makes an invite link: first e-mail and role are chosen, then the link stands there to be copied. */
export default function InviteDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>(defaultInviteRole);
  const [error, setError] = useState<string>();
  const [inviteUrl, setInviteUrl] = useState<string>();
  const emailInput = useRef<HTMLInputElement>(null);
  const { generate, isPending } = useGenerateInvite();
  const isGenerated = inviteUrl !== undefined;

  const submit = async () => {
    const checked = inviteForm.safeParse({ email, role });
    if (!checked.success) {
      setError(checked.error.issues[0]?.message);
      emailInput.current?.focus();
      return;
    }
    setError(undefined);
    setInviteUrl(await generate(checked.data));
  };

  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Invite User"
      description="They sign up through a link that fixes their e-mail and role. The link expires in 7 days."
      initialFocus={emailInput}
      footer={
        isGenerated ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <>
            <Button variant="outline" colorPalette="gray" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form="invite" loading={isPending} loadingText="Generating...">
              Generate Invite Link
            </Button>
          </>
        )
      }
    >
      <form
        id="invite"
        noValidate
        onSubmit={(event: SyntheticEvent) => {
          event.preventDefault();
          if (!isGenerated) void submit();
        }}
      >
        <Flex direction="column" gap="4">
          <TextField
            label="Email"
            required
            readOnly={isGenerated}
            error={error}
            input={{
              ref: emailInput,
              type: 'email',
              value: email,
              autoComplete: 'off',
              onChange: (event) => setEmail(event.target.value),
            }}
          />
          <SelectField
            label="Role"
            disabled={isGenerated}
            options={roleOptions}
            select={{ value: role, onChange: (event) => setRole(event.target.value as Role) }}
          />
          {isGenerated && <InviteLink url={inviteUrl} />}
        </Flex>
      </form>
    </Modal>
  );
}

function useGenerateInvite() {
  const firebase = useFirebase();
  const queryClient = useQueryClient();
  const write = useWrite();
  const notify = useNotify();
  const [isPending, setPending] = useState(false);

  const generate = async (invite: { email: string; role: Role }): Promise<string | undefined> => {
    setPending(true);
    try {
      const { inviteUrl } = await write(() => call(firebase, 'generateInviteToken', invite));
      notify.success(notices.inviteGenerated);
      void queryClient.invalidateQueries({ queryKey: invitesKey });
      return inviteUrl;
    } catch (failure) {
      notify.failure(notices.inviteFailed, failure);
      return undefined;
    } finally {
      setPending(false);
    }
  };
  return { generate, isPending };
}

function InviteLink({ url }: { url: string }) {
  const { copy, isCopied } = useCopy();
  const notify = useNotify();

  const copyLink = async () => {
    if (await copy(url)) notify.success(notices.inviteCopied);
    else notify.failure(notices.copyFailed);
  };

  return (
    <div>
      <Flex gap="2" align="flex-end">
        <TextField
          label="Invite link"
          readOnly
          input={{ value: url, fontFamily: 'mono', onFocus: (event) => event.target.select() }}
        />
        {/* The field keeps a line for an error below it; the button stands beside the input itself. */}
        <Button variant="outline" onClick={() => void copyLink()} mb="1.5" minW="7rem" autoFocus>
          {isCopied ? <Check /> : <Copy />}
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </Flex>
      <Text textStyle="sm" color="fg.muted" mt="2">
        The link is shown only now. Send it to the person yourself.
      </Text>
    </div>
  );
}

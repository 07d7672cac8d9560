import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import type { PreviewLink } from '@frontage/model/calls';
import { counted } from '@frontage/model/dates';
import { collections } from '@frontage/model/paths';
import { defaultLinkDays, type LinkCollection, linkDays } from '@frontage/model/preview';
import { Plus } from '#icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, useFirebase } from '../../lib/firebase.tsx';
import { plainFailure } from '../../lib/errors.ts';
import { useWrite } from '../../lib/write.ts';
import { SelectField } from '../../ui/field.tsx';
import { LinkToCopy } from '../../ui/links.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Note } from '../../ui/note.tsx';
import { FailureState, FormSkeleton } from '../../ui/states.tsx';
import { momentText } from '../moment-text.ts';

interface ShareDialogProps {
  collection: LinkCollection;
  id: string;
  onClose: () => void;
}

/** Preview links to the saved draft or launch for people without an account: create, copy and revoke. */
export default function ShareDialog({ collection, id, onClose }: ShareDialogProps) {
  const firebase = useFirebase();
  const write = useWrite();
  const links = useQuery({
    queryKey: ['preview-links', collection, id],
    queryFn: async () => (await call(firebase, 'listPreviewLinks', { collection, id })).links,
    staleTime: 0,
  });
  const [days, setDays] = useState<(typeof linkDays)[number]>(defaultLinkDays);
  const [made, setMade] = useState<string | null>(null);
  // The pending action: `new`, or the hash of the link being revoked.
  const [pending, setPending] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const run = async (name: string, work: () => Promise<unknown>) => {
    setPending(name);
    setError(null);
    try {
      await work();
      await links.refetch();
    } catch (failure) {
      setError(failure);
    } finally {
      setPending(null);
    }
  };
  const create = () =>
    run('new', async () =>
      setMade((await write(() => call(firebase, 'createPreviewLink', { collection, id, days }))).url),
    );
  const revoke = (hash: string) => run(hash, () => write(() => call(firebase, 'revokePreviewLink', { hash })));
  return (
    <Modal
      isOpen
      onClose={onClose}
      size="lg"
      title="Share a preview"
      description={`Anyone with a link can see ${shown(collection)} without signing in, until it expires or you revoke it.`}
      footer={
        <Button variant="outline" colorPalette="gray" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Flex direction="column" gap="5">
        {error !== null && <Note kind="problem">{plainFailure(error)}</Note>}
        {made !== null && links.data?.length !== 0 ? (
          <div>
            <LinkToCopy label="Preview link" url={made} copied={{ title: 'Preview link copied' }} />
            <Text textStyle="sm" color="fg.muted">
              The link will not be shown again. Copy it and send it yourself.
            </Text>
          </div>
        ) : (
          <Flex align="flex-end" gap="3" wrap="wrap">
            <Box width="10rem">
              <SelectField
                label="Expires after"
                options={linkDays.map((number) => ({ value: String(number), label: counted(number, 'day') }))}
                select={{
                  value: String(days),
                  onChange: (event) => setDays(linkDays.find((one) => String(one) === event.target.value) ?? days),
                }}
              />
            </Box>
            <Button mb="1.5" disabled={pending !== null} onClick={() => void create()}>
              <Plus />
              Create a link
            </Button>
          </Flex>
        )}
        {links.isPending && <FormSkeleton fields={1} />}
        {links.isError && <FailureState error={links.error} onRetry={() => void links.refetch()} />}
        {links.data?.length === 0 && <Text color="fg.muted">No preview links yet.</Text>}
        {links.data && links.data.length > 0 && (
          <chakra.ul listStyleType="none" aria-label="Active links">
            {links.data.map((link) => (
              <LinkRow
                key={link.hash}
                link={link}
                isEnding={pending === link.hash}
                onRevoke={() => void revoke(link.hash)}
              />
            ))}
          </chakra.ul>
        )}
      </Flex>
    </Modal>
  );
}

const shown = (collection: LinkCollection): string =>
  collection === collections.launches ? 'the whole site with this launch' : 'the latest saved draft';

interface LinkRowProps {
  link: PreviewLink;
  isEnding: boolean;
  onRevoke: () => void;
}

function LinkRow({ link, isEnding, onRevoke }: LinkRowProps) {
  const made = momentText(new Date(link.created_at).toISOString());
  return (
    <Flex as="li" align="center" gap="3" py="2" borderTopWidth="1px">
      <Text textStyle="sm" flex="1">
        {`Created ${made}, expires ${momentText(new Date(link.expires_at).toISOString())}`}
        <chakra.span color="fg.muted">{` · ${opened(link.opened)}`}</chakra.span>
      </Text>
      <Button
        size="sm"
        variant="ghost"
        colorPalette="gray"
        aria-label={`Revoke the link created ${made}`}
        disabled={isEnding}
        onClick={onRevoke}
      >
        Revoke
      </Button>
    </Flex>
  );
}

const opened = (times: number): string =>
  times === 0 ? 'not opened yet' : times === 1 ? 'opened once' : `opened ${times} times`;

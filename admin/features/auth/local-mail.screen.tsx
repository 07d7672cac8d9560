import { Box, Button, Flex, Link, Text } from '@chakra-ui/react';
import { texts } from '@frontage/model/messages';
import { adminPaths } from '@frontage/model/paths';
import { FileQuestion, RotateCcw } from '#icons';
import { useEffect, useState } from 'react';
import { useFirebase } from '../../lib/firebase.tsx';
import { FrontLayout } from '../../ui/front-layout.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { EmptyState, FailureState } from '../../ui/states.tsx';

interface LocalMail {
  to: string;
  subject: string;
  link: string;
  text?: string;
}

type Read = { state: 'reading' } | { state: 'failed'; error: unknown } | { state: 'done'; mails: LocalMail[] };

async function readMail(): Promise<Read> {
  try {
    const answer = await fetch('/local-mail.json');
    return { state: 'done', mails: (await answer.json()) as LocalMail[] };
  } catch (error) {
    return { state: 'failed', error };
  }
}

/** The emails that a local project would have sent. Responds as not found on a hosted project. */
export function Component() {
  const { config } = useFirebase();
  if (!config.emulators) {
    return (
      <FrontLayout title={texts.routeNotFound.title}>
        <ButtonLink to={adminPaths.dashboard}>Go to the admin</ButtonLink>
      </FrontLayout>
    );
  }
  return <Mailbox />;
}

function Mailbox() {
  const [read, setRead] = useState<Read>({ state: 'reading' });
  useEffect(() => void readMail().then(setRead), []);
  const refresh = () => void readMail().then(setRead);

  return (
    <FrontLayout title="Local mail" description="Emails this local project would have sent.">
      {read.state === 'failed' && <FailureState error={read.error} onRetry={refresh} />}
      {read.state === 'done' && read.mails.length === 0 && (
        <EmptyState icon={FileQuestion} title="No mail" description="Emails appear here when they are sent." />
      )}
      {read.state === 'done' && read.mails.length > 0 && (
        <Box as="ul" aria-label="Mail" maxH="55vh" overflowY="auto" tabIndex={0}>
          {read.mails.map(({ to, subject, link, text }) => (
            <Box as="li" key={`${to} ${subject} ${link}`} py="3" borderTopWidth="1px">
              <Link href={link} variant="underline" colorPalette="ink" fontWeight="medium">
                {subject}
              </Link>
              <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere">
                To {to}
              </Text>
              {text !== undefined && (
                <Text textStyle="sm" mt="1" whiteSpace="pre-wrap" overflowWrap="anywhere">
                  {text}
                </Text>
              )}
            </Box>
          ))}
        </Box>
      )}
      <Flex mt="6" gap="4" align="center">
        <Button size="sm" variant="outline" onClick={refresh}>
          <RotateCcw /> Refresh
        </Button>
        <TextLink to={adminPaths.login} textStyle="sm">
          Sign in
        </TextLink>
      </Flex>
    </FrontLayout>
  );
}

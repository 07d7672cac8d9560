import { Button, Flex, Heading, Text } from '@chakra-ui/react';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { plainFailure } from '../lib/failures.ts';

/**
 * Where a screen fails to load or breaks: says so and offers to load it again, and does so itself once a lost network is
 * back. The error itself goes to the console.
 */
export function ScreenFailure() {
  const error = useRouteError();
  const isStale = error instanceof TypeError && /dynamically imported module|module script/i.test(error.message);

  useEffect(() => reportError(error), [error]);
  // What failed to load is fetched by loading the page again, as soon as that can help.
  useEffect(() => {
    if (!isStale) return;
    const reload = () => location.reload();
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, [isStale]);

  return (
    <Flex as="main" direction="column" align="center" textAlign="center" gap="3" py="20" px="4" role="alert">
      <Heading as="h1" size="xl">
        This screen could not be shown
      </Heading>
      <Text color="fg.muted" maxW="26rem">
        {isStale
          ? 'The back office was updated or the connection was lost. Load it again to go on.'
          : plainFailure(error)}
      </Text>
      <Button onClick={() => location.reload()}>Load again</Button>
    </Flex>
  );
}

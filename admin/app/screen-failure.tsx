import { Button, Flex, Heading, Text } from '@chakra-ui/react';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { plainFailure } from '../lib/errors.ts';

/**
 * Replaces a screen that failed to load or render, with a reload button. Reloads automatically when a lost network is
 * back. The error is logged to the console.
 */
export function ScreenFailure() {
  const error = useRouteError();
  const isStale = error instanceof TypeError && /dynamically imported module|module script/i.test(error.message);

  useEffect(() => reportError(error), [error]);
  // Only a page reload fetches a failed chunk again.
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
        {isStale ? 'The admin was updated or the connection was lost. Reload to continue.' : plainFailure(error)}
      </Text>
      <Button onClick={() => location.reload()}>Reload</Button>
    </Flex>
  );
}

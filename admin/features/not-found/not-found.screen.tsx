import { Button, Flex, Heading, Text } from '@chakra-ui/react';
import { texts } from '@frontage/model/messages';
import { sitePaths } from '@frontage/model/paths';
import { useFirebase } from '../../lib/firebase.tsx';

export function Component() {
  const { config } = useFirebase();
  return (
    <Flex as="main" minH="100dvh" direction="column" align="center" justify="center" textAlign="center" gap="3" px="5">
      <title>{`${texts.routeNotFound.title} · Frontage`}</title>
      <Text aria-hidden fontSize="7xl" fontWeight="bold" letterSpacing="-0.05em" color="fg.subtle" lineHeight="1">
        404
      </Text>
      <Heading as="h1" size="2xl" fontWeight="semibold">
        {texts.routeNotFound.title}
      </Heading>
      <Text color="fg.muted">There is nothing at this address.</Text>
      <Button asChild mt="3">
        <a href={config.siteOrigin + sitePaths.home}>{texts.routeNotFound.action}</a>
      </Button>
    </Flex>
  );
}

import { Flex, Spinner, Text, VStack } from '@chakra-ui/react';
import { texts } from '@frontage/model/messages';

/**
 * The loading screen of the admin; appears with a delay, so that fast starts do not flicker. On staff screens,
 * first-paint.css shows the frame of index.html instead.
 */
export function Splash() {
  return (
    <Flex data-splash="" align="center" justify="center" minH="60dvh" role="status" animation="fade-in 0.3s 0.25s both">
      <VStack gap="3" color="fg.muted">
        <Spinner size="lg" color="colorPalette.solid" borderWidth="3px" />
        <Text textStyle="sm">{texts.loading}</Text>
      </VStack>
    </Flex>
  );
}

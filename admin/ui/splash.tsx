import { Center, Spinner, Text, VStack } from '@chakra-ui/react';
import { texts } from '@frontage/model/messages';

/** The whole screen while its code or the session is on its way; visible only after a moment, so that fast starts do not flicker. */
export function Splash() {
  return (
    <Center minH="60dvh" role="status" animation="fade-in 0.3s 0.25s both">
      <VStack gap="3" color="fg.muted">
        <Spinner size="lg" color="colorPalette.solid" borderWidth="3px" />
        <Text textStyle="sm">{texts.loading}</Text>
      </VStack>
    </Center>
  );
}

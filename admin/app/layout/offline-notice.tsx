import { Box, Flex } from '@chakra-ui/react';
import { WifiOff } from '#icons';
import { useOnline } from '../../ui/use-online.ts';

/**
 * A sticky notice while the browser is offline. The live region is always rendered, so that its change is announced;
 * other sticky elements are placed below `--notice-height` (theme).
 */
export function OfflineNotice() {
  const isOnline = useOnline();
  return (
    <Box role="status" position="sticky" top="0" zIndex="sticky" flexShrink="0">
      {!isOnline && (
        <Flex
          data-notice=""
          height="var(--notice-height)"
          align="center"
          gap="3"
          bg="brass.100"
          color="brass.900"
          px={{ base: '4', md: '8' }}
          lineHeight="1.25"
          textStyle="sm"
        >
          <Box as={WifiOff} boxSize="4.5" flexShrink="0" aria-hidden />
          You are offline. Your text is kept here; save again once you are back online.
        </Flex>
      )}
    </Box>
  );
}

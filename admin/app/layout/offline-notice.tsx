import { Box, Flex } from '@chakra-ui/react';
import { WifiOff } from '#icons';
import { useOnline } from '../../ui/use-online.ts';

/** Says that the network is gone and that typing is safe. The live region is always there, so that its change is read. */
export function OfflineNotice() {
  const isOnline = useOnline();
  return (
    <Box role="status">
      {!isOnline && (
        <Flex
          align="center"
          gap="3"
          bg="brass.100"
          color="brass.900"
          px={{ base: '4', md: '8' }}
          py="2.5"
          textStyle="sm"
        >
          <WifiOff size={18} aria-hidden />
          You are offline. What you type is kept here; save again once you are back.
        </Flex>
      )}
    </Box>
  );
}

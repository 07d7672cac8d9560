import { Box } from '@chakra-ui/react';
import { Outlet } from 'react-router';

export function StaffLayout() {
  return (
    <Box as="main" id="content" px={{ base: '4', md: '8' }} py="8" maxW="80rem" mx="auto">
      <Outlet />
    </Box>
  );
}

import { Box, Button, Flex, SimpleGrid, Text } from '@chakra-ui/react';
import { Check, Copy, Download } from '#icons';
import { useStaff } from '../../lib/session.tsx';
import { Modal } from '../../ui/modal.tsx';
import { useCopy } from '../../ui/links.tsx';

/** Recovery codes, shown only once: to copy, download or print. */
export default function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { user } = useStaff();
  const { copy, isCopied } = useCopy();
  const heading = `Recovery codes for ${user.email} at ${location.host}`;
  const text = [heading, 'Each code works once instead of a code from your app.', '', ...codes, ''].join('\n');
  return (
    <Modal
      isOpen
      role="alertdialog"
      title="Save your recovery codes"
      description="If you lose your phone, each code lets you sign in once. They will not be shown again."
      footer={<Button onClick={onClose}>I have saved them</Button>}
    >
      {/* Prints only the codes. */}
      <style>
        {'@media print { body * { visibility: hidden } [data-print], [data-print] * { visibility: visible } }'}
      </style>
      <Box data-print="" mb="4">
        <Text textStyle="sm" mb="3" overflowWrap="anywhere">
          {heading}
        </Text>
        <SimpleGrid as="ol" columns={{ base: 1, sm: 2 }} gap="2" aria-label="Recovery codes">
          {codes.map((code) => (
            <Box as="li" key={code} fontFamily="mono" textStyle="sm" bg="bg.emphasized" rounded="l2" px="3" py="1.5">
              {code}
            </Box>
          ))}
        </SimpleGrid>
      </Box>
      <Flex gap="2" wrap="wrap">
        <Button size="sm" variant="outline" onClick={() => void copy(text)}>
          {isCopied ? <Check /> : <Copy />} {isCopied ? 'Copied' : 'Copy'}
        </Button>
        <Button size="sm" variant="outline" asChild>
          <a href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`} download="recovery-codes.txt">
            <Download /> Download
          </a>
        </Button>
        <Button size="sm" variant="outline" onClick={() => window.print()}>
          Print
        </Button>
      </Flex>
    </Modal>
  );
}

import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import type { TotpSecret } from 'firebase/auth';
import { encode } from 'uqr';
import { Check, Copy } from '#icons';
import { useStaff } from '../../lib/session.tsx';
import { CodeForm } from '../../ui/code-form.tsx';
import { Modal } from '../../ui/modal.tsx';
import { useNotify } from '../../ui/toaster.tsx';
import { useCopy } from '../../ui/links.tsx';

interface EnrollDialogProps {
  secret: TotpSecret;
  finish: (code: string) => Promise<void>;
  onEnrolled: () => void;
  onClose: () => void;
}

/** Shows the secret for an authenticator app and asks for its first code. */
export default function EnrollDialog({ secret, finish, onEnrolled, onClose }: EnrollDialogProps) {
  const { user } = useStaff();
  const notify = useNotify();
  const { copy, isCopied } = useCopy();
  return (
    <Modal
      isOpen
      onClose={onClose}
      size="sm"
      title="Set up your second factor"
      description="Scan the QR code with an authenticator app, then enter the code from the app."
    >
      <Flex direction="column" gap="4" align="center" mb="4">
        <QrCode text={secret.generateQrCodeUrl(user.email, 'Frontage')} label="QR code for your authenticator app" />
        <Text textStyle="sm" color="fg.muted">
          No camera? Enter this key instead:
        </Text>
        <Flex gap="2" align="center" width="full" justify="center">
          <chakra.code fontFamily="mono" textStyle="sm" overflowWrap="anywhere">
            {secret.secretKey.match(/.{1,4}/g)?.map((four, index) => (
              <chakra.span key={index} display="inline-block" marginEnd="1.5">
                {four}
              </chakra.span>
            ))}
          </chakra.code>
          <Button size="xs" variant="outline" onClick={() => void copy(secret.secretKey)}>
            {isCopied ? <Check /> : <Copy />} {isCopied ? 'Copied' : 'Copy key'}
          </Button>
        </Flex>
      </Flex>
      <CodeForm
        action="Turn on"
        verify={finish}
        onVerified={onEnrolled}
        onFailure={(error) => notify.failure({ title: 'Setup failed' }, error)}
        onCancel={onClose}
      />
    </Modal>
  );
}

/** A QR code; dark on light in every color mode, so that cameras can read it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { border: 2 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <Box bg="white" p="2" rounded="l2" borderWidth="1px" width="fit-content">
      <svg
        viewBox={`0 0 ${size} ${size}`}
        width="184"
        height="184"
        role="img"
        aria-label={label}
        shapeRendering="crispEdges"
      >
        <path d={squares.join('')} fill="#000" />
      </svg>
    </Box>
  );
}

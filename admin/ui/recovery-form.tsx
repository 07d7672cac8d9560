import { Button, Flex } from '@chakra-ui/react';
import { TextField } from './field.tsx';
import { useCode } from './code-form.tsx';

interface RecoveryFormProps {
  /** Rejects when the code is rejected. */
  verify: (code: string) => Promise<void>;
  onVerified: () => void;
  onCancel: () => void;
}

/** A form for one of the recovery codes that were shown when the second factor was set up. */
export function RecoveryForm({ verify, onVerified, onCancel }: RecoveryFormProps) {
  const { code, error, isPending, input, type, onSubmit } = useCode({
    check: (typed) => (typed.trim() === '' ? 'Enter one of your recovery codes' : null),
    verify,
    onVerified,
    isKept: true,
  });

  return (
    <form noValidate onSubmit={onSubmit}>
      <TextField
        label="Recovery code"
        required
        error={error}
        help="Works once and turns off your second factor. Set it up again afterwards."
        input={{
          ref: input,
          value: code,
          autoComplete: 'off',
          autoCapitalize: 'none',
          spellCheck: false,
          fontFamily: 'mono',
          onChange: (event) => type(event.target.value),
        }}
      />
      <Flex gap="3" mt="4" direction="row-reverse">
        <Button type="submit" loading={isPending} loadingText="Verifying..." flex="1">
          Sign in
        </Button>
        <Button variant="outline" colorPalette="gray" onClick={onCancel} flex="1">
          Back
        </Button>
      </Flex>
    </form>
  );
}

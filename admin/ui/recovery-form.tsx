import { Button, Flex } from '@chakra-ui/react';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { plainFailure } from '../lib/failures.ts';
import { TextField } from './field.tsx';

interface RecoveryFormProps {
  /** Rejects when the code is refused. */
  verify: (code: string) => Promise<void>;
  onVerified: () => void;
  onCancel: () => void;
}

/** Takes one of the recovery codes that were shown when the second factor was set up. */
export function RecoveryForm({ verify, onVerified, onCancel }: RecoveryFormProps) {
  const [code, setCode] = useState('');
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  const submit = async () => {
    setPending(true);
    try {
      if (code.trim() === '') throw new Error('Enter one of your recovery codes');
      await verify(code);
      onVerified();
    } catch (failure) {
      setPending(false);
      setError(plainFailure(failure));
      input.current?.focus();
    }
  };

  return (
    <form
      noValidate
      onSubmit={(event: SyntheticEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        label="Recovery code"
        required
        error={error}
        help="It is used up, and your second factor is turned off: set it up again afterwards."
        input={{
          ref: input,
          value: code,
          autoComplete: 'off',
          autoCapitalize: 'none',
          spellCheck: false,
          fontFamily: 'mono',
          onChange: (event) => {
            setError(undefined);
            setCode(event.target.value);
          },
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

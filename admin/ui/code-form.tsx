import { Button, Flex } from '@chakra-ui/react';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { plainFailure } from '../lib/failures.ts';
import { TextInput } from './controls.tsx';
import { Field } from './field.tsx';

interface CodeFormProps {
  action: string;
  /** Rejects when the code is refused. */
  verify: (code: string) => Promise<void>;
  onVerified: () => void;
  onFailure: (error: unknown) => void;
  onCancel: () => void;
}

/** Takes the six digits an authenticator app shows. */
export function CodeForm({ action, verify, onVerified, onFailure, onCancel }: CodeFormProps) {
  const [code, setCode] = useState('');
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => input.current?.focus(), []);

  const submit = async () => {
    if (!/^\d{6}$/.test(code)) {
      setError('Enter the 6 digits of the code');
      input.current?.focus();
      return;
    }
    setPending(true);
    try {
      await verify(code);
      onVerified();
    } catch (failure) {
      setPending(false);
      setCode('');
      setError(plainFailure(failure));
      onFailure(failure);
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
      <Field label="Code" required error={error}>
        <TextInput
          ref={input}
          value={code}
          onChange={(event) => {
            setError(undefined);
            setCode(event.target.value.replace(/\D/g, '').slice(0, 6));
          }}
          inputMode="numeric"
          autoComplete="one-time-code"
          fontSize="xl"
          letterSpacing="0.35em"
          fontVariantNumeric="tabular-nums"
          size="lg"
        />
      </Field>
      <Flex gap="3" mt="5" direction="row-reverse">
        <Button type="submit" loading={isPending} loadingText="Verifying..." flex="1">
          {action}
        </Button>
        <Button variant="outline" colorPalette="gray" onClick={onCancel} flex="1">
          Back
        </Button>
      </Flex>
    </form>
  );
}

import { Button, Flex } from '@chakra-ui/react';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { plainFailure } from '../lib/errors.ts';
import { TextInput } from './controls.tsx';
import { Field } from './field.tsx';

interface CodeFormProps {
  action: string;
  /** Rejects when the code is rejected. */
  verify: (code: string) => Promise<void>;
  onVerified: () => void;
  onFailure: (error: unknown) => void;
  onCancel: () => void;
}

/** A form for the six digits of an authenticator app. */
export function CodeForm({ action, verify, onVerified, onFailure, onCancel }: CodeFormProps) {
  const { code, error, isPending, input, type, onSubmit } = useCode({
    check: (typed) => (/^\d{6}$/.test(typed) ? null : 'Enter the 6 digits of the code'),
    verify,
    onVerified,
    onFailure,
  });

  return (
    <form noValidate onSubmit={onSubmit}>
      <Field label="Code" required error={error}>
        <TextInput
          ref={input}
          value={code}
          onChange={(event) => type(event.target.value.replace(/\D/g, '').slice(0, 6))}
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

interface CodeOptions {
  /** Validates a code before it is sent: an error message, or null. */
  check: (code: string) => string | null;
  /** Rejects when the code is rejected. */
  verify: (code: string) => Promise<void>;
  onVerified: () => void;
  /** Whether a rejected code stays in the field for correction. */
  isKept?: boolean;
  /** Called for a rejected code. */
  onFailure?: (error: unknown) => void;
}

/** A form for one code. The field is focused at first and after each rejected code. */
export function useCode({ check, verify, onVerified, isKept = false, onFailure }: CodeOptions) {
  const [code, setCode] = useState('');
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  const reject = (words: string): void => {
    setError(words);
    input.current?.focus();
  };

  const submit = async (): Promise<void> => {
    const wrong = check(code);
    if (wrong !== null) return reject(wrong);
    setPending(true);
    try {
      await verify(code);
      onVerified();
    } catch (failure) {
      setPending(false);
      if (!isKept) setCode('');
      reject(plainFailure(failure));
      onFailure?.(failure);
    }
  };

  return {
    code,
    error,
    isPending,
    input,
    type: (typed: string): void => {
      setError(undefined);
      setCode(typed);
    },
    onSubmit: (event: SyntheticEvent): void => {
      event.preventDefault();
      void submit();
    },
  };
}

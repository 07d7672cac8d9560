import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { plainFailure } from '../lib/errors.ts';

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

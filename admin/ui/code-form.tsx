import { Button, Flex } from '@chakra-ui/react';
import { TextInput } from './controls.tsx';
import { Field } from './field.tsx';
import { useCode } from './use-code.ts';

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

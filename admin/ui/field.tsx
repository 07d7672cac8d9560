import { Field as ChakraField, Flex, Input, NativeSelect, Text, Textarea, type InputProps } from '@chakra-ui/react';
import type { ComponentProps, ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

export interface FieldProps {
  label: string;
  /** Stands below the control and is read with it. */
  help?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  /** Shows `length / max` beside the label. */
  counter?: { length: number; max: number };
  /** Beside the label, at the end of its line. */
  aside?: ReactNode;
}

/** A control with its label, help, counter and error, joined for assistive technology. */
export function Field({
  label,
  help,
  error,
  counter,
  aside,
  children,
  ...state
}: FieldProps & { children: ReactNode }) {
  return (
    <ChakraField.Root invalid={error !== undefined} {...state}>
      <Flex width="full" justify="space-between" gap="3" align="baseline">
        <ChakraField.Label>
          {label}
          <ChakraField.RequiredIndicator />
        </ChakraField.Label>
        {counter && <Counter {...counter} />}
        {aside}
      </Flex>
      {children}
      {help && <ChakraField.HelperText color="fg.muted">{help}</ChakraField.HelperText>}
      <ChakraField.ErrorText>{error}</ChakraField.ErrorText>
    </ChakraField.Root>
  );
}

function Counter({ length, max }: { length: number; max: number }) {
  return (
    <Text as="span" textStyle="xs" fontVariantNumeric="tabular-nums" color={length > max ? 'fg.error' : 'fg.muted'}>
      {`${length}/${max}`}
    </Text>
  );
}

interface Registered {
  registration?: UseFormRegisterReturn;
}

const controlLook = { bg: 'bg.panel', borderColor: 'border.control' } as const;

export function TextField({
  registration,
  input,
  ...field
}: FieldProps & Registered & { input?: InputProps & { [data: `data-${string}`]: string } }) {
  return (
    <Field {...field}>
      <Input {...controlLook} {...registration} {...input} />
    </Field>
  );
}

export function TextAreaField({
  registration,
  input,
  ...field
}: FieldProps & Registered & { input?: ComponentProps<typeof Textarea> }) {
  return (
    <Field {...field}>
      <Textarea {...controlLook} autoresize minH="5.5rem" {...registration} {...input} />
    </Field>
  );
}

export interface Option {
  value: string;
  label: string;
}

export function SelectField({
  registration,
  options,
  select,
  ...field
}: FieldProps & Registered & { options: readonly Option[]; select?: ComponentProps<typeof NativeSelect.Field> }) {
  return (
    <Field {...field}>
      <NativeSelect.Root>
        <NativeSelect.Field {...controlLook} {...registration} {...select}>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </Field>
  );
}

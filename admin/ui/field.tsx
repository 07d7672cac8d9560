import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { limits } from '@frontage/model/limits';
import { FieldStateProvider, type Option, Select, TextArea, TextInput } from './controls.tsx';

export interface FieldProps {
  label: string;
  /** Shown below the control and announced with it. */
  help?: ReactNode;
  error?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  /** Shows `length/max` beside the label. */
  counter?: { length: number; max: number };
  /** Shown beside the label, at the end of its line. */
  labelEnd?: ReactNode;
  /** On a phone the label stands beside the control. */
  isCompact?: boolean;
}

/** A control of `controls.tsx` with its label, help, counter and error, connected for assistive technology. */
export function Field({
  label,
  help,
  error,
  counter,
  labelEnd,
  isCompact = false,
  children,
  ...state
}: FieldProps & { children: ReactNode }) {
  const id = useId();
  const described = [help ? `${id}-help` : '', error === undefined ? '' : `${id}-error`].filter(Boolean).join(' ');
  return (
    <Flex gap="1.5" width="full" {...(isCompact ? compact.field : { direction: 'column' })}>
      <Flex justify="space-between" gap="3" align="baseline" {...(isCompact ? compact.head : {})}>
        <chakra.label htmlFor={id} textStyle="sm" fontWeight="medium">
          {label}
          {state.required && (
            <chakra.span aria-hidden color="fg.error" ms="1">
              *
            </chakra.span>
          )}
        </chakra.label>
        {counter && <Counter {...counter} />}
        {isCompact ? <chakra.span order="1">{labelEnd}</chakra.span> : labelEnd}
      </Flex>
      <FieldStateProvider
        value={{
          id,
          'aria-describedby': described || undefined,
          'aria-invalid': error === undefined ? undefined : true,
          required: state.required,
          disabled: state.disabled,
          readOnly: state.readOnly,
        }}
      >
        {isCompact ? <Box {...compact.control}>{children}</Box> : children}
      </FieldStateProvider>
      {help && (
        <Text id={`${id}-help`} as="div" textStyle="xs" color="fg.muted" {...below}>
          {help}
        </Text>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </Flex>
  );
}

// Validation moves focus to the first invalid field in this time.
const focusMs = 100;

/**
 * The error of a control, which names it by `aria-describedby`. It is announced once: with the control that gets the
 * focus, by the status of the form after a failed save, or, if focus is elsewhere, by this element.
 */
export function FieldError({ id, error }: { id?: string; error: string | undefined }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const region = element.current;
    if (error === undefined || !region) return;
    const before = document.activeElement;
    const timer = setTimeout(() => {
      const { activeElement } = document;
      const isAtError = activeElement?.getAttribute('aria-invalid') === 'true';
      const isReported = region.closest('form')?.querySelector('[data-save-status=bad]') != null;
      if (isAtError && (isReported || activeElement !== before)) return;
      // Only content that is added to a live region is announced.
      region.setAttribute('aria-live', 'polite');
      if (region.lastChild) region.append(region.lastChild);
    }, focusMs);
    return () => {
      clearTimeout(timer);
      region.removeAttribute('aria-live');
    };
  }, [error]);
  return (
    <Text ref={element} id={id} as="div" textStyle="xs" fontWeight="medium" color="fg.error" {...below}>
      {error}
    </Text>
  );
}

const compact = {
  field: {
    direction: { base: 'row', md: 'column' },
    wrap: { base: 'wrap', md: 'nowrap' },
    align: { base: 'center', md: 'stretch' },
  },
  head: { display: { base: 'contents', md: 'flex' } },
  control: { flex: { base: '1 1 8rem', md: 'none' }, minW: '0' },
} as const;

// Below the control, also if the label is beside it.
const below = { order: 2, width: 'full' } as const;

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

export function TextField({
  registration,
  input,
  ...field
}: FieldProps & Registered & { input?: ComponentProps<typeof TextInput> }) {
  return (
    <Field {...field}>
      <TextInput {...registration} {...input} />
    </Field>
  );
}

export function TextAreaField({
  registration,
  input,
  ...field
}: FieldProps & Registered & { input?: ComponentProps<typeof TextArea> }) {
  return (
    <Field {...field}>
      <TextArea {...registration} {...input} />
    </Field>
  );
}

export function SelectField({
  registration,
  options,
  select,
  ...field
}: FieldProps & Registered & { options: readonly Option[]; select?: Omit<ComponentProps<typeof Select>, 'options'> }) {
  return (
    <Field {...field}>
      <Select options={options} {...registration} {...select} />
    </Field>
  );
}

type NewPasswordFieldProps = Pick<ComponentProps<typeof TextField>, 'label' | 'error' | 'registration'> & {
  autoFocus?: boolean;
};

/** A field for a new password with its requirements. */
export function NewPasswordField({ autoFocus = false, ...field }: NewPasswordFieldProps) {
  return (
    <TextField
      {...field}
      required
      help={`At least ${limits.accountPassword} characters`}
      input={{ type: 'password', autoComplete: 'new-password', autoFocus }}
    />
  );
}

import { chakra, Flex, Text } from '@chakra-ui/react';
import { textsIn } from '@frontage/model/fields';
import { type ComponentProps, useId } from 'react';
import { useController, useWatch, type FieldValues } from 'react-hook-form';
import { type Option } from '../../ui/controls.tsx';
import { Checkbox, Switch } from '../../ui/toggle.tsx';
import { FieldError, SelectField, TextAreaField, TextField } from '../../ui/field.tsx';
import { useFieldProps, type WidgetProps } from './form-fields.tsx';

interface TextOptions {
  /** Shows the length of the text and this maximum. */
  max?: number;
}

/** A line of text. */
export function TextWidget<Input extends FieldValues, Fields>({
  max,
  input,
  ...field
}: WidgetProps<Input, Fields> & TextOptions & Pick<ComponentProps<typeof TextField>, 'input'>) {
  const counter = useCounter(field, max);
  const registration = field.edit.editor.form.register(field.name);
  return <TextField {...useFieldProps(field)} {...counter} registration={registration} {...(input && { input })} />;
}

/** Text of several lines. */
export function TextAreaWidget<Input extends FieldValues, Fields>({
  max,
  input,
  ...field
}: WidgetProps<Input, Fields> & TextOptions & Pick<ComponentProps<typeof TextAreaField>, 'input'>) {
  const counter = useCounter(field, max);
  const registration = field.edit.editor.form.register(field.name);
  return <TextAreaField {...useFieldProps(field)} {...counter} registration={registration} {...(input && { input })} />;
}

function useCounter<Input extends FieldValues, Fields>(
  { edit, name }: WidgetProps<Input, Fields>,
  max: number | undefined,
) {
  const typed: unknown = useWatch({ control: edit.editor.form.control, name, disabled: max === undefined });
  return max === undefined ? {} : { counter: { length: typeof typed === 'string' ? typed.length : 0, max } };
}

/** A whole number from 0; `numberFrom` reads the typed text, and numbers from other changes. */
export function NumberWidget<Input extends FieldValues, Fields>({
  numberFrom,
  ...field
}: WidgetProps<Input, Fields> & { numberFrom: (entry: string) => number }) {
  return (
    <TextField
      {...useFieldProps(field)}
      registration={field.edit.editor.form.register(field.name, { setValueAs: numberFrom })}
      input={{ type: 'number', min: 0, step: 1, inputMode: 'numeric' }}
    />
  );
}

/** A number with or without decimals, or none; text that is no number is invalid. */
export function DecimalWidget<Input extends FieldValues, Fields>(props: WidgetProps<Input, Fields>) {
  const { field } = useController({ control: props.edit.editor.form.control, name: props.name });
  const value: unknown = field.value;
  return (
    <TextField
      {...useFieldProps(props)}
      input={{
        type: 'number',
        step: 'any',
        inputMode: 'decimal',
        maxW: '12rem',
        name: field.name,
        ref: field.ref,
        value: typeof value === 'number' && !Number.isNaN(value) ? value : '',
        onBlur: field.onBlur,
        onChange: ({ currentTarget: { value: entry, validity } }) => {
          const none = validity.badInput ? Number.NaN : null;
          field.onChange(entry === '' ? none : Number(entry));
        },
      }}
    />
  );
}

/** Several of a few options, as a group of checkboxes. */
export function ChoicesWidget<Input extends FieldValues, Fields>({
  options,
  ...props
}: WidgetProps<Input, Fields> & { options: readonly Option[] }) {
  const { field } = useController({ control: props.edit.editor.form.control, name: props.name });
  const { label, help, error } = useFieldProps(props);
  const id = useId();
  const chosen = textsIn(field.value);
  const described = [help ? `${id}-help` : '', error === undefined ? '' : `${id}-error`].filter(Boolean).join(' ');
  return (
    <chakra.fieldset aria-describedby={described || undefined} minW="0">
      <chakra.legend textStyle="sm" fontWeight="medium" mb="2">
        {label}
      </chakra.legend>
      <Flex direction="column" gap="2">
        {options.map(({ value, label: text }, index) => (
          <Checkbox
            key={value}
            {...(index === 0 && { ref: field.ref })}
            name={`${field.name}.${value}`}
            label={text}
            aria-invalid={error === undefined ? undefined : true}
            checked={chosen.includes(value)}
            onBlur={field.onBlur}
            onChange={({ currentTarget: { checked } }) => {
              const isChosen = (one: Option) => (one.value === value ? checked : chosen.includes(one.value));
              field.onChange(options.filter(isChosen).map((one) => one.value));
            }}
          />
        ))}
      </Flex>
      {help && (
        <Text id={`${id}-help`} textStyle="xs" color="fg.muted" mt="1.5">
          {help}
        </Text>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </chakra.fieldset>
  );
}

/** A calendar date. */
export function DateWidget<Input extends FieldValues, Fields>(field: WidgetProps<Input, Fields>) {
  return (
    <TextField
      {...useFieldProps(field)}
      registration={field.edit.editor.form.register(field.name)}
      input={{ type: 'date', maxW: '12rem' }}
    />
  );
}

/** A choice of a few options. */
export function SelectWidget<Input extends FieldValues, Fields>({
  options,
  isCompact = false,
  ...field
}: WidgetProps<Input, Fields> & { options: readonly Option[]; isCompact?: boolean }) {
  return (
    <SelectField
      {...useFieldProps(field)}
      {...{ options, isCompact }}
      registration={field.edit.editor.form.register(field.name)}
    />
  );
}

/** On or off. */
export function SwitchWidget<Input extends FieldValues, Fields>({
  edit,
  name,
  label,
  help,
  disabled = false,
}: WidgetProps<Input, Fields> & { disabled?: boolean }) {
  return <Switch {...{ label, help, disabled }} {...edit.editor.form.register(name)} />;
}

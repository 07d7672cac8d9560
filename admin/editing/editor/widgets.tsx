import type { ComponentProps } from 'react';
import { useWatch, type FieldValues } from 'react-hook-form';
import { type Option } from '../../ui/controls.tsx';
import { Switch } from '../../ui/toggle.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx';
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

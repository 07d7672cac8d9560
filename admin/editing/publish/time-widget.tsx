import { useState } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import { useFieldProps, type WidgetProps } from '../editor/form-fields.tsx';
import { enteredTime } from './local-time.ts';
import { TimeField } from './time-field.tsx';

/** A date and time in the browser's time zone; the form's value is the ISO moment, or empty. */
export function TimeWidget<Input extends FieldValues, Fields>(props: WidgetProps<Input, Fields>) {
  const { field } = useController({ control: props.edit.editor.form.control, name: props.name });
  const { label, help, error } = useFieldProps(props);
  const iso = momentIn(field.value);
  const [entered, setEntered] = useState(() => enteredTime(iso));
  // The form may get another value: from a restored version, or from another user.
  const value = (entered.at?.toISOString() ?? null) === iso ? entered : enteredTime(iso);
  return (
    <TimeField
      {...{ label, help, error, value }}
      onChange={(next) => {
        setEntered(next);
        field.onChange(next.at?.toISOString() ?? '');
      }}
      input={{ name: field.name, ref: field.ref, onBlur: field.onBlur, maxW: '16rem' }}
    />
  );
}

/** A form value as a moment with milliseconds; null if it is none. */
function momentIn(value: unknown): string | null {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

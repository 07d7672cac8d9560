import { useCallback } from 'react';
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';

export interface ControlSetup<Input extends FieldValues, Fields> {
  control: Control<Input, unknown, Fields>;
  name: FieldPath<Input>;
}

/** Connects a text field of a form to a control that is not a native input. */
export function useControl<Input extends FieldValues, Fields>({ control, name }: ControlSetup<Input, Fields>) {
  const { field, fieldState } = useController<Input, FieldPath<Input>, Fields>({ control, name });
  const { ref } = field;
  const onReady = useCallback(
    (focusable: { focus(): void } | null) => {
      ref(focusable);
    },
    [ref],
  );
  return {
    name: field.name,
    value: typeof field.value === 'string' ? field.value : '',
    onChange: (value: string) => field.onChange(value),
    onBlur: field.onBlur,
    onReady,
    error: fieldState.error?.message,
  };
}

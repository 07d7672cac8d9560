import { useCallback, useEffect, useState } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';

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

/** Debounces a value: returns it after `quietTime` milliseconds without a change; immediately for 0. */
export function useDebounced<T>(value: T, quietTime: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (quietTime === 0) return;
    const timer = setTimeout(() => setSettled(value), quietTime);
    return () => clearTimeout(timer);
  }, [value, quietTime]);
  return quietTime === 0 ? value : settled;
}

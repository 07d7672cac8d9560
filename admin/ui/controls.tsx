import { chakra } from '@chakra-ui/react';
import { inputRecipe, textareaRecipe } from '@chakra-ui/react/theme';
import { type ComponentProps, createContext, memo, use, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { ChevronDown } from '#icons';

/** Props that a field passes to its control. */
export interface FieldState {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
  required: boolean | undefined;
  disabled: boolean | undefined;
  readOnly: boolean | undefined;
}

const Context = createContext<FieldState | null>(null);

export const FieldStateProvider = Context;

/** The props that connect a control to the `Field` around it, to be spread into the control. */
function useFieldState(): Partial<FieldState> {
  return use(Context) ?? {};
}

const controlStyle = {
  bg: 'bg.panel',
  borderColor: 'border.control',
  _invalid: { borderColor: 'border.error' },
} as const;
const InputBase = chakra('input', inputRecipe);
const TextareaBase = chakra('textarea', textareaRecipe);
const SelectBase = chakra('select', inputRecipe);

/** A single-line text input inside a `Field`. */
export function TextInput(props: ComponentProps<typeof InputBase>) {
  return <InputBase {...controlStyle} {...useFieldState()} {...props} />;
}

/** A multi-line text input inside a `Field`; grows with its content. */
export function TextArea(props: ComponentProps<typeof TextareaBase>) {
  return (
    <TextareaBase
      {...controlStyle}
      fieldSizing="content"
      minH="5.5rem"
      maxH="60vh"
      py="2"
      {...useFieldState()}
      {...props}
    />
  );
}

export interface Option {
  value: string;
  label: string;
}

// There may be thousands of options, and the form around them re-renders with every draft save.
const Options = memo(function Options({ options }: { options: readonly Option[] }) {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
});

// Above this number, opening a dialog is slow: the browser recalculates the style of every option.
const manyOptions = 200;
// React inserts new elements in quadratic time: one batch of twice as many options takes four times as long.
const batchSize = 500;

const partsOf = (options: readonly Option[]): (readonly Option[])[] =>
  Array.from({ length: Math.ceil(options.length / batchSize) }, (_, part) =>
    options.slice(part * batchSize, (part + 1) * batchSize),
  );

/**
 * A native select. With a controlled `value` and very many options, the others are rendered only while it is pressed or
 * focused.
 */
export function Select({ options, ...props }: ComponentProps<typeof SelectBase> & { options: readonly Option[] }) {
  const { readOnly: _readOnly, ...state } = useFieldState();
  const { value, onBlur } = props;
  const [drawn, setDrawn] = useState(0);
  const parts = useMemo(() => partsOf(options), [options]);
  const isShort = options.length <= manyOptions || value === undefined;
  const shown =
    isShort || drawn > 0
      ? parts.slice(0, isShort ? undefined : drawn)
      : [options.filter((option) => option.value === value)];
  // The browser opens the list when the press ends, with the options present then.
  const renderOptions = () => {
    if (isShort || drawn > 0) return setDrawn(Infinity);
    for (let count = 1; count <= parts.length; count += 1) flushSync(() => setDrawn(count));
    setDrawn(Infinity);
  };
  return (
    <chakra.span position="relative" display="block" width="full">
      <SelectBase
        {...controlStyle}
        pe="9"
        cursor="pointer"
        {...state}
        {...props}
        onPointerDown={renderOptions}
        onFocus={renderOptions}
        onBlur={(event) => {
          setDrawn(0);
          onBlur?.(event);
        }}
      >
        {shown.map((part, index) => (
          <Options key={index} options={part} />
        ))}
      </SelectBase>
      <chakra.span position="absolute" insetEnd="3" top="50%" translate="0 -50%" pointerEvents="none" color="fg.muted">
        <ChevronDown size={16} aria-hidden />
      </chakra.span>
    </chakra.span>
  );
}

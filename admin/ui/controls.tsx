import { chakra } from '@chakra-ui/react';
import { inputRecipe, textareaRecipe } from '@chakra-ui/react/theme';
import { ChevronDown } from '#icons';
import { createContext, memo, use, useMemo, useState, type ComponentProps } from 'react';
import { flushSync } from 'react-dom';

/** What a control takes from the field around it. */
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

/** Joins a control of any kind to the `Field` around it: spread the answer into it. */
function useFieldState(): Partial<FieldState> {
  return use(Context) ?? {};
}

const look = { bg: 'bg.panel', borderColor: 'border.control' } as const;
const InputBase = chakra('input', inputRecipe);
const TextareaBase = chakra('textarea', textareaRecipe);
const SelectBase = chakra('select', inputRecipe);

/** A line of text inside a `Field`. */
export function TextInput(props: ComponentProps<typeof InputBase>) {
  return <InputBase {...look} {...useFieldState()} {...props} />;
}

/** Several lines of text inside a `Field`; grows with them. */
export function TextArea(props: ComponentProps<typeof TextareaBase>) {
  return (
    <TextareaBase {...look} fieldSizing="content" minH="5.5rem" maxH="60vh" py="2" {...useFieldState()} {...props} />
  );
}

export interface Option {
  value: string;
  label: string;
}

// There may be thousands, and the form around them is drawn again with every save of a draft.
const Options = memo(function Options({ options }: { options: readonly Option[] }) {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
});

// The browser gives each its style again whenever a dialog opens, and its width is measured.
const many = 200;
// React looks for the place of a new element past all new ones that follow it: drawn in one go, twice as many take four times as long.
const atOnce = 500;

const partsOf = (options: readonly Option[]): (readonly Option[])[] =>
  Array.from({ length: Math.ceil(options.length / atOnce) }, (_, part) =>
    options.slice(part * atOnce, (part + 1) * atOnce),
  );

/**
 * One of some options, the platform's own list. Where `value` says which, and there are very many, the others are there from when
 * somebody presses or reaches it until they leave it.
 */
export function Select({ options, ...props }: ComponentProps<typeof SelectBase> & { options: readonly Option[] }) {
  const { readOnly: _readOnly, ...state } = useFieldState();
  const { value, onBlur } = props;
  const [drawn, setDrawn] = useState(0);
  const parts = useMemo(() => partsOf(options), [options]);
  const isShort = options.length <= many || value === undefined;
  const shown =
    isShort || drawn > 0
      ? parts.slice(0, isShort ? undefined : drawn)
      : [options.filter((option) => option.value === value)];
  // The list opens with what is there when the press is over.
  const reach = () => {
    if (isShort || drawn > 0) return setDrawn(Infinity);
    for (let count = 1; count <= parts.length; count += 1) flushSync(() => setDrawn(count));
    setDrawn(Infinity);
  };
  return (
    <chakra.span position="relative" display="block" width="full">
      <SelectBase
        {...look}
        pe="9"
        cursor="pointer"
        {...state}
        {...props}
        onPointerDown={reach}
        onFocus={reach}
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

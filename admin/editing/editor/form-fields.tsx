import { SimpleGrid } from '@chakra-ui/react';
import { fieldLabels } from '@frontage/model/field-labels';
import { collectionOf, type Savable } from '@frontage/model/kinds/kinds';
import {
  type ComponentProps,
  type ComponentType,
  memo,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
} from 'react';
import {
  type Control,
  type FieldPath,
  type FieldValues,
  type Path,
  useController,
  useFormState,
  useWatch,
} from 'react-hook-form';
import type { FieldProps } from '../../ui/field.tsx';
import type { Editor } from '../editor.ts';

/** The edit that a form belongs to. Its fields render again when it changes: see `useFormEdit`. */
export interface FormEdit<Input extends FieldValues, Fields> {
  kind: Savable;
  editor: Pick<Editor<Input, Fields>, 'form' | 'origin' | 'create' | 'settleDraft'>;
  canEdit: boolean;
  canPublish: boolean;
}

/** The edit of a form, the same object while storing the draft changes only the state of the editor. */
export function useFormEdit<Input extends FieldValues, Fields>(
  { form, origin, create, settleDraft }: Editor<Input, Fields>,
  { kind, canEdit, canPublish }: Omit<FormEdit<Input, Fields>, 'editor'>,
): FormEdit<Input, Fields> {
  return useMemo(
    () => ({ kind, editor: { form, origin, create, settleDraft }, canEdit, canPublish }),
    [kind, form, origin, create, settleDraft, canEdit, canPublish],
  );
}

/** The props of every widget. A widget connects itself to the field `name` of the edit's form. */
export interface WidgetProps<Input extends FieldValues, Fields> {
  edit: FormEdit<Input, Fields>;
  name: Path<Input>;
  label: string;
  help?: ReactNode;
  required?: boolean | undefined;
}

/** How a form shows a field. Its schema is in `model/`, its label in `model/field-labels.ts`. */
export interface FormField<Input extends FieldValues, Fields, Panel extends string = string> {
  /** The key of its panel; the first panel if absent. */
  panel?: Panel;
  widget: ComponentType<WidgetProps<Input, Fields>>;
  help?: ReactNode;
  required?: boolean;
  /** A switch of the form: the field is shown only while it is on. */
  shownIf?: Path<Input>;
  /** The grid for this field and its neighbors with the same object. */
  row?: FormRow;
}

export type FormRow = ComponentProps<typeof SimpleGrid>;

/** All fields of a form, in display order. A field of the schema without an entry is a type error. */
export type FormTable<Input extends FieldValues, Fields, Panel extends string = string> = {
  readonly [Name in keyof Input]-?: FormField<Input, Fields, Panel>;
};

/** A group of fields under one heading. */
export interface FormPanel<Panel extends string = string> {
  key: Panel;
  title: string;
  /** The label of its tab; the title if absent. */
  tab?: string;
  /** A sentence above the fields. */
  intro?: string;
}

/** The form values of a stored document; empty and missing fields have their values in `blank`. */
export function formValues<Values extends object>(
  blank: Values,
  stored: { readonly [Name in keyof Values]?: Values[Name] | null },
): Values {
  const names = Object.keys(blank) as (keyof Values)[];
  return Object.fromEntries(names.map((name) => [name, stored[name] ?? blank[name]])) as Values;
}

interface FormFieldsProps<Input extends FieldValues, Fields> {
  table: FormTable<Input, Fields>;
  /** The panel whose fields are shown, and the panel of fields that name none; all fields if absent. */
  panel?: string;
  firstPanel?: string;
  edit: FormEdit<Input, Fields>;
}

/** The names of the fields in a panel. */
export function namesIn<Input extends FieldValues, Fields>(
  table: FormTable<Input, Fields>,
  panel: string | undefined,
  firstPanel?: string,
): Path<Input>[] {
  const names = Object.keys(table) as Path<Input>[];
  return panel === undefined ? names : names.filter((name) => (table[name].panel ?? firstPanel) === panel);
}

/**
 * Fields of a form, each as its widget. Rendered after other parts of the screen and in parts, because a form takes long:
 * widgets read values and errors from the form themselves.
 */
export function FormFields<Input extends FieldValues, Fields>(props: FormFieldsProps<Input, Fields>) {
  return <Fields {...useDeferredValue(props)} />;
}

const Fields = memo(function Fields<Input extends FieldValues, Fields>({
  table,
  panel,
  firstPanel,
  edit,
}: FormFieldsProps<Input, Fields>) {
  const names = namesIn(table, panel, firstPanel);
  const labels: Readonly<Record<string, string>> = fieldLabels[collectionOf(edit.kind)];
  const draw = (name: Path<Input>) => {
    const { widget: Widget, help, required, shownIf } = table[name];
    const shown = <Widget key={name} {...{ edit, name, help, required }} label={labels[name] ?? name} />;
    if (shownIf === undefined) return shown;
    return (
      <WhileOn key={name} edit={edit} name={shownIf}>
        {shown}
      </WhileOn>
    );
  };
  return rowsOf(table, names).map(({ row, names: inRow }) =>
    row === undefined ? (
      inRow.map(draw)
    ) : (
      <SimpleGrid key={inRow[0]} {...row}>
        {inRow.map(draw)}
      </SimpleGrid>
    ),
  );
}) as <Input extends FieldValues, Fields>(props: FormFieldsProps<Input, Fields>) => ReactNode;

/** Groups neighbors of the same row. */
function rowsOf<Input extends FieldValues, Fields>(table: FormTable<Input, Fields>, names: readonly Path<Input>[]) {
  const rows: { row: FormRow | undefined; names: Path<Input>[] }[] = [];
  for (const name of names) {
    const { row } = table[name];
    const last = rows.at(-1);
    if (last && row !== undefined && last.row === row) last.names.push(name);
    else rows.push({ row, names: [name] });
  }
  return rows;
}

/** Its content while a switch is on. */
function WhileOn<Input extends FieldValues, Fields>({
  edit,
  name,
  children,
}: Pick<WidgetProps<Input, Fields>, 'edit' | 'name'> & { children: ReactNode }) {
  const isOn: unknown = useWatch({ control: edit.editor.form.control, name });
  return isOn === true && children;
}

/** The label, help and current error of a widget's field. */
export function useFieldProps<Input extends FieldValues, Fields>({
  edit,
  name,
  label,
  help,
  required,
}: WidgetProps<Input, Fields>): FieldProps {
  const { control, getFieldState } = edit.editor.form;
  const state = useFormState({ control, name, exact: true });
  return { label, help, required, error: getFieldState(name, state).error?.message };
}

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

import { Box, Button, chakra, Flex, SimpleGrid, Text } from '@chakra-ui/react';
import { capitalized } from '@frontage/model/kinds/kinds';
import { type ComponentType, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { type Control, type FieldValues, useFieldArray, useFormState } from 'react-hook-form';
import { Plus } from '#icons';
import { EntryButtons } from '../ui/entry-buttons.tsx';
import { FieldError } from '../ui/field.tsx';
import type { WidgetProps } from './editor/form-fields.tsx';

type RowValues = Readonly<Record<string, unknown>>;

/** A field of each row. */
interface RowColumn {
  name: string;
  label: string;
  help: string | undefined;
  required: boolean;
  Widget: ComponentType<WidgetProps<FieldValues, unknown>>;
}

export interface GroupsOptions {
  columns: readonly RowColumn[];
  /** The values of a new row. */
  blank: RowValues;
  /** The maximum number of rows. */
  max: number;
  /** The noun for one row: 'figure'. */
  one: string;
}

/** A list of rows with the same fields: rows are added, removed with undo, and moved by buttons or Alt and an arrow key. */
export function GroupsWidget({
  edit,
  name,
  label,
  help,
  columns,
  blank,
  max,
  one,
}: WidgetProps<FieldValues, unknown> & GroupsOptions) {
  const id = useId();
  const control = edit.editor.form.control as unknown as Control;
  const { fields, append, insert, remove, move } = useFieldArray({ control, name });
  const [removed, setRemoved] = useState<{ index: number; values: RowValues } | null>(null);
  const [announced, announce] = useState('');
  const rows = useRef<HTMLDivElement>(null);
  const afterStep = useFocusAfterStep();
  const noun = capitalized(one);
  const first = columns[0]?.name ?? '';

  const add = () => {
    append({ ...blank }, { focusName: `${name}.${fields.length}.${first}` });
    setRemoved(null);
    announce(`${noun} ${fields.length + 1} added`);
  };
  const moveRow = (from: number, step: 'up' | 'down') => {
    const to = from + (step === 'up' ? -1 : 1);
    if (to < 0 || to >= fields.length) return;
    // The element of a moved row loses the focus.
    const focused = document.activeElement;
    afterStep(() => focused);
    move(from, to);
    setRemoved(null);
    announce(`${noun} moved to ${to + 1} of ${fields.length}`);
  };
  const removeRow = (index: number) => {
    const values = structuredClone((edit.editor.form.getValues(name) as RowValues[])[index] ?? blank);
    afterStep(() => document.getElementById(`${id}-undo`));
    remove(index);
    setRemoved({ index, values });
    announce(`${noun} ${index + 1} removed`);
  };
  const undo = ({ index, values }: { index: number; values: RowValues }) => {
    afterStep(() => rows.current?.children[index]?.querySelector('input, select, textarea, button') ?? null);
    insert(index, { ...values }, { shouldFocus: false });
    setRemoved(null);
    announce(`${noun} ${index + 1} restored`);
  };

  return (
    <Box role="group" aria-labelledby={`${id}-label`} aria-describedby={help ? `${id}-help` : undefined} width="full">
      <Flex justify="space-between" gap="3" align="baseline" mb="1.5">
        <Text id={`${id}-label`} textStyle="sm" fontWeight="medium">
          {label}
        </Text>
        <Text as="span" textStyle="xs" fontVariantNumeric="tabular-nums" color="fg.muted">
          {`${fields.length}/${max}`}
        </Text>
      </Flex>
      {help && (
        <Text id={`${id}-help`} textStyle="xs" color="fg.muted" mb="1.5">
          {help}
        </Text>
      )}
      <Flex ref={rows} direction="column" gap="3">
        {fields.map((row, index) => (
          <Row
            key={row.id}
            title={`${noun} ${index + 1}`}
            place={{ index, count: fields.length }}
            isReadOnly={!edit.canEdit}
            onMove={(step) => moveRow(index, step)}
            onRemove={() => removeRow(index)}
          >
            {columns.map(({ name: column, Widget, ...shown }) => (
              <Widget key={column} edit={edit} name={`${name}.${index}.${column}`} {...shown} />
            ))}
          </Row>
        ))}
      </Flex>
      {fields.length === 0 && !removed && (
        <Text textStyle="sm" color="fg.muted" mb="2">
          {`No ${one} yet.`}
        </Text>
      )}
      {removed && (
        <Flex align="center" gap="3" mt="2">
          <Text textStyle="sm">{`${noun} ${removed.index + 1} removed.`}</Text>
          <Button id={`${id}-undo`} type="button" size="xs" variant="outline" onClick={() => undo(removed)}>
            Undo
          </Button>
        </Flex>
      )}
      {edit.canEdit && (
        <Button
          type="button"
          size="sm"
          variant="outline"
          colorPalette="gray"
          mt="3"
          disabled={fields.length >= max}
          onClick={add}
        >
          <Plus /> {`Add ${one}`}
        </Button>
      )}
      <ListError control={control} name={name} />
      <Text role="status" srOnly>
        {announced}
      </Text>
    </Box>
  );
}

/** The error of the list as a whole; those of fields are at the fields. */
function ListError({ control, name }: { control: Control; name: string }) {
  const { errors } = useFormState({ control, name });
  const error = errors[name];
  const message = error?.message ?? (error?.root as { message?: string } | undefined)?.message;
  return <FieldError error={typeof message === 'string' && message !== '' ? message : undefined} />;
}

/** Returns a function that focuses an element after the next render. */
function useFocusAfterStep(): (find: () => Element | null) => void {
  const wanted = useRef<(() => Element | null) | null>(null);
  useEffect(() => {
    const found = wanted.current?.();
    wanted.current = null;
    if (found instanceof HTMLElement) found.focus();
  });
  return (find) => void (wanted.current = find);
}

interface RowProps {
  title: string;
  place: { index: number; count: number };
  isReadOnly: boolean;
  onMove: (step: 'up' | 'down') => void;
  onRemove: () => void;
  children: ReactNode;
}

function Row({ title, place: { index, count }, isReadOnly, onMove, onRemove, children }: RowProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: 'up', ArrowDown: 'down' }[event.key] as 'up' | 'down' | undefined;
    if (!event.altKey || step === undefined || isReadOnly) return;
    event.preventDefault();
    onMove(step);
  };
  return (
    <chakra.div
      role="group"
      aria-label={`${title} of ${count}`}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      borderWidth="1px"
      rounded="l2"
      bg="bg.subtle"
      p="3"
      pt="1.5"
      onKeyDown={onKeyDown}
    >
      <Flex align="center" gap="1" mb="1.5" minH="9">
        <Text flex="1" minW="0" textStyle="sm" color="fg.muted">
          {title}
        </Text>
        {!isReadOnly && <EntryButtons name={title} {...{ index, count, onMove, onRemove }} />}
      </Flex>
      <SimpleGrid gap="4" minChildWidth="min(16rem, 100%)" alignItems="start">
        {children}
      </SimpleGrid>
    </chakra.div>
  );
}

import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { textsIn } from '@frontage/model/fields';
import { foldTag } from '@frontage/model/slug';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import { X } from '#icons';
import { TextInput } from '../../ui/controls.tsx';
import { Field } from '../../ui/field.tsx';
import { useFieldProps, type WidgetProps } from './form-fields.tsx';

const separators = /[,\n\r\t]+/;

/** Tags of a text with commas or lines, without white space around them. */
export const tagsIn = (text: string): string[] =>
  text
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** The tags with further ones; those with the address of another one are already there. */
export function withTags(tags: readonly string[], more: readonly string[]): { tags: string[]; added: string[] } {
  const addressOf = (tag: string): string => foldTag(tag) || tag;
  const addresses = new Set(tags.map(addressOf));
  const added = more.filter((tag) => {
    const address = addressOf(tag);
    const isNew = !addresses.has(address);
    addresses.add(address);
    return isNew;
  });
  return { tags: [...tags, ...added], added };
}

/**
 * A list of tags. Enter, a comma or leaving the field adds the entered tag, Backspace in the empty field removes the last
 * one. A pasted list is split.
 */
export function TagsWidget<Input extends FieldValues, Fields>(props: WidgetProps<Input, Fields>) {
  const { edit, name, help } = props;
  const { field } = useController({ control: edit.editor.form.control, name });
  const [entered, setEntered] = useState('');
  const [report, setReport] = useState('');
  const input = useRef<HTMLInputElement | null>(null);
  const tags = textsIn(field.value);

  const add = (more: readonly string[]) => {
    if (more.length === 0) return;
    const next = withTags(tags, more);
    if (next.added.length > 0) field.onChange(next.tags);
    setReport(next.added.length > 0 ? `Added ${next.added.join(', ')}` : `${more.join(', ')} is already in the list`);
  };
  const remove = (index: number) => {
    field.onChange(tags.toSpliced(index, 1));
    setReport(`Removed ${tags[index] ?? ''}`);
    input.current?.focus();
  };
  const addEntered = () => {
    add(tagsIn(entered));
    setEntered('');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.metaKey && !event.ctrlKey) {
      // Enter would submit the form.
      event.preventDefault();
      addEntered();
    } else if (event.key === 'Backspace' && entered === '' && tags.length > 0) {
      event.preventDefault();
      remove(tags.length - 1);
    }
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text');
    if (!separators.test(text.trim())) return;
    event.preventDefault();
    add(tagsIn(`${entered},${text}`));
    setEntered('');
  };
  return (
    <Field {...useFieldProps(props)} help={help ?? 'Separate tags with Enter or a comma.'}>
      {tags.length > 0 && (
        <Flex as="ul" aria-label={props.label} listStyleType="none" wrap="wrap" gap="1.5">
          {tags.map((tag, index) => (
            <Chip key={`${String(index)} ${tag}`} tag={tag} onRemove={() => remove(index)} />
          ))}
        </Flex>
      )}
      <TextInput
        ref={(element: HTMLInputElement | null) => {
          input.current = element;
          field.ref(element);
        }}
        name={name}
        autoComplete="off"
        enterKeyHint="enter"
        value={entered}
        onChange={({ currentTarget: { value } }) => {
          const parts = value.split(',');
          setEntered(parts.pop() ?? '');
          add(parts.flatMap(tagsIn));
        }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => {
          addEntered();
          field.onBlur();
        }}
      />
      <Text role="status" srOnly>
        {report}
      </Text>
    </Field>
  );
}

function Chip({ tag, onRemove }: { tag: string; onRemove: () => void }) {
  return (
    <chakra.li
      display="inline-flex"
      alignItems="center"
      maxW="full"
      bg="bg.muted"
      borderWidth="1px"
      rounded="full"
      ps="3"
      textStyle="sm"
    >
      <Box as="span" minW="0" overflowWrap="anywhere" py="1">
        {tag}
      </Box>
      <chakra.button
        type="button"
        aria-label={`Remove ${tag}`}
        title={`Remove ${tag}`}
        onClick={onRemove}
        display="inline-flex"
        alignItems="center"
        justifyContent="center"
        flexShrink="0"
        boxSize="8"
        rounded="full"
        color="fg.muted"
        cursor="pointer"
        _hover={{ color: 'fg', bg: 'bg.emphasized' }}
        _disabled={{ cursor: 'not-allowed', opacity: 0.5 }}
        focusVisibleRing="outside"
      >
        <X size={14} />
      </chakra.button>
    </chakra.li>
  );
}

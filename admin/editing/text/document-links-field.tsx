import { Badge, Box, chakra, Flex, Text } from '@chakra-ui/react';
import { counted } from '@frontage/model/dates';
import { referenceTo } from '@frontage/model/document-link';
import { capitalized, kinds, type Kind } from '@frontage/model/kinds/kinds';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { TextInput } from '../../ui/controls.tsx';
import { EntryButtons } from '../../ui/entry-buttons.tsx';
import { Field } from '../../ui/field.tsx';
import { onListKey } from '../../ui/list-option.tsx';
import { useFieldProps, type WidgetProps } from '../editor/form-fields.tsx';
import { findTargets, type LinkTarget } from './link-targets.ts';
import { useLinkTargets } from './links.queries.ts';
import { TargetList } from './target-list.tsx';

const shownTargets = 6;

export interface LinkOptions {
  /** The names of the kinds whose documents can be linked. */
  to: readonly string[];
  /** The maximum number of links; null for a field with one link, which is a text instead of a list. */
  max: number | null;
}

/** Links to documents: the chosen ones in their order, and a search that adds one. */
export function DocumentLinksWidget<Input extends FieldValues, Fields>({
  to,
  max,
  ...props
}: WidgetProps<Input, Fields> & LinkOptions) {
  const { edit, name, label } = props;
  const { control } = edit.editor.form;
  const { field } = useController<Input, FieldPath<Input>, Fields>({ control, name });
  const links = linksIn(field.value);
  const { targets } = useLinkTargets();
  const [announced, announce] = useState('');
  const input = useRef<HTMLInputElement | null>(null);
  const own = referenceTo({ kind: edit.kind as never, id: edit.editor.origin.id });
  const offered = useMemo(
    () => targets?.filter(({ reference }) => reference !== own && to.includes(kindIn(reference))) ?? [],
    [targets, own, to],
  );
  const titleOf = (link: string): string => targets?.find(({ href }) => href === link)?.title ?? link;
  const change = (next: readonly string[], message: string) => {
    field.onChange(max === null ? (next[0] ?? '') : next);
    announce(message);
  };
  const add = (link: string) => change(max === null ? [link] : [...links, link], `${titleOf(link)} added`);
  const isFull = max !== null && links.length >= max;
  const many = to.map((kind) => kinds[kind as Kind].nouns.many).join(' or ');

  return (
    <Field {...useFieldProps(props)} {...(max !== null && { counter: { length: links.length, max } })}>
      <ChosenLinks
        {...{ label, links, targets, titleOf }}
        isOrdered={max !== null}
        isReadOnly={!edit.canEdit}
        onChange={change}
        onEmptied={() => input.current?.focus()}
      />
      {edit.canEdit && (
        <LinkSearch
          name={field.name}
          onReady={(element) => {
            input.current = element;
            field.ref(element);
          }}
          onBlur={field.onBlur}
          offered={offered.filter(({ href }) => !links.includes(href))}
          placeholder={isFull ? 'Remove one to choose another' : `Search ${many}`}
          listLabel={capitalized(many)}
          isFull={isFull}
          onChoose={add}
        />
      )}
      <Text role="status" srOnly>
        {announced}
      </Text>
    </Field>
  );
}

const linksIn = (value: unknown): readonly string[] =>
  [value].flat().filter((link): link is string => typeof link === 'string' && link !== '');

const kindIn = (reference: string | null): string => reference?.slice(0, reference.indexOf(':')) ?? '';

interface ChosenLinksProps {
  label: string;
  links: readonly string[];
  /** Null while the documents load. */
  targets: readonly LinkTarget[] | null;
  titleOf: (link: string) => string;
  isOrdered: boolean;
  isReadOnly: boolean;
  onChange: (links: readonly string[], message: string) => void;
  /** Called after the last link is removed. */
  onEmptied: () => void;
}

/** The chosen documents with name and state, and the buttons that move and remove them. */
function ChosenLinks({ label, links, targets, titleOf, isOrdered, isReadOnly, onChange, onEmptied }: ChosenLinksProps) {
  const list = useRef<HTMLUListElement>(null);
  // The button that has the focus after a step: React moves the element of a link, which then loses it.
  const focus = useRef<{ link: string; step: string } | null>(null);
  useEffect(() => {
    const { link = '', step = '' } = focus.current ?? {};
    focus.current = null;
    const row = [...(list.current?.children ?? [])].find((element) => element.getAttribute('data-link') === link);
    row?.querySelector<HTMLElement>(`[data-step=${step}]`)?.focus();
  });
  if (links.length === 0) return null;

  const move = (link: string, step: 'up' | 'down') => {
    const from = links.indexOf(link);
    const at = from + (step === 'up' ? -1 : 1);
    if (at < 0 || at >= links.length) return;
    focus.current = { link, step };
    onChange(links.toSpliced(from, 1).toSpliced(at, 0, link), `${titleOf(link)} moved to ${at + 1} of ${links.length}`);
  };
  const remove = (link: string) => {
    const at = links.indexOf(link);
    const next = links.toSpliced(at, 1);
    const neighbor = next[Math.min(at, next.length - 1)];
    if (neighbor === undefined) onEmptied();
    else focus.current = { link: neighbor, step: 'remove' };
    onChange(next, `${titleOf(link)} removed`);
  };

  return (
    <chakra.ul ref={list} listStyleType="none" aria-label={`${label}: chosen`} display="grid" gap="1.5" mb="1.5">
      {links.map((link, index) => {
        const title = titleOf(link);
        return (
          <Flex
            as="li"
            key={link}
            data-link={link}
            align="center"
            gap="1"
            borderWidth="1px"
            rounded="l2"
            bg="bg.panel"
            ps="3"
            pe="1"
            minH="11"
          >
            <Box flex="1" minW="0" py="1">
              <Text textStyle="sm" truncate>
                {title}
              </Text>
              <LinkState link={link} targets={targets} />
            </Box>
            {!isReadOnly && (
              <EntryButtons
                name={title}
                index={index}
                count={links.length}
                onMove={isOrdered ? (step) => move(link, step) : undefined}
                onRemove={() => remove(link)}
              />
            )}
          </Flex>
        );
      })}
    </chakra.ul>
  );
}

/** The kind and address of a linked document, and whether visitors can open it. */
function LinkState({ link, targets }: { link: string; targets: readonly LinkTarget[] | null }) {
  if (targets === null) return null;
  const target = targets.find(({ href }) => href === link);
  if (!target) return <Badge colorPalette="brick">Does not exist</Badge>;
  return (
    <Flex align="center" gap="2" wrap="wrap">
      <Text textStyle="xs" color="fg.muted" truncate>
        {`${kinds[kindIn(target.reference) as Kind].label} · ${target.path}`}
      </Text>
      {!target.isPublished && <Badge>Not published</Badge>}
    </Flex>
  );
}

interface LinkSearchProps {
  name: string;
  onReady: (element: HTMLInputElement | null) => void;
  onBlur: () => void;
  offered: readonly LinkTarget[];
  placeholder: string;
  listLabel: string;
  isFull: boolean;
  onChoose: (link: string) => void;
}

/** The search for a document: a combobox whose options are the best matches, or the latest documents without words. */
function LinkSearch({ onReady, onBlur, offered, placeholder, listLabel, isFull, onChoose, name }: LinkSearchProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [index, setIndex] = useState(-1);
  const [isOpen, setOpen] = useState(false);
  const found = isOpen && !isFull ? findTargets(offered, typed, shownTargets) : [];
  const close = () => {
    setOpen(false);
    setIndex(-1);
  };
  const choose = ({ href }: LinkTarget) => {
    setTyped('');
    close();
    onChoose(href);
  };
  const chosen = found[typed.trim() === '' ? index : Math.max(0, index)];
  return (
    <Box width="full">
      <TextInput
        ref={onReady}
        name={name}
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={found[index] ? `${id}-${index}` : undefined}
        autoComplete="off"
        placeholder={placeholder}
        readOnly={isFull}
        required={false}
        value={typed}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onBlur={() => {
          close();
          setTyped('');
          onBlur();
        }}
        onChange={({ target }) => {
          setTyped(target.value);
          setIndex(-1);
          setOpen(true);
        }}
        onKeyDown={onListKey({
          count: found.length,
          index,
          onMove: setIndex,
          onEnter: () => chosen && choose(chosen),
          onEscape: close,
        })}
      />
      <Box
        borderWidth={found.length > 0 ? '1px' : '0'}
        rounded="l2"
        bg="bg.panel"
        mt="1"
        p={found.length > 0 ? '1' : '0'}
      >
        <TargetList {...{ id, found, index }} label={listLabel} onChoose={choose} />
      </Box>
      <Text role="status" textStyle="xs" color="fg.muted" mt="1" _empty={{ display: 'none' }}>
        {isOpen &&
          typed.trim() !== '' &&
          (found.length > 0 ? counted(found.length, 'result') : 'No matching documents')}
      </Text>
    </Box>
  );
}

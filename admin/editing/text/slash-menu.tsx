import { chakra, Flex, Text } from '@chakra-ui/react';
import { findBlocks } from '@frontage/model/blocks';
import { foldText } from '@frontage/model/fold';
import { type EditorState, Plugin, PluginKey, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { ListOption } from '../../ui/list-option.tsx';
import type { CommandName } from './commands.ts';
import { schema } from './schema.ts';

/** The open slash menu: the typed words after the slash, their range, and the active option. */
export interface SlashMenu {
  query: string;
  from: number;
  to: number;
  index: number;
}

const key = new PluginKey<SlashMenu | null>('slash-menu');

export const slashMenuOf = (state: EditorState): SlashMenu | null => key.getState(state) ?? null;

export interface SlashMenuOptions {
  /** The number of options for the words. */
  count(query: string): number;
  /** Runs an option after the typed words were removed. */
  choose(view: EditorView, menu: SlashMenu): void;
}

/** Opens the menu at the caret, in a new paragraph if there is text. */
export function openSlashMenu(view: EditorView): void {
  const { tr, selection } = view.state;
  const { parent } = selection.$to;
  if (parent.type !== schema.nodes.paragraph || parent.content.size > 0) {
    const end = selection.$to.depth === 0 ? selection.to : selection.$to.after();
    tr.insert(end, schema.nodes.paragraph.create()).setSelection(TextSelection.create(tr.doc, end + 1));
  }
  view.dispatch(tr.insertText('/').setMeta(key, 'open').scrollIntoView());
}

/** Opens a menu when `/` is typed at the start of a paragraph or after a space. */
export function slashMenuPlugin({ count, choose }: SlashMenuOptions): Plugin<SlashMenu | null> {
  return new Plugin<SlashMenu | null>({
    key,
    state: {
      init: () => null,
      apply: (...[transaction, menu, , state]) => {
        const next = transaction.getMeta(key) as { index: number } | 'close' | 'open' | undefined;
        if (next === 'close') return null;
        if (menu && typeof next === 'object') return { ...menu, index: next.index };
        if (!menu && next !== 'open') return null;
        if (!transaction.docChanged && !transaction.selectionSet) return menu;
        return typedCommand(state, count);
      },
    },
    props: {
      handleTextInput: (...[view, from, to, text]) => {
        if (text !== '/') return false;
        const { tr } = view.state;
        view.dispatch(tr.insertText(text, from, to).setMeta(key, 'open'));
        return true;
      },
      handleKeyDown: (view, event) => {
        const menu = slashMenuOf(view.state);
        if (!menu) return false;
        const total = count(menu.query);
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step !== undefined) {
          view.dispatch(view.state.tr.setMeta(key, { index: (menu.index + step + total) % total }));
          return true;
        }
        if (event.key === 'Escape') {
          view.dispatch(view.state.tr.setMeta(key, 'close'));
          return true;
        }
        if (event.key !== 'Enter' && event.key !== 'Tab') return false;
        choose(view, menu);
        return true;
      },
      handleDOMEvents: {
        blur: (view) => {
          if (slashMenuOf(view.state)) view.dispatch(view.state.tr.setMeta(key, 'close'));
          return false;
        },
      },
    },
  });
}

function typedCommand(state: EditorState, count: SlashMenuOptions['count']): SlashMenu | null {
  const { $from, empty } = state.selection;
  if (!empty || $from.parent.type !== schema.nodes.paragraph) return null;
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '￼');
  const [, query] = /(?:^|\s)\/([^/]{0,20})$/.exec(before) ?? [];
  if (query === undefined || count(query) === 0) return null;
  return { query, from: $from.pos - query.length - 1, to: $from.pos, index: 0 };
}

/** An entry of the slash menu: a command, a block, or `image` and `link`, which need a file or an address. */
export interface SlashItem {
  name: CommandName | 'image' | 'link' | `block:${string}`;
  label: string;
  hint: string;
}

const items: readonly (SlashItem & { words: string })[] = [
  { name: 'heading2', label: 'Heading 2', hint: 'Section title', words: 'h2 title' },
  { name: 'heading3', label: 'Heading 3', hint: 'Subsection title', words: 'h3 subtitle' },
  { name: 'heading4', label: 'Heading 4', hint: 'Smallest title', words: 'h4' },
  { name: 'bullets', label: 'Bulleted list', hint: 'List with dots', words: 'ul unordered' },
  { name: 'numbers', label: 'Numbered list', hint: 'List with numbers', words: 'ol ordered' },
  { name: 'quote', label: 'Quote', hint: 'Quoted text', words: 'blockquote' },
  { name: 'image', label: 'Image', hint: 'Upload a file', words: 'picture photo' },
  { name: 'table', label: 'Table', hint: 'Rows and columns', words: 'grid' },
  { name: 'link', label: 'Link', hint: 'To a page or address', words: 'url' },
  { name: 'divider', label: 'Divider', hint: 'Line between parts', words: 'hr rule separator' },
  { name: 'codeBlock', label: 'Code block', hint: 'Shown exactly as typed', words: 'pre' },
  { name: 'markdown', label: 'Markdown', hint: 'Raw Markdown', words: 'md source' },
];

/** The entries whose label or words begin with the typed text. */
export function slashItems(query: string): readonly SlashItem[] {
  const wanted = foldText(query.trim());
  return [
    ...items.filter(({ label, words }) => ` ${foldText(`${label} ${words}`)}`.includes(` ${wanted}`)),
    ...findBlocks(query).map(({ name, label, description }) => ({
      name: `block:${name}` as const,
      label,
      hint: description,
    })),
  ];
}

interface SlashMenuListProps {
  id: string;
  option: (index: number) => string;
  items: readonly SlashItem[];
  index: number;
  onChoose: (index: number) => void;
}

/** The blocks that `/` offers. Focus stays in the text, which names the active option. */
export function SlashMenuList({ id, option, items, index, onChoose }: SlashMenuListProps) {
  return (
    <chakra.div
      id={id}
      role="listbox"
      aria-label="Insert"
      // A scroll container must be focusable; a press keeps focus in the text.
      tabIndex={0}
      onMouseDown={(event) => event.preventDefault()}
      p="1"
      w="min(22rem, calc(100vw - 2rem))"
      maxH={{ base: '12.6rem', md: '19.75rem' }}
      overflowY="auto"
    >
      {items.map(({ name, label, hint }, at) => (
        <ListOption key={name} id={option(at)} isActive={at === index} onChoose={() => onChoose(at)}>
          <Flex justify="space-between" align="baseline" gap="3">
            <Text as="span" textStyle="sm" fontWeight="medium" flexShrink="0">
              {label}
            </Text>
            <Text as="span" textStyle="xs" color="fg.muted" truncate>
              {hint}
            </Text>
          </Flex>
        </ListOption>
      ))}
    </chakra.div>
  );
}

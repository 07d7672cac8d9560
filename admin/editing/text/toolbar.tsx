import { Flex, IconButton, Text } from '@chakra-ui/react';
import {
  ArrowDown,
  ArrowUp,
  Bold,
  Braces,
  Code,
  Heading2,
  Heading3,
  Heading4,
  ImagePlus,
  Italic,
  Link2,
  List,
  ListOrdered,
  Minus,
  Plus,
  Quote,
  Search,
  Strikethrough,
  Table,
} from '#icons';
import { useRef, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { commandKey } from '../../ui/browser.ts';
import { commands, type CommandName } from './commands.ts';

export interface ToolbarItem {
  key: string;
  label: string;
  /** The shortcut in ProseMirror's notation. */
  keys?: string | undefined;
  isActive?: boolean;
  icon: ReactNode;
  onPress: () => void;
  /** The widest toolbar that leaves it out, because the menu of blocks offers it too. */
  leftOut?: Shortened;
}

const letter = (text: string, style: object = {}) => (
  <Text as="span" fontSize="sm" fontWeight="semibold" lineHeight="1" {...style}>
    {text}
  </Text>
);

const icons: Partial<Record<CommandName, ReactNode>> = {
  heading2: <Heading2 />,
  heading3: <Heading3 />,
  heading4: <Heading4 />,
  bold: <Bold />,
  italic: <Italic />,
  strike: <Strikethrough />,
  code: <Code />,
  bullets: <List />,
  numbers: <ListOrdered />,
  quote: <Quote />,
  table: <Table />,
  codeBlock: <Braces />,
  divider: <Minus />,
};

/** A shortcut as displayed: `Ctrl+Alt+2`. */
const shown = (keys: string): string =>
  keys
    .replace('Mod', commandKey)
    .replaceAll('-', '+')
    .replace(/[a-z]$/, (key) => key.toUpperCase());

interface FormattingOptions {
  active: ReadonlySet<CommandName>;
  run: (name: CommandName) => void;
  onLink: () => void;
  onImage: () => void;
  onFind: () => void;
  /** Opens the menu of blocks. */
  onInsert: () => void;
}

const item = (name: CommandName, { active, run }: FormattingOptions): ToolbarItem => {
  const command = commands[name];
  return {
    key: name,
    label: command.label,
    keys: 'key' in command ? command.key : undefined,
    isActive: active.has(name),
    icon: icons[name] ?? letter(command.label),
    onPress: () => run(name),
  };
};

/** The groups of buttons in the toolbar of the editor. */
export function formattingGroups(options: FormattingOptions): ToolbarItem[][] {
  const { onLink, onImage, onFind, onInsert } = options;
  const of = (...names: CommandName[]) => names.map((name) => item(name, options));
  const link = { key: 'link', label: 'Link', keys: 'Mod-k', icon: <Link2 />, onPress: onLink };
  const image = { key: 'image', label: 'Image', icon: <ImagePlus />, onPress: onImage };
  const insert = { key: 'insert', label: 'Insert a block', keys: 'Mod-Alt-b', icon: <Plus />, onPress: onInsert };
  const find = { key: 'find', label: 'Find and replace', keys: 'Mod-f', icon: <Search />, onPress: onFind };
  const without = (width: Shortened, tools: ToolbarItem[]) => tools.map((tool) => ({ ...tool, leftOut: width }));
  return [
    [...of('heading2', 'heading3'), ...without('narrow', of('heading4'))],
    [...of('bold', 'italic', 'strike', 'code'), link],
    [...of('bullets'), ...without('tight', of('numbers')), ...without('narrow', of('quote'))],
    [...without('tight', [image]), ...without('short', of('table', 'codeBlock', 'divider')), insert],
    [find],
  ];
}

/** The buttons over a selection. */
export function selectionItems(options: FormattingOptions): ToolbarItem[] {
  const link = { key: 'link', label: 'Link', keys: 'Mod-k', icon: <Link2 />, onPress: options.onLink };
  return [...(['bold', 'italic', 'strike', 'code'] as const).map((name) => item(name, options)), link];
}

/** The buttons for the table around the selection. */
export const tableItems = (run: (name: CommandName) => void): ToolbarItem[] =>
  (['addRow', 'addColumn', 'removeRow', 'removeColumn', 'removeTable'] as const).map((name) => ({
    key: name,
    label: commands[name].label,
    icon: wordButton(commands[name].label),
    onPress: () => run(name),
  }));

interface BlockOptions {
  run: (name: CommandName) => void;
  /** The name of the blocks that can be added: `Card`; null for none. */
  addable: string | null;
  onAdd: () => void;
  onSettings: () => void;
}

const wordButton = (label: string) => letter(label, { fontSize: 'xs', fontWeight: 'medium', px: '2' });

/** The buttons for the block around the selection. */
export function blockItems({ run, addable, onAdd, onSettings }: BlockOptions): ToolbarItem[] {
  const add = `Add ${addable?.toLowerCase() ?? ''}`;
  return [
    { key: 'settings', label: 'Settings', keys: 'Alt-Enter', icon: wordButton('Settings'), onPress: onSettings },
    ...(addable === null ? [] : [{ key: 'add', label: add, icon: wordButton(add), onPress: onAdd }]),
    ...(['moveUp', 'moveDown', 'duplicate', 'removeBlock'] as const).map((name) => ({
      key: name,
      label: commands[name].label,
      keys: commands[name].key,
      icon: blockIcons[name] ?? wordButton(commands[name].label),
      onPress: () => run(name),
    })),
  ];
}

const blockIcons: Partial<Record<CommandName, ReactNode>> = { moveUp: <ArrowUp />, moveDown: <ArrowDown /> };

/** Widths of the container in which the smallest buttons of each toolbar are in one row. */
const oneRow = { all: 452, short: 380, narrow: 332, tight: 284 } as const;
const below = (width: number) => `@container (max-width: ${width - 0.02}px)`;
const leftOutBelow = { short: below(oneRow.all), narrow: below(oneRow.short), tight: below(oneRow.narrow) } as const;
const isTwoRows = below(oneRow.tight);
type Shortened = keyof typeof leftOutBelow;

interface ToolbarProps {
  ref?: Ref<HTMLDivElement>;
  label: string;
  groups: readonly ToolbarItem[][];
  /** Returns focus to the text. */
  onLeave: () => void;
  size?: 'sm' | 'xs';
}

/**
 * Buttons in groups. Arrow keys move inside the toolbar, Escape returns to the text, Tab leaves. Of size `sm` it fits its
 * buttons to the nearest container.
 */
export function Toolbar({ ref, label, groups, onLeave, size = 'sm' }: ToolbarProps) {
  const last = useRef(0);
  const isFitted = size === 'sm';

  const move = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      onLeave();
    }
    const buttons = [...event.currentTarget.querySelectorAll('button')].filter((button) => button.checkVisibility());
    const index = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const next = {
      ArrowRight: (index + 1) % buttons.length,
      ArrowLeft: (index - 1 + buttons.length) % buttons.length,
      Home: 0,
      End: buttons.length - 1,
    }[event.key];
    const button = next === undefined ? undefined : buttons[next];
    if (!button) return;
    event.preventDefault();
    last.current = next ?? 0;
    for (const other of buttons) other.tabIndex = other === button ? 0 : -1;
    button.focus();
  };

  return (
    <Flex
      ref={ref}
      role="toolbar"
      aria-label={label}
      onKeyDown={move}
      gap="0.5"
      // One row, which scrolls on a narrow screen.
      wrap={{ base: 'nowrap', lg: isFitted ? 'nowrap' : 'wrap' }}
      overflowX={{ base: 'auto', lg: 'visible' }}
      scrollbarWidth="none"
      align="center"
      css={isFitted ? { [isTwoRows]: { flexWrap: { lg: 'wrap' } } } : {}}
    >
      {groups.map((items, group) => (
        <Flex
          key={items[0]?.key}
          gap={{ base: '0.5', lg: isFitted ? '0' : '0.5' }}
          minW={{ lg: '0' }}
          ps={{ base: '0', lg: group === 0 ? '0' : '1' }}
          ms={{ base: '0', lg: group === 0 ? '0' : '1' }}
          borderInlineStartWidth={{ base: '0', lg: group === 0 ? '0' : '1px' }}
        >
          {items.map(({ key, label: name, keys, isActive, icon, onPress, leftOut }, item) => (
            <IconButton
              key={key}
              aria-label={name}
              title={keys ? `${name} (${shown(keys)})` : name}
              aria-pressed={isActive}
              size={size}
              flexShrink={{ base: '0', lg: isFitted ? '1' : '0' }}
              w={isFitted ? { base: '8', lg: '7.5', '2xl': '8.5' } : undefined}
              minW={isFitted ? { base: '8', lg: '6' } : '7'}
              h={isFitted ? '8' : '7'}
              css={leftOut && { [leftOutBelow[leftOut]]: { display: { lg: 'none' } } }}
              variant={isActive === true ? 'subtle' : 'ghost'}
              colorPalette={isActive === true ? 'ink' : 'gray'}
              tabIndex={group === 0 && item === 0 ? 0 : -1}
              // Keeps the selection of the text.
              onMouseDown={(event) => event.preventDefault()}
              onClick={onPress}
            >
              {icon}
            </IconButton>
          ))}
        </Flex>
      ))}
    </Flex>
  );
}

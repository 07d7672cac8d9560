import { Flex, IconButton } from '@chakra-ui/react';
import { Bold, Code, Heading2, ImagePlus, Italic, Link2, List, ListOrdered, Quote, Table, type Icon } from '#icons';
import { useRef, type KeyboardEvent } from 'react';
import { keysText } from '../../ui/browser.ts';
import type { MarkdownCommandName } from './markdown-commands.ts';

interface ToolbarProps {
  onCommand: (command: MarkdownCommandName) => void;
  onImage: () => void;
}

const commands: { name: MarkdownCommandName; label: string; icon: Icon; keys?: string }[] = [
  { name: 'heading', label: 'Heading', icon: Heading2 },
  { name: 'bold', label: 'Bold', icon: Bold, keys: keysText('B') },
  { name: 'italic', label: 'Italic', icon: Italic, keys: keysText('I') },
  { name: 'link', label: 'Link', icon: Link2, keys: keysText('K') },
  { name: 'bullets', label: 'Bulleted list', icon: List },
  { name: 'numbers', label: 'Numbered list', icon: ListOrdered },
  { name: 'quote', label: 'Quote', icon: Quote },
  { name: 'code', label: 'Code', icon: Code, keys: keysText('E') },
  { name: 'table', label: 'Table', icon: Table },
];

/** Buttons that format the selected text. Arrow keys move inside the toolbar; Tab leaves it. */
export function Toolbar({ onCommand, onImage }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);

  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])];
    const index = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const next = buttons[(index + step + buttons.length) % buttons.length];
    if (!next) return;
    event.preventDefault();
    for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
    next.focus();
  };

  return (
    <Flex
      ref={bar}
      role="toolbar"
      aria-label="Formatting"
      onKeyDown={move}
      gap="0.5"
      p="1.5"
      wrap="wrap"
      align="center"
      borderBottomWidth="1px"
      bg="bg.subtle"
    >
      {commands.map(({ name, label, icon: Icon, keys }, index) => (
        <IconButton
          key={name}
          aria-label={label}
          title={keys ? `${label} (${keys})` : label}
          size="sm"
          variant="ghost"
          colorPalette="gray"
          tabIndex={index === 0 ? 0 : -1}
          onClick={() => onCommand(name)}
        >
          <Icon />
        </IconButton>
      ))}
      <IconButton
        aria-label="Image"
        title="Image: choose, paste or drop a file"
        size="sm"
        variant="ghost"
        colorPalette="gray"
        tabIndex={-1}
        onClick={onImage}
      >
        <ImagePlus />
      </IconButton>
    </Flex>
  );
}

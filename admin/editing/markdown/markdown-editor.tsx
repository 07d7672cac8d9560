import { Box, Flex, IconButton } from '@chakra-ui/react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Bold, Code, Heading2, type Icon, ImagePlus, Italic, Link2, List, ListOrdered, Quote, Table } from '#icons';
import { Anchored } from '../../ui/anchored.tsx';
import { keysText } from '../../ui/browser.ts';
import { LinkBox } from '../links/link-box.tsx';
import { type CodeEditor, openCodeEditor } from './code-editor.ts';
import { type MarkdownCommandName } from './markdown-commands.ts';
import { TextFrame, useTextEditor, type TextEditorProps } from './text-editor.tsx';

interface ToolbarProps {
  onCommand: (command: MarkdownCommandName | 'link') => void;
  onImage: () => void;
}

const commands: { name: MarkdownCommandName | 'link'; label: string; icon: Icon; keys?: string }[] = [
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
function Toolbar({ onCommand, onImage }: ToolbarProps) {
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

/** A Markdown source field. Images come by paste, drop or picker. */
export function MarkdownEditor(props: TextEditorProps) {
  const { field, images, placeholder, isReadOnly } = props;
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [editor, setEditor] = useState<CodeEditor | null>(null);
  const [isLinking, setLinking] = useState(false);
  useTextEditor(editor, props, id);

  useEffect(() => {
    const parent = frame.current;
    if (!parent) return;
    let opened: CodeEditor | null = null;
    // Runs in a separate task, after the surrounding form is painted.
    const opening = setTimeout(() => {
      opened = openCodeEditor({
        parent,
        text: field.value(),
        labelledBy: `${id}-label`,
        placeholder,
        onChange: field.onChange,
        onBlur: field.onBlur,
        onFiles: images.onFiles,
        onLink: () => setLinking(true),
        uploads: images,
      });
      setEditor(opened);
    });
    return () => {
      clearTimeout(opening);
      opened?.destroy();
    };
  }, [id, placeholder, field, images]);

  return (
    <TextFrame {...{ id, editor, picker }} text={props}>
      {!isReadOnly && (
        <Toolbar
          onCommand={(command) => (command === 'link' ? setLinking(true) : editor?.run(command))}
          onImage={() => picker.current?.click()}
        />
      )}
      {editor && isLinking && (
        <Anchored at={editor.place} side="below">
          <LinkBox
            href={editor.linkTarget()}
            onApply={(href, title) => {
              setLinking(false);
              editor.setLink(href, title);
            }}
            onClose={() => {
              setLinking(false);
              editor.focus();
            }}
          />
        </Anchored>
      )}
      <Flex flex="1" minH="0">
        <Box
          ref={frame}
          flex="1"
          minW="0"
          minH={{ base: '16rem', lg: '0' }}
          overflow={{ lg: 'auto' }}
          css={{ '& .cm-editor': { minHeight: '100%' } }}
          data-markdown-source=""
        />
      </Flex>
    </TextFrame>
  );
}

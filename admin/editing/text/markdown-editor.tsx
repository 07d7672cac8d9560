import { Box, Flex, IconButton } from '@chakra-ui/react';
import { type KeyboardEvent, Suspense, useEffect, useId, useRef, useState } from 'react';
import {
  Bold,
  Code,
  Heading2,
  type Icon,
  ImagePlus,
  Italic,
  Link2,
  List,
  ListOrdered,
  Plus,
  Quote,
  Table,
} from '#icons';
import { Anchored } from '../../ui/anchored.tsx';
import { keysText } from '../../ui/browser.ts';
import { lazyDialog, useOpenState } from '../../ui/lazy.tsx';
import { LinkBox } from './link-box.tsx';
import { CodeEditor } from './code-editor.ts';
import { type MarkdownCommandName } from './markdown-commands.ts';
import { TextFrame, useTextEditor, type TextEditorProps } from './text-editor.tsx';

type ToolName = MarkdownCommandName | 'link' | 'image' | 'block';

interface ToolbarProps {
  onCommand: (command: ToolName) => void;
}

const tools: { name: ToolName; label: string; icon: Icon; keys?: string }[] = [
  { name: 'heading', label: 'Heading', icon: Heading2 },
  { name: 'bold', label: 'Bold', icon: Bold, keys: keysText('B') },
  { name: 'italic', label: 'Italic', icon: Italic, keys: keysText('I') },
  { name: 'link', label: 'Link', icon: Link2, keys: keysText('K') },
  { name: 'bullets', label: 'Bulleted list', icon: List },
  { name: 'numbers', label: 'Numbered list', icon: ListOrdered },
  { name: 'quote', label: 'Quote', icon: Quote },
  { name: 'code', label: 'Code', icon: Code, keys: keysText('E') },
  { name: 'table', label: 'Table', icon: Table },
  { name: 'image', label: 'Image', icon: ImagePlus },
  { name: 'block', label: 'Insert a block', icon: Plus, keys: keysText('Alt+B') },
];

// Loaded on demand: most texts have no blocks.
const BlockPicker = lazyDialog(() => import('./block-picker.tsx'));

/** Buttons that format the selected text. Arrow keys move inside the toolbar; Tab leaves it. */
function Toolbar({ onCommand }: ToolbarProps) {
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
      // One row, which scrolls on a narrow screen.
      wrap={{ base: 'nowrap', lg: 'wrap' }}
      overflowX={{ base: 'auto', lg: 'visible' }}
      scrollbarWidth="none"
      flexShrink="0"
      align="center"
      borderBottomWidth="1px"
      bg="bg.subtle"
    >
      {tools.map(({ name, label, icon: Icon, keys }, index) => (
        <IconButton
          key={name}
          aria-label={label}
          title={keys ? `${label} (${keys})` : label}
          size="sm"
          flexShrink="0"
          variant="ghost"
          colorPalette="gray"
          tabIndex={index === 0 ? 0 : -1}
          onClick={() => onCommand(name)}
        >
          <Icon />
        </IconButton>
      ))}
    </Flex>
  );
}

/** A Markdown source field. Images come by paste, drop or picker. */
export function MarkdownEditor(props: TextEditorProps) {
  const { field, images, history, placeholder, isReadOnly } = props;
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [editor, setEditor] = useState<CodeEditor | null>(null);
  const [opened, setOpened] = useOpenState<'link' | 'block' | null>(null);
  const close = () => {
    setOpened(null);
    editor?.focus();
  };
  const onCommand = (tool: ToolName) => {
    if (tool === 'image') picker.current?.click();
    else if (tool === 'link' || tool === 'block') setOpened(tool);
    else editor?.run(tool);
  };
  useTextEditor(editor, props, id);

  useEffect(() => {
    const parent = frame.current;
    if (!parent) return;
    let opened: CodeEditor | null = null;
    // Runs in a separate task, after the surrounding form is painted.
    const opening = setTimeout(() => {
      opened = new CodeEditor({
        parent,
        text: field.value(),
        labelledBy: `${id}-label`,
        placeholder,
        onChange: field.onChange,
        onBlur: field.onBlur,
        onFiles: images.onFiles,
        onOpen: setOpened,
        uploads: images,
        history,
      });
      setEditor(opened);
    });
    return () => {
      clearTimeout(opening);
      opened?.destroy();
    };
  }, [id, placeholder, field, images, history, setOpened]);

  return (
    <TextFrame {...{ id, editor, picker }} text={props}>
      {!isReadOnly && <Toolbar onCommand={onCommand} />}
      {editor && opened === 'block' && (
        <Suspense>
          <Anchored at={() => editor.place()} side="below">
            <BlockPicker
              onChoose={(markdown) => {
                setOpened(null);
                editor.insertBlock(markdown);
              }}
              onClose={close}
            />
          </Anchored>
        </Suspense>
      )}
      {editor && opened === 'link' && (
        <Anchored at={() => editor.place()} side="below">
          <LinkBox
            href={editor.linkTarget()}
            onApply={(href, title) => {
              setOpened(null);
              editor.setLink(href, title);
            }}
            onClose={close}
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

import { Box, chakra, Flex, IconButton, Text } from '@chakra-ui/react';
import { counted } from '@frontage/model/dates';
import { limits } from '@frontage/model/limits';
import type { Notice } from '@frontage/model/messages';
import type { Bucket } from '@frontage/model/paths';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Bold, Code, Heading2, type Icon, ImagePlus, Italic, Link2, List, ListOrdered, Quote, Table } from '#icons';
import { useNotify } from '../../ui/toaster.tsx';
import { acceptedTypes, altFromName, formatBytes, type ImageProblem } from '../image/image-file.ts';
import { type Upload, useUploads } from '../image/use-upload.ts';
import { keysText } from '../../ui/browser.ts';
import { type CodeEditor, type CodeEditorOptions, openCodeEditor } from './code-editor.ts';
import { type MarkdownCommandName } from './markdown-commands.ts';
import type { PendingImage } from './upload-placeholders.ts';

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

export interface MarkdownEditorProps {
  label: string;
  /** Name of the field in its form. */
  name: string;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  /** Registers the control that receives focus on a validation error. */
  onReady: (control: { focus(): void } | null) => void;
  error?: string | undefined;
  placeholder: string;
  bucket: Bucket;
  notices: { uploaded: Notice; failed: Notice; problem: Record<ImageProblem, Notice> };
  isReadOnly: boolean;
  /** The switch to the other editor. */
  modeSwitch: ReactNode;
}

/** A Markdown source field. Images come by paste, drop or picker. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  const { label, name, value, onChange, onBlur, onReady, error, placeholder, bucket, notices, isReadOnly } = props;
  const id = useId();
  const notify = useNotify();
  const frame = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [editor, setEditor] = useState<CodeEditor | null>(null);

  const { uploads, start, retry, cancel } = useUploads(bucket, {
    onDone: (url, { id: place, file }) => {
      editor?.insertImage(place, { alt: altFromName(file.name), url });
      notify.success(notices.uploaded);
    },
    onProblem: (problem) => notify.failure(notices.problem[problem]),
    onFailed: (failure) => notify.failure(notices.failed, failure),
  });

  const events = useRef<CodeEditorEvents>(noEvents);
  useEffect(() => {
    const known = (id: number) => uploads.find((upload) => upload.id === id);
    events.current = {
      onChange,
      onBlur,
      onFiles: (files, position) => {
        for (const file of files) {
          const id = start(file);
          const initial = { name: file.name, progress: 0, problem: null, remedy: null };
          if (id !== null) editor?.addPlaceholder({ id, ...initial }, position);
        }
        return true;
      },
      onRetry: (id) => {
        const upload = known(id);
        if (upload) retry(upload);
      },
      onRemove: (id) => {
        const upload = known(id);
        if (upload) cancel(upload);
      },
    };
  });

  const shown = useRef<readonly Upload[]>([]);
  useEffect(() => {
    for (const upload of uploads) editor?.updatePlaceholder(toPendingImage(upload));
    for (const { id } of shown.current) if (!uploads.some((upload) => upload.id === id)) editor?.removePlaceholder(id);
    shown.current = uploads;
  }, [editor, uploads]);

  const firstText = useRef(value);
  useEffect(() => {
    const parent = frame.current;
    if (!parent) return;
    let opened: CodeEditor | null = null;
    // Runs in a separate task, after the surrounding form is painted.
    const opening = setTimeout(() => {
      opened = openCodeEditor({
        parent,
        text: firstText.current,
        labelledBy: `${id}-label`,
        placeholder,
        onChange: (text) => events.current.onChange(text),
        onBlur: () => events.current.onBlur(),
        onFiles: (files, position) => events.current.onFiles(files, position),
        uploads: {
          onRetry: (id) => events.current.onRetry(id),
          onRemove: (id) => events.current.onRemove(id),
        },
      });
      setEditor(opened);
    });
    return () => {
      clearTimeout(opening);
      opened?.destroy();
    };
  }, [id, placeholder]);

  useEffect(() => editor?.setText(value), [editor, value]);
  useEffect(() => editor?.setReadOnly(isReadOnly), [editor, isReadOnly]);
  useEffect(() => editor?.setInvalid({ isInvalid: error !== undefined, by: `${id}-error` }), [editor, error, id]);
  useEffect(() => {
    onReady(editor);
    return () => onReady(null);
  }, [editor, onReady]);

  return (
    <Flex direction="column" width="full" flex="1" minH={{ base: '60dvh', lg: '18rem' }} data-field={name}>
      <Flex justify="space-between" align="center" gap="3" mb="1.5">
        <Text as="span" id={`${id}-label`} textStyle="sm" fontWeight="medium" onClick={() => editor?.focus()}>
          {label}
        </Text>
        <Flex align="center" gap="3">
          <Text as="span" textStyle="xs" color={value.length > limits.body ? 'fg.error' : 'fg.muted'}>
            {words(value)}
          </Text>
          {props.modeSwitch}
        </Flex>
      </Flex>
      <Flex
        direction="column"
        flex="1"
        minH="0"
        borderWidth="1px"
        borderColor={error === undefined ? 'border.control' : 'border.error'}
        rounded="l2"
        bg="bg.panel"
        // Rounds the corners without creating a scroll container, in which the caret could hide.
        overflow="clip"
        _focusWithin={{
          outlineWidth: '2px',
          outlineStyle: 'solid',
          outlineColor: 'ink.focusRing',
          outlineOffset: '-1px',
        }}
      >
        {!isReadOnly && (
          <Toolbar onCommand={(command) => editor?.run(command)} onImage={() => picker.current?.click()} />
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
      </Flex>
      <chakra.input
        ref={picker}
        type="file"
        accept={acceptedTypes(bucket)}
        multiple
        srOnly
        tabIndex={-1}
        aria-label={`Images for ${label}`}
        onChange={(event) => {
          events.current.onFiles([...(event.target.files ?? [])], editor?.position() ?? 0);
          event.target.value = '';
        }}
      />
      {error !== undefined && (
        <Text id={`${id}-error`} role="alert" textStyle="xs" color="fg.error" mt="1.5">
          {error}
        </Text>
      )}
    </Flex>
  );
}

type CodeEditorEvents = Pick<CodeEditorOptions, 'onChange' | 'onBlur' | 'onFiles'> & CodeEditorOptions['uploads'];

const noEvents: CodeEditorEvents = {
  onChange: () => {},
  onBlur: () => {},
  onFiles: () => false,
  onRetry: () => {},
  onRemove: () => {},
};

function toPendingImage({ id, file, state, progress, message, copy }: Upload): PendingImage {
  const smaller =
    copy && `A smaller copy would be ${formatBytes(copy.file.size)}, at ${copy.width} × ${copy.height} px.`;
  const remedy = copy ? 'Use a smaller copy' : state === 'failed' ? 'Retry' : null;
  const problem = message === null ? null : [message, smaller].filter(Boolean).join(' ');
  return { id, name: file.name, progress, problem, remedy };
}

function words(text: string): string {
  // Marks such as `##` and `-` are not words.
  return counted(text.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0, 'word');
}

import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { counted } from '@frontage/model/dates';
import type { Savable } from '@frontage/model/kinds/kinds';
import { limits } from '@frontage/model/limits';
import type { Notice } from '@frontage/model/messages';
import type { Bucket } from '@frontage/model/paths';
import {
  type ReactNode,
  type Ref,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { lazyWithFallback } from '../../ui/lazy.tsx';
import { FieldError } from '../../ui/field.tsx';
import { useNotify } from '../../ui/toaster.tsx';
import { ChooseImage } from '../media/choose-image.tsx';
import { acceptedTypes, formatBytes, type ImageProblem } from '../media/image-file.ts';
import { type Upload, useUploads } from '../media/use-upload.ts';
import { CheckedLinks } from './checked-text.tsx';
import type { LinkingKind } from './link-notes.tsx';
import type { TextHistory } from './text-history.ts';
import type { PendingImage, PendingImageEvents } from './pending-image.ts';

/** A Markdown field of a form. Its value changes without rendering its editor. */
export interface TextField {
  /** Its name in the form. */
  readonly name: string;
  value(): string;
  /** Calls `onChange` after every change of the value or error, until the returned function is called. */
  subscribe(onChange: () => void): () => void;
  /** The validation error. */
  error(): string | undefined;
  onChange(value: string): void;
  onBlur(): void;
}

/** The props of both editors of a Markdown field. */
export interface TextEditorProps {
  label: string;
  field: TextField;
  /** The kind of document that has the text. */
  kind: Savable;
  /** Registers the control that receives focus on a validation error. */
  onReady: (control: { focus(): void } | null) => void;
  placeholder: string;
  images: TextImages;
  /** The undo history, kept while the other editor is open. */
  history: TextHistory;
  bucket: Bucket;
  isReadOnly: boolean;
  /** The switch to the other editor. */
  modeSwitch: ReactNode;
}

/** An opened editor of a Markdown text. */
export interface TextEditor {
  /** Whether it shows the lines of the Markdown text. */
  readonly hasLines: boolean;
  /**
   * Shows a text of someone else, which undo does not take back. A text that `onChange` reported is ignored, because it
   * may be older than the current input.
   */
  setText(text: string): void;
  setReadOnly(isReadOnly: boolean): void;
  setInvalid(described: { isInvalid: boolean; by: string }): void;
  focus(): void;
  /** The position of the caret. */
  position(): number;
  /** Inserts a placeholder of an upload; text typed at its position is inserted after it. */
  addPlaceholder(image: PendingImage, position: number): void;
  updatePlaceholder(image: PendingImage): void;
  /** Replaces the placeholder by the image. */
  insertImage(id: number, image: { alt: string; url: string }): void;
  removePlaceholder(id: number): void;
  /** The offset of each placeholder in the Markdown text, and the position at such an offset. */
  placeholders(): ReadonlyMap<number, number>;
  positionAt(offset: number): number;
  /** Marks the links with these targets, and no others. */
  markLinks(hrefs: readonly string[]): void;
  /** Moves focus to the block at a line of the Markdown text, from 0, where its mistake is corrected. */
  showBlock(line: number): void;
}

/** The images uploaded into a text. Uploads continue while another editor opens the text. */
export interface TextImages extends PendingImageEvents {
  /** Uploads image files to a position of the text, with the alt text that they came with. */
  onFiles(files: File[], position: number, alt?: string): boolean;
  /** Shows the uploads in an editor until the returned function is called. */
  attach(editor: TextEditor): () => void;
}

interface TextImagesOptions {
  bucket: Bucket;
  notices: { uploaded: Notice; failed: Notice; problem: Record<ImageProblem, Notice> };
}

/** The uploads into the text of a field. */
export function useTextImages({ bucket, notices }: TextImagesOptions): TextImages {
  const notify = useNotify();
  const [places] = useState(() => new UploadPlaces());
  // The alt texts that pasted images came with.
  const alts = useRef(new WeakMap<File, string>());
  const { uploads, start, retry, cancel, takeKnown } = useUploads(bucket, {
    onDone: (url, { id, file, state }) => {
      // Not the name of the file: without an alt text, the one of the library applies, and Health lists the image.
      places.finish(id, { alt: alts.current.get(file) ?? '', url });
      if (state !== 'known') notify.success(notices.uploaded);
    },
    onProblem: (problem) => notify.failure(notices.problem[problem]),
    onFailed: (failure) => notify.failure(notices.failed, failure),
  });
  useEffect(() => places.show(uploads), [places, uploads]);

  const latest = useRef({ uploads, start, retry, use: takeKnown, remove: cancel });
  useEffect(() => {
    latest.current = { uploads, start, retry, use: takeKnown, remove: cancel };
  });
  const [images] = useState<TextImages>(() => ({
    attach: (editor) => places.attach(editor),
    onFiles: (files, position, alt) => {
      for (const file of files) {
        if (alt !== undefined) alts.current.set(file, alt);
        const id = latest.current.start(file);
        if (id !== null) places.add(runningImage(id, file.name, 0), position);
      }
      return true;
    },
    onAction: (id, action) => {
      const upload = latest.current.uploads.find((one) => one.id === id);
      if (upload) latest.current[action](upload);
    },
  }));
  return images;
}

interface FinishedImage {
  alt: string;
  url: string;
}

/** The places of uploads: placeholders in the open editor, or offsets in the text while none is open. */
class UploadPlaces {
  #editor: TextEditor | null = null;
  #uploads: readonly Upload[] = [];
  readonly #images = new Map<number, PendingImage>();
  readonly #finished = new Map<number, FinishedImage>();
  #offsets: ReadonlyMap<number, number> = new Map();

  attach(editor: TextEditor): () => void {
    this.#editor = editor;
    for (const image of this.#images.values())
      editor.addPlaceholder(image, editor.positionAt(this.#offsets.get(image.id) ?? Infinity));
    for (const [id, image] of this.#finished) this.finish(id, image);
    this.#finished.clear();
    return () => {
      this.#offsets = editor.placeholders();
      this.#editor = null;
    };
  }

  add(image: PendingImage, position: number): void {
    this.#images.set(image.id, image);
    this.#editor?.addPlaceholder(image, position);
  }

  show(uploads: readonly Upload[]): void {
    for (const upload of uploads) {
      const image = toPendingImage(upload);
      this.#images.set(image.id, image);
      this.#editor?.updatePlaceholder(image);
    }
    for (const { id } of this.#uploads) {
      if (uploads.some((upload) => upload.id === id) || this.#finished.has(id)) continue;
      this.#images.delete(id);
      this.#editor?.removePlaceholder(id);
    }
    this.#uploads = uploads;
  }

  finish(id: number, image: FinishedImage): void {
    if (!this.#editor) {
      this.#finished.set(id, image);
      return;
    }
    this.#images.delete(id);
    this.#editor.insertImage(id, image);
  }
}

/** Passes the state of a field to its editor. */
export function useTextEditor(editor: TextEditor | null, props: TextEditorProps, id: string): void {
  const { field, images, isReadOnly, onReady } = props;
  const error = useFieldError(field);
  useEffect(() => {
    if (!editor) return;
    const show = () => editor.setText(field.value());
    show();
    return field.subscribe(show);
  }, [editor, field]);
  useEffect(() => editor?.setReadOnly(isReadOnly), [editor, isReadOnly]);
  useEffect(() => editor?.setInvalid({ isInvalid: error !== undefined, by: `${id}-error` }), [editor, error, id]);
  useEffect(() => (editor ? images.attach(editor) : undefined), [editor, images]);
  useEffect(() => {
    onReady(editor);
    return () => onReady(null);
  }, [editor, onReady]);
}

const useFieldError = (field: TextField): string | undefined => useSyncExternalStore(field.subscribe, field.error);

const runningImage = (id: number, name: string, progress: number): PendingImage => ({
  id,
  progress,
  text: `Uploading… ${name} ${Math.round(progress * 100)} %`,
  state: 'running',
  buttons: [{ label: 'Cancel upload', action: 'remove' }],
});

function toPendingImage({ id, file, state, progress, message, copy }: Upload): PendingImage {
  if (state === 'running') return runningImage(id, file.name, progress);
  const remove = { label: 'Remove', action: 'remove' } as const;
  if (state === 'known') {
    const text = `${file.name}: ${message ?? ''}`;
    return { id, progress: 1, text, state, buttons: [...knownButtons, remove] };
  }
  const smaller =
    copy && `A smaller copy would be ${formatBytes(copy.file.size)}, at ${copy.width} × ${copy.height} px.`;
  const text = [`${file.name} was not uploaded.`, message, smaller].filter(Boolean).join(' ');
  const remedy = copy ? 'Use a smaller copy' : state === 'failed' ? 'Retry' : null;
  const retry = remedy === null ? [] : [{ label: remedy, action: 'retry' as const }];
  return { id, progress, text, state: 'failed', buttons: [...retry, remove] };
}

const knownButtons = [
  { label: 'Use it', action: 'use' },
  { label: 'Upload again', action: 'retry' },
] as const;

interface TextFrameProps {
  id: string;
  text: TextEditorProps;
  editor: TextEditor | null;
  /** The hidden input for image files. */
  picker: Ref<HTMLInputElement>;
  /** Toolbars and the element of the editor. */
  children: ReactNode;
}

/** The label, word count, border and error around an editor. */
export function TextFrame({ id, text, editor, picker, children }: TextFrameProps) {
  const { label, field, images, bucket, modeSwitch } = text;
  const error = useFieldError(field);
  return (
    <Flex direction="column" width="full" flex="1" minH={{ base: '60dvh', lg: '18rem' }} data-field={field.name}>
      <Flex justify="space-between" align="center" gap="3" mb="1.5" wrap="wrap">
        <Text as="span" id={`${id}-label`} textStyle="sm" fontWeight="medium" onClick={() => editor?.focus()}>
          {label}
        </Text>
        <Flex align="center" gap="3">
          <TextLength field={field} />
          {!text.isReadOnly && editor && (
            <ChooseImage
              size="xs"
              label="Image from library"
              isShort
              bucket={bucket}
              onChoose={({ url, alt }) => insertFromLibrary(editor, { url, alt: alt ?? '' })}
            />
          )}
          {modeSwitch}
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
        {children}
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
          images.onFiles([...(event.target.files ?? [])], editor?.position() ?? 0);
          event.target.value = '';
        }}
      />
      <Box mt="1.5" hidden={error === undefined}>
        <FieldError id={`${id}-error`} error={error} />
      </Box>
      {editor && <TextChecks {...{ field, editor }} kind={text.kind === 'section' ? 'section' : 'page'} />}
    </Flex>
  );
}

// Uploads have positive ids.
const libraryId = -1;

/** Inserts an image of the library as a paragraph after the caret. */
function insertFromLibrary(editor: TextEditor, image: FinishedImage): void {
  editor.addPlaceholder(runningImage(libraryId, image.alt, 1), editor.position());
  editor.insertImage(libraryId, image);
  editor.focus();
}

/** The value of a field, updated in pauses of typing. */
function useSettledText(field: TextField): string {
  const [value, setValue] = useState(() => field.value());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => setValue(field.value());
    const stop = field.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(show, settledMs);
    });
    show();
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [field]);
  return value;
}

const settledMs = 300;

// Also matches lines in code, which the check ignores.
const blockLine = /^ {0,3}::/m;

const BlockNotes = lazyWithFallback(
  () => import('./block-notes.tsx'),
  () => null,
);

/** The lists below a text of links that visitors cannot follow and of mistakes in blocks. */
function TextChecks({ field, editor, kind }: { field: TextField; editor: TextEditor; kind: LinkingKind }) {
  const text = useSettledText(field);
  const onMark = useCallback((hrefs: readonly string[]) => editor.markLinks(hrefs), [editor]);
  return (
    <>
      {blockLine.test(text) && (
        <Suspense>
          <BlockNotes text={text} hasLines={editor.hasLines} onShow={(line) => editor.showBlock(line)} />
        </Suspense>
      )}
      <CheckedLinks {...{ text, kind, onMark }} />
    </>
  );
}

/** Words and reading time, updated in pauses of typing. */
function TextLength({ field }: { field: TextField }) {
  const value = useSettledText(field);
  return (
    <Text as="span" textStyle="xs" whiteSpace="nowrap" color={value.length > limits.body ? 'fg.error' : 'fg.muted'}>
      {lengthText(value)}
    </Text>
  );
}

const wordsPerMinute = 230;

/** Words and reading time. Marks such as `##` and `-` are not words. */
function lengthText(text: string): string {
  const words = text.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0;
  const minutes = Math.max(1, Math.round(words / wordsPerMinute));
  return words > 0 ? `${counted(words, 'word')} · ${minutes} min read` : counted(words, 'word');
}

import { chakra, Flex, Text } from '@chakra-ui/react';
import { counted } from '@frontage/model/dates';
import { limits } from '@frontage/model/limits';
import type { Notice } from '@frontage/model/messages';
import type { Bucket } from '@frontage/model/paths';
import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { useNotify } from '../../ui/toaster.tsx';
import { acceptedTypes, altFromName, formatBytes, type ImageProblem } from '../image/image-file.ts';
import { type Upload, useUploads } from '../image/use-upload.ts';
import type { PendingImage, PendingImageEvents } from './upload-placeholders.ts';

/** The props of both editors of a Markdown field. */
export interface TextEditorProps {
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

/** An opened editor of a Markdown text. */
export interface TextEditor {
  /** Replaces the text. A text that `onChange` reported is ignored, because it may be older than the current input. */
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
}

interface ImageEvents extends PendingImageEvents {
  /** Uploads image files to a position of the text. */
  onFiles(files: File[], position: number): boolean;
}

/**
 * Passes the state of a field to its editor and uploads images. Returns the handlers of images. `id` is the id of the
 * field.
 */
export function useTextEditor(editor: TextEditor | null, props: TextEditorProps, id: string): ImageEvents {
  const { value, error, isReadOnly, bucket, notices, onReady } = props;
  const notify = useNotify();
  const { uploads, start, retry, cancel } = useUploads(bucket, {
    onDone: (url, { id: place, file }) => {
      editor?.insertImage(place, { alt: altFromName(file.name), url });
      notify.success(notices.uploaded);
    },
    onProblem: (problem) => notify.failure(notices.problem[problem]),
    onFailed: (failure) => notify.failure(notices.failed, failure),
  });

  const shown = useRef<readonly Upload[]>([]);
  useEffect(() => {
    for (const upload of uploads) editor?.updatePlaceholder(toPendingImage(upload));
    for (const before of shown.current)
      if (!uploads.some((upload) => upload.id === before.id)) editor?.removePlaceholder(before.id);
    shown.current = uploads;
  }, [editor, uploads]);

  useEffect(() => editor?.setText(value), [editor, value]);
  useEffect(() => editor?.setReadOnly(isReadOnly), [editor, isReadOnly]);
  useEffect(() => editor?.setInvalid({ isInvalid: error !== undefined, by: `${id}-error` }), [editor, error, id]);
  useEffect(() => {
    onReady(editor);
    return () => onReady(null);
  }, [editor, onReady]);

  const known = (id: number) => uploads.find((upload) => upload.id === id);
  return {
    onFiles: (files, position) => {
      for (const file of files) {
        const place = start(file);
        const initial = { name: file.name, progress: 0, problem: null, remedy: null };
        if (place !== null) editor?.addPlaceholder({ id: place, ...initial }, position);
      }
      return true;
    },
    onRetry: (place) => {
      const upload = known(place);
      if (upload) retry(upload);
    },
    onRemove: (place) => {
      const upload = known(place);
      if (upload) cancel(upload);
    },
  };
}

function toPendingImage({ id, file, state, progress, message, copy }: Upload): PendingImage {
  const smaller =
    copy && `A smaller copy would be ${formatBytes(copy.file.size)}, at ${copy.width} × ${copy.height} px.`;
  const remedy = copy ? 'Use a smaller copy' : state === 'failed' ? 'Retry' : null;
  const problem = message === null ? null : [message, smaller].filter(Boolean).join(' ');
  return { id, name: file.name, progress, problem, remedy };
}

interface TextFrameProps {
  id: string;
  field: TextEditorProps;
  editor: TextEditor | null;
  /** The hidden input for image files. */
  picker: Ref<HTMLInputElement>;
  onFiles: ImageEvents['onFiles'];
  /** Toolbars and the element of the editor. */
  children: ReactNode;
}

/** The label, word count, border and error around an editor. */
export function TextFrame({ id, field, editor, picker, onFiles, children }: TextFrameProps) {
  const { label, name, value, error, bucket } = field;
  return (
    <Flex direction="column" width="full" flex="1" minH={{ base: '60dvh', lg: '18rem' }} data-field={name}>
      <Flex justify="space-between" align="center" gap="3" mb="1.5" wrap="wrap">
        <Text as="span" id={`${id}-label`} textStyle="sm" fontWeight="medium" onClick={() => editor?.focus()}>
          {label}
        </Text>
        <Flex align="center" gap="3">
          <Text as="span" textStyle="xs" color={value.length > limits.body ? 'fg.error' : 'fg.muted'}>
            {lengthText(value)}
          </Text>
          {field.modeSwitch}
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
          onFiles([...(event.target.files ?? [])], editor?.position() ?? 0);
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

const wordsPerMinute = 230;

/** Words and reading time. Marks such as `##` and `-` are not words. */
function lengthText(text: string): string {
  const words = text.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0;
  const minutes = Math.max(1, Math.round(words / wordsPerMinute));
  return words > 0 ? `${counted(words, 'word')} · ${minutes} min read` : counted(words, 'word');
}

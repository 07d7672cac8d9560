import { Box, Button, chakra, Flex, Image, Progress, Spinner, Text } from '@chakra-ui/react';
import { type Notice, invalid, notices as messages } from '@frontage/model/messages';
import type { Bucket } from '@frontage/model/paths';
import { type DragEvent, type Ref, useRef, useState, type ReactNode } from 'react';
import { ImageUp, Trash2 } from '#icons';
import { plainFailure } from '../../lib/errors.ts';
import type { FieldValues } from 'react-hook-form';
import { TextInput } from '../../ui/controls.tsx';
import { Field } from '../../ui/field.tsx';
import { useNotify } from '../../ui/toaster.tsx';
import { ChooseImage } from './choose-image.tsx';
import { useImageAddress } from './image-address.ts';
import { formatBytes, type ImageProblem, acceptedTypes } from './image-file.ts';
import { type Upload, useUploads } from './use-upload.ts';
import { useControl, type WidgetProps } from '../editor/form-fields.tsx';

export interface ImageNotices {
  uploaded: Notice;
  /** A function receives the reason in plain words; a plain notice gets it as its description. */
  failed: Notice | ((reason: string) => Notice);
  problem: Record<ImageProblem, Notice>;
}

/** Notices of uploads to pages and sections. */
export const contentImageNotices = {
  uploaded: messages.sectionImageUploaded,
  failed: messages.uploadFailed,
  problem: {
    type: { ...messages.uploadFailed, description: invalid.imageType },
    size: { ...messages.uploadFailed, description: invalid.imageTooLarge },
  },
};

/** Notices of uploads of a demo's image and of the site's default image. */
export const socialImageNotices: ImageNotices = {
  uploaded: messages.demoImageUploaded,
  failed: messages.demoUploadFailed,
  problem: { type: messages.invalidFileType, size: messages.fileTooLarge },
};

interface ImageOptions {
  bucket: Bucket;
  notices: ImageNotices;
  /** Width divided by height of the preview. */
  ratio: number;
  /** `contain` shows the whole image, for example logos; `cover` fills the frame. */
  fit?: 'cover' | 'contain';
  /** The maximum width of the preview; 24rem by default. */
  previewWidth?: string;
}

/** One image by upload or URL, with progress, cancel, retry, preview and removal. */
export function ImageWidget<Input extends FieldValues, Fields>({
  edit,
  name,
  label,
  help,
  required: _,
  ...options
}: WidgetProps<Input, Fields> & ImageOptions) {
  const bound = useControl({ control: edit.editor.form.control, name });
  return <ImageField {...{ label, help }} {...bound} {...options} isReadOnly={!edit.canEdit} />;
}

interface ImageFieldProps extends ImageOptions {
  label: string;
  help: ReactNode;
  error: string | undefined;
  /** Name of the field in its form. */
  name: string;
  /** The image's address; empty when there is none. */
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  /** Receives the input, to focus it on a validation error. */
  onReady: Ref<HTMLInputElement>;
  isReadOnly: boolean;
}

function ImageField(props: ImageFieldProps) {
  const { label, help, error, name, value, onChange, onBlur, onReady, bucket, notices, isReadOnly } = props;
  const { ratio, fit = 'cover', previewWidth = '24rem' } = props;
  const notify = useNotify();
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const { uploads, start, retry, cancel, takeKnown } = useUploads(bucket, {
    onDone: (url, { state }) => {
      onChange(url);
      if (state !== 'known') notify.success(notices.uploaded);
    },
    onProblem: (problem) => notify.failure(notices.problem[problem]),
    onFailed: (failure) => {
      const reason = plainFailure(failure);
      const { failed } = notices;
      notify.failure(typeof failed === 'function' ? failed(reason) : { description: reason, ...failed });
    },
  });
  const [upload] = uploads;
  const isUploading = upload?.state === 'running';

  const take = (file: File | undefined) => {
    if (!file || isUploading) return;
    if (upload) cancel(upload);
    start(file);
  };

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isReadOnly) take(event.dataTransfer.files[0]);
  };

  return (
    <Field label={label} help={help} error={error}>
      <Box
        width="full"
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        outline={isOver ? '2px dashed' : undefined}
        outlineColor="ink.focusRing"
        outlineOffset="4px"
        rounded="l2"
      >
        {value !== '' && <Preview url={value} ratio={ratio} fit={fit} width={previewWidth} label={label} />}
        <Flex gap="2" wrap="wrap" align="center">
          <TextInput
            ref={onReady}
            name={name}
            flex="1"
            minW="12rem"
            placeholder="https://… or upload a file"
            value={value}
            readOnly={isReadOnly}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
          />
          {!isReadOnly && (
            <>
              <Button
                variant="outline"
                colorPalette="gray"
                disabled={isUploading}
                onClick={() => picker.current?.click()}
              >
                {isUploading ? <Spinner size="xs" /> : <ImageUp />}
                {isUploading ? 'Uploading...' : 'Upload image'}
              </Button>
              <ChooseImage bucket={bucket} onChoose={({ url }) => onChange(url)} />
              {value !== '' && (
                <Button variant="ghost" colorPalette="brick" onClick={() => onChange('')}>
                  <Trash2 /> Remove
                </Button>
              )}
            </>
          )}
        </Flex>
        <chakra.input
          ref={picker}
          type="file"
          accept={acceptedTypes(bucket)}
          disabled={isUploading}
          aria-label={`${label}: choose a file`}
          tabIndex={-1}
          srOnly
          onChange={(event) => {
            take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        {upload && (
          <Box mt="2">
            <UploadRow
              upload={upload}
              onCancel={() => cancel(upload)}
              onRetry={() => retry(upload)}
              onUse={() => takeKnown(upload)}
            />
          </Box>
        )}
      </Box>
    </Field>
  );
}

// A logo may be transparent: the preview shows it on a light and a dark background.
const grounds = { cover: ['bg.muted'], contain: ['white', 'black'] } as const;

interface PreviewProps {
  url: string;
  ratio: number;
  fit: 'cover' | 'contain';
  width: string;
  label: string;
}

function Preview({ url, ratio, fit, width, label }: PreviewProps) {
  const [brokenAddress, setBroken] = useState<string | null>(null);
  const address = useImageAddress(url);
  if (address === null || (address !== undefined && brokenAddress === address)) {
    return (
      <Text textStyle="sm" color="fg.muted" mb="2">
        No image found at this URL.
      </Text>
    );
  }
  return (
    <Flex gap="2" mb="3">
      {grounds[fit].map((ground, index) => (
        <Box
          key={ground}
          flex="1"
          minW="0"
          maxW={width}
          borderWidth="1px"
          rounded="l2"
          overflow="hidden"
          bg={ground}
          p={fit === 'contain' ? '2' : '0'}
        >
          <Image
            src={address}
            alt={index === 0 && address !== undefined ? `Preview of ${label}` : ''}
            aspectRatio={ratio}
            width="full"
            objectFit={fit}
            referrerPolicy="no-referrer"
            onError={() => address !== undefined && setBroken(address)}
          />
        </Box>
      ))}
    </Flex>
  );
}

interface UploadRowProps {
  upload: Upload;
  onCancel: () => void;
  /** Tries again, or uploads the smaller copy. */
  onRetry: () => void;
  /** Takes the image of the library with the same bytes. */
  onUse: () => void;
}

/** A running, failed, rejected or known upload: progress, and buttons for its next steps. */
function UploadRow({ upload, onCancel, onRetry, onUse }: UploadRowProps) {
  const { file, state, progress, message, copy } = upload;
  const isRunning = state === 'running';
  const isKnown = state === 'known';
  const isFine = isRunning || isKnown;
  return (
    <Flex
      role={isFine ? 'status' : 'alert'}
      align="center"
      gap="3"
      borderWidth="1px"
      borderColor={isFine ? 'border' : 'border.error'}
      bg={isFine ? 'bg.subtle' : 'bg.error'}
      rounded="l2"
      px="3"
      py="2"
      wrap="wrap"
    >
      <Flex direction="column" gap="1" flex="1" minW="10rem">
        <Text textStyle="sm" fontWeight="medium" overflowWrap="anywhere">
          {isRunning ? `Uploading... ${file.name}` : isKnown ? file.name : `${file.name} was not uploaded`}
        </Text>
        {isRunning ? (
          <Progress.Root value={Math.round(progress * 100)} size="xs" aria-label={`Uploading ${file.name}`}>
            <Progress.Track>
              <Progress.Range />
            </Progress.Track>
          </Progress.Root>
        ) : (
          <Text textStyle="sm" color={isKnown ? undefined : 'fg.error'}>
            {message}
          </Text>
        )}
        {copy !== null && (
          <Text textStyle="sm">{`A smaller copy would be ${formatBytes(copy.file.size)}, at ${copy.width} × ${copy.height} px.`}</Text>
        )}
      </Flex>
      {copy !== null && (
        <Button size="sm" onClick={onRetry}>
          Use a smaller copy
        </Button>
      )}
      {isKnown && (
        <Button size="sm" onClick={onUse}>
          Use it
        </Button>
      )}
      {(state === 'failed' || isKnown) && (
        <Button size="sm" variant="outline" onClick={onRetry}>
          {isKnown ? 'Upload again' : 'Retry'}
        </Button>
      )}
      <Button size="sm" variant="ghost" colorPalette="gray" onClick={onCancel}>
        {isRunning ? 'Cancel upload' : 'Dismiss'}
      </Button>
    </Flex>
  );
}

import { Box, Button, chakra, Flex, Image, Spinner, Text } from '@chakra-ui/react';
import type { Notice } from '@frontage/model/messages';
import type { Bucket } from '@frontage/model/paths';
import { ImageUp, Trash2 } from '#icons';
import { useRef, useState, type DragEvent, type Ref } from 'react';
import { plainFailure } from '../../lib/failures.ts';
import { useFirebase } from '../../lib/firebase.tsx';
import { TextInput } from '../../ui/controls.tsx';
import { Field } from '../../ui/field.tsx';
import { useNotify } from '../../ui/toaster.tsx';
import { imageAddress } from './image-address.ts';
import type { ImageProblem } from './image-file.ts';
import { UploadRow } from './upload-row.tsx';
import { useUploads } from './use-upload.ts';

export interface ImageNotices {
  uploaded: Notice;
  /** A function takes the reason in plain words; a plain notice gets it as its description. */
  failed: Notice | ((reason: string) => Notice);
  problem: Record<ImageProblem, Notice>;
}

export interface ImageFieldProps {
  label: string;
  help: string;
  error?: string | undefined;
  /** Of the field in its form. */
  name?: string;
  /** The image's address; empty when there is none. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** Takes the focus when the form finds the address wrong. */
  onReady?: Ref<HTMLInputElement>;
  bucket: Bucket;
  /** File types the picker offers. */
  accept: string;
  notices: ImageNotices;
  /** Width by height of the preview. */
  ratio: number;
  /** Whether the preview shows the whole image, as for logos, or fills its frame. */
  fit?: 'cover' | 'contain';
  /** At most how wide the preview is; 24rem unless told. */
  previewWidth?: string;
  isReadOnly?: boolean;
}

/** One image by upload or address: progress, cancel and retry, a preview, and Remove. */
export function ImageField(props: ImageFieldProps) {
  const { label, help, error, name, value, onChange, onBlur, onReady, bucket, accept, notices, isReadOnly } = props;
  const { ratio, fit = 'cover', previewWidth = '24rem' } = props;
  const notify = useNotify();
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const { uploads, start, retry, cancel } = useUploads(bucket, {
    onDone: (url) => {
      onChange(url);
      notify.success(notices.uploaded);
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
          accept={accept}
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
            <UploadRow upload={upload} onCancel={() => cancel(upload)} onRetry={() => retry(upload)} />
          </Box>
        )}
      </Box>
    </Field>
  );
}

interface PreviewProps {
  url: string;
  ratio: number;
  fit: 'cover' | 'contain';
  width: string;
  label: string;
}

function Preview({ url, ratio, fit, width, label }: PreviewProps) {
  const { config } = useFirebase();
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const address = imageAddress(url, config.siteOrigin);
  if (address === null || brokenUrl === url) {
    return (
      <Text textStyle="sm" color="fg.muted" mb="2">
        This address shows no image.
      </Text>
    );
  }
  return (
    <Box mb="3" maxW={width} borderWidth="1px" rounded="l2" overflow="hidden" bg="bg.muted">
      <Image
        src={address}
        alt={`Preview of ${label}`}
        aspectRatio={ratio}
        width="full"
        objectFit={fit}
        referrerPolicy="no-referrer"
        onError={() => setBrokenUrl(url)}
      />
    </Box>
  );
}

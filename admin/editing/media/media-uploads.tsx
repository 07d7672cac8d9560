import { Box, Button, chakra, Flex, Progress, Text } from '@chakra-ui/react';
import { mediaOfAddress } from '@frontage/model/media';
import { type Bucket, buckets } from '@frontage/model/paths';
import { can } from '@frontage/model/permissions';
import { uploads as uploadRules } from '@frontage/model/uploads';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ImageUp } from '#icons';
import { useViewer } from '../../lib/session.tsx';
import { isAnimated } from '@frontage/model/animated-image';
import { formatBytes, imageProblem, smallerCopy } from './image-file.ts';
import { type Upload, useUploads } from './use-upload.ts';

// More at once would take longer for each, and fill the memory with reduced photos.
const atOnce = 3;

/** A file that is waiting, or that cannot be uploaded. */
interface Pending {
  id: number;
  file: File;
  /** Why it cannot be uploaded; null while it waits. */
  problem: string | null;
}

/** The buckets to which the user may upload. */
function useBuckets(): Bucket[] {
  const viewer = useViewer();
  return Object.values(buckets).filter((bucket) => can(viewer, 'create', { what: bucket }));
}

interface LibraryUploads {
  uploads: readonly Upload[];
  pending: readonly Pending[];
  add: (files: Iterable<File>) => void;
  retry: (upload: Upload) => void;
  cancel: (upload: Upload) => void;
  dismiss: (id: number) => void;
  takeKnown: (upload: Upload) => void;
  /** The label of the button that takes the image of the library with the same bytes. */
  knownLabel: string;
}

interface LibraryUploadsOptions {
  /** The bucket of all files; by default the first that accepts a file's type. */
  bucket?: Bucket | undefined;
  /**
   * Takes an image of the library that has the same bytes as a file, and the label of its button. Without it, equal files
   * are uploaded again.
   */
  known?: { label: string; onUse: (id: string) => void };
}

/**
 * Uploads of many files into the library, a few at a time. Photos above the limit of the site are reduced first, with
 * their displayed orientation.
 */
export function useLibraryUploads(
  onDone: (id: string) => void,
  { bucket: only, known }: LibraryUploadsOptions,
): LibraryUploads {
  const own = useBuckets();
  const bucketOf = (file: File): Bucket =>
    only ?? own.find((bucket) => file.type in uploadRules[bucket].types) ?? own[0] ?? buckets.demoImages;
  const [pending, setPending] = useState<readonly Pending[]>([]);
  const nextId = useRef(1);
  const fail = (file: File, problem: string) => {
    const failed = { id: nextId.current++, file, problem };
    setPending((all) => [...all, failed]);
  };
  const { uploads, start, retry, cancel, takeKnown } = useUploads(
    bucketOf,
    {
      onDone: (url, { state }) => {
        const id = mediaOfAddress(url);
        if (id === null) return;
        if (state === 'known') known?.onUse(id);
        else onDone(id);
      },
      onProblem: () => {},
      onFailed: () => {},
    },
    { offersKnown: known !== undefined },
  );
  const [isReducing, setReducing] = useState(false);
  const running = uploads.filter(({ state }) => state === 'running').length + (isReducing ? 1 : 0);
  const next = pending.find(({ problem }) => problem === null);

  /** Uploads a file, reduced if it is too large. */
  const begin = async ({ id, file }: Pending) => {
    setPending((all) => all.filter((one) => one.id !== id));
    const bucket = bucketOf(file);
    const { types, maxBytes } = uploadRules[bucket];
    if (imageProblem(bucket, file) === null) return void start(file);
    const accepted = Object.values(types).map(([extension]) => extension.toUpperCase());
    if (!file.type.startsWith('image/') || file.type === 'image/svg+xml') {
      return fail(file, `Only images can be uploaded: ${accepted.join(', ')}.`);
    }
    if (isAnimated(new Uint8Array(await file.arrayBuffer()))) {
      return fail(
        file,
        `Animated images are not converted. Save it as animated WebP of at most ${formatBytes(maxBytes)} and upload that.`,
      );
    }
    setReducing(true);
    const copy = await smallerCopy(bucket, file).catch(() => null);
    setReducing(false);
    if (copy) start(copy.file);
    else if (file.type in types)
      fail(
        file,
        `The image is ${formatBytes(file.size)} and cannot be reduced in this browser to ${formatBytes(maxBytes)}. Save a smaller copy and upload that.`,
      );
    else fail(file, `This browser cannot convert the image. Save it as ${accepted.join(', ')} and upload that.`);
  };
  const latest = useRef(begin);
  useEffect(() => {
    latest.current = begin;
  });
  useEffect(() => {
    if (!next || running >= atOnce) return;
    void latest.current(next);
  }, [next, running]);

  return {
    uploads,
    pending,
    add: (files) => {
      // The browser empties the list of files after the event.
      const added = [...files].map((file) => ({ id: nextId.current++, file, problem: null }));
      setPending((all) => [...all, ...added]);
    },
    retry,
    cancel,
    dismiss: (id) => setPending((all) => all.filter((one) => one.id !== id)),
    takeKnown,
    knownLabel: known?.label ?? '',
  };
}

interface UploadAreaProps {
  uploads: LibraryUploads;
  children: ReactNode;
}

/** An area that takes dropped and pasted image files, with the state of their uploads above its content. */
export function UploadArea({ uploads: library, children }: UploadAreaProps) {
  const [isOver, setOver] = useState(false);
  const mayUpload = useBuckets().length > 0;
  const { add } = library;
  useEffect(() => {
    if (!mayUpload) return;
    const onPaste = ({ clipboardData, target }: ClipboardEvent) => {
      const isText = target instanceof Element && target.closest('input, textarea, [contenteditable="true"]');
      if (!isText && clipboardData && clipboardData.files.length > 0) add(clipboardData.files);
    };
    addEventListener('paste', onPaste);
    return () => removeEventListener('paste', onPaste);
  });
  if (!mayUpload) return children;
  return (
    <Box
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        add(event.dataTransfer.files);
      }}
      outline={isOver ? '2px dashed' : undefined}
      outlineColor="ink.focusRing"
      outlineOffset="8px"
      rounded="l2"
      minH="12rem"
    >
      <UploadList uploads={library} />
      {children}
    </Box>
  );
}

/** A button that opens the file picker for several images. */
export function UploadButton({ onFiles }: { onFiles: (files: FileList) => void }) {
  const picker = useRef<HTMLInputElement>(null);
  if (useBuckets().length === 0) return null;
  return (
    <>
      <Button onClick={() => picker.current?.click()}>
        <ImageUp /> Upload images
      </Button>
      <chakra.input
        ref={picker}
        type="file"
        accept="image/*"
        multiple
        srOnly
        tabIndex={-1}
        aria-label="Image files to upload"
        onChange={({ target }) => {
          if (target.files) onFiles(target.files);
          target.value = '';
        }}
      />
    </>
  );
}

/** The state of running, failed and waiting uploads. */
export function UploadList({ uploads: library }: { uploads: LibraryUploads }) {
  const { uploads, pending, retry, cancel, dismiss, takeKnown, knownLabel } = library;
  const waiting = pending.filter(({ problem }) => problem === null).length;
  const refused = pending.filter(({ problem }) => problem !== null);
  if (uploads.length + pending.length === 0) return null;
  return (
    <Flex as="ul" aria-label="Uploads" direction="column" gap="2" mb="4">
      {uploads.map((upload) => {
        const isRunning = upload.state === 'running';
        const isKnown = upload.state === 'known';
        return (
          <Row
            key={upload.id}
            name={upload.file.name}
            {...{ isKnown }}
            message={isRunning ? null : upload.message}
            progress={isRunning ? upload.progress : null}
          >
            {isKnown && (
              <Button size="sm" onClick={() => takeKnown(upload)}>
                {knownLabel}
              </Button>
            )}
            {(upload.state === 'failed' || isKnown) && (
              <Button size="sm" variant="outline" onClick={() => retry(upload)}>
                {isKnown ? 'Upload again' : 'Retry'}
              </Button>
            )}
            <Button size="sm" variant="ghost" colorPalette="gray" onClick={() => cancel(upload)}>
              {isRunning ? 'Cancel' : 'Dismiss'}
            </Button>
          </Row>
        );
      })}
      {refused.map(({ id, file, problem }) => (
        <Row key={`pending-${String(id)}`} name={file.name} message={problem} progress={null}>
          <Button size="sm" variant="ghost" colorPalette="gray" onClick={() => dismiss(id)}>
            Dismiss
          </Button>
        </Row>
      ))}
      {waiting > 0 && (
        <li>
          <Text role="status" textStyle="sm" color="fg.muted">
            {waiting === 1 ? '1 more file is waiting' : `${waiting} more files are waiting`}
          </Text>
        </li>
      )}
    </Flex>
  );
}

interface RowProps {
  name: string;
  message: string | null;
  /** From 0 to 1; null unless it is running. */
  progress: number | null;
  /** Whether the library has the same bytes. */
  isKnown?: boolean;
  children: ReactNode;
}

function Row({ name, message, progress, isKnown = false, children }: RowProps) {
  const isFailed = progress === null && !isKnown;
  return (
    <Flex
      as="li"
      align="center"
      gap="3"
      borderWidth="1px"
      borderColor={isFailed ? 'border.error' : 'border'}
      bg={isFailed ? 'bg.error' : 'bg.panel'}
      rounded="l2"
      px="3"
      py="2"
      wrap="wrap"
    >
      <Flex role={isFailed ? 'alert' : isKnown ? 'status' : undefined} direction="column" gap="1" flex="1" minW="10rem">
        <Text textStyle="sm" fontWeight="medium" overflowWrap="anywhere">
          {isFailed ? `${name} was not uploaded` : name}
        </Text>
        {message !== null && (
          <Text textStyle="sm" color={isFailed ? 'fg.error' : undefined}>
            {message}
          </Text>
        )}
        {progress !== null && (
          <Progress.Root value={Math.round(progress * 100)} size="xs" aria-label={`Uploading ${name}`}>
            <Progress.Track>
              <Progress.Range />
            </Progress.Track>
          </Progress.Root>
        )}
      </Flex>
      {children}
    </Flex>
  );
}

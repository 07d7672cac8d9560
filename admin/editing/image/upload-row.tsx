import { Button, Flex, Progress, Text } from '@chakra-ui/react';
import type { Upload } from './use-upload.ts';
import { formatBytes } from './format-bytes.ts';

interface UploadRowProps {
  upload: Upload;
  onCancel: () => void;
  /** Tries again, or uploads the smaller copy. */
  onRetry: () => void;
}

/** A running, failed or rejected upload: progress, and buttons to cancel, retry or upload a smaller copy. */
export function UploadRow({ upload, onCancel, onRetry }: UploadRowProps) {
  const { file, state, progress, message, copy } = upload;
  const isRunning = state === 'running';
  return (
    <Flex
      role={isRunning ? 'status' : 'alert'}
      align="center"
      gap="3"
      borderWidth="1px"
      borderColor={isRunning ? 'border' : 'border.error'}
      bg={isRunning ? 'bg.subtle' : 'bg.error'}
      rounded="l2"
      px="3"
      py="2"
      wrap="wrap"
    >
      <Flex direction="column" gap="1" flex="1" minW="10rem">
        <Text textStyle="sm" fontWeight="medium" overflowWrap="anywhere">
          {isRunning ? `Uploading... ${file.name}` : `${file.name} was not uploaded`}
        </Text>
        {isRunning ? (
          <Progress.Root value={Math.round(progress * 100)} size="xs" aria-label={`Uploading ${file.name}`}>
            <Progress.Track>
              <Progress.Range />
            </Progress.Track>
          </Progress.Root>
        ) : (
          <Text textStyle="sm" color="fg.error">
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
      {state === 'failed' && (
        <Button size="sm" variant="outline" onClick={onRetry}>
          Retry
        </Button>
      )}
      <Button size="sm" variant="ghost" colorPalette="gray" onClick={onCancel}>
        {isRunning ? 'Cancel upload' : 'Dismiss'}
      </Button>
    </Flex>
  );
}

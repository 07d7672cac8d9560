import { Button, chakra } from '@chakra-ui/react';
import { Columns2, Eye } from '#icons';
import { keyShortcut, keysText } from '../../ui/command-key.ts';

interface PreviewButtonProps {
  /** Whether form and preview fit beside each other. */
  isBeside: boolean;
  isShown: boolean;
  onToggle: () => void;
}

/** Opens and closes the preview. */
export function PreviewButton({ isBeside, isShown, onToggle }: PreviewButtonProps) {
  return (
    <Button
      variant={isShown ? 'subtle' : 'ghost'}
      colorPalette="gray"
      size="sm"
      aria-pressed={isShown}
      aria-label="Preview"
      aria-keyshortcuts={keyShortcut('Shift+P')}
      title={`Preview (${keysText('Shift+P')})`}
      onClick={onToggle}
    >
      {isBeside ? <Columns2 /> : <Eye />}
      <chakra.span hideBelow="2xl">Preview</chakra.span>
    </Button>
  );
}

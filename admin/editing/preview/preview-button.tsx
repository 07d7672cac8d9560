import { Button, chakra } from '@chakra-ui/react';
import { Columns2 } from '#icons';
import { keyShortcut, keysText } from '../../ui/command-key.ts';

interface PreviewButtonProps {
  isShown: boolean;
  onToggle: () => void;
}

/** Opens and closes the preview beside the form; a narrow screen has a tab for it. */
export function PreviewButton({ isShown, onToggle }: PreviewButtonProps) {
  return (
    <Button
      variant={isShown ? 'subtle' : 'ghost'}
      colorPalette="gray"
      size="sm"
      hideBelow="lg"
      aria-pressed={isShown}
      aria-label="Preview"
      aria-keyshortcuts={keyShortcut('Shift+P')}
      title={`Preview (${keysText('Shift+P')})`}
      onClick={onToggle}
    >
      <Columns2 />
      <chakra.span hideBelow="2xl">Preview</chakra.span>
    </Button>
  );
}

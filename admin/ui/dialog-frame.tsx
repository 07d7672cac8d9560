import { chakra, type HTMLChakraProps } from '@chakra-ui/react';
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { useTopLayer } from './top-layer.tsx';

interface DialogFrameProps extends Omit<HTMLChakraProps<'dialog'>, 'onClose' | 'open'> {
  /** Called for Escape, and for a press outside with `closesOutside`. Without it the dialog cannot be dismissed. */
  onClose?: () => void;
  closesOutside?: boolean;
  /** The element focused on opening; by default the first control. */
  initialFocus?: RefObject<HTMLElement | null>;
}

/**
 * A native modal dialog: the rest of the page is inert, focus stays inside and returns to its origin on unmounting.
 * Render it only while it is open.
 */
export function DialogFrame({ onClose, closesOutside = false, initialFocus, children, ...props }: DialogFrameProps) {
  const frame = useRef<HTMLDialogElement>(null);
  const { raise } = useTopLayer();

  useLayoutEffect(() => {
    const dialog = frame.current;
    if (!dialog) return;
    dialog.showModal();
    initialFocus?.current?.focus();
    const lower = raise(dialog);
    return () => {
      lower();
      dialog.close();
    };
  }, [initialFocus, raise]);

  return (
    <chakra.dialog
      ref={frame}
      onCancel={(event) => {
        if (event.target !== frame.current) return;
        event.preventDefault();
        onClose?.();
      }}
      onClose={(event) => {
        // The event is asynchronous: the dialog may be open again, for example after the double mount of strict mode.
        if (event.target !== frame.current || frame.current.open) return;
        // Browsers close on a second Escape even if the first was prevented; a dialog that must stay is reopened.
        if (onClose) onClose();
        else if (frame.current.isConnected) frame.current.showModal();
      }}
      onPointerDown={(event) => {
        if (closesOutside && event.target === frame.current) onClose?.();
      }}
      color="fg"
      bg="bg.panel"
      borderWidth={{ base: '0', _dark: '1px' }}
      p="0"
      m="auto"
      width="calc(100% - 2rem)"
      maxHeight="calc(100dvh - 3rem)"
      rounded="l3"
      shadow="lg"
      overflow="hidden"
      display="flex"
      flexDirection="column"
      outline="none"
      animation="scale-in 0.16s ease-out, fade-in 0.16s"
      _backdrop={{ bg: 'rgb(20 19 16 / 0.5)', animation: 'fade-in 0.16s' }}
      {...props}
    >
      {children}
    </chakra.dialog>
  );
}

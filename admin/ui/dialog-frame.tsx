import { chakra, type HTMLChakraProps } from '@chakra-ui/react';
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { useTopLayer } from './top-layer.tsx';

interface DialogFrameProps extends Omit<HTMLChakraProps<'dialog'>, 'onClose' | 'open'> {
  /** Escape, and a press outside where `closesOutside`. Without it the dialog cannot be dismissed. */
  onClose?: () => void;
  closesOutside?: boolean;
  /** What gets focus on opening; the first control where absent. */
  initialFocus?: RefObject<HTMLElement | null>;
}

/**
 * A modal dialog of the browser's own: the rest of the page is inert, focus stays inside and returns where it came from
 * when the frame is unmounted. Render it only while it is open.
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
        // The event comes late: by then the dialog may be open again, as after the double mount of strict mode.
        if (event.target !== frame.current || frame.current.open) return;
        // Browsers close on a second Escape whatever the first was told; what may not be dismissed comes back.
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

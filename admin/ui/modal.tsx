import { Box, Button, chakra, Flex, Heading, type HTMLChakraProps, IconButton, Text } from '@chakra-ui/react';
import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'react-router';
import { X } from '#icons';

interface TopLayer {
  /** The topmost open dialog, outside of which everything is inert; null if none is open. */
  top: HTMLElement | null;
  /** Registers an opened dialog as topmost; call the returned function when it closes. */
  raise(dialog: HTMLElement): () => void;
}

const Context = createContext<TopLayer | null>(null);

/** Tracks the topmost dialog, so that notices appear inside it instead of behind it. */
export function TopLayerProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<HTMLElement[]>([]);
  const raise = useCallback((dialog: HTMLElement) => {
    setOpen((stack) => [...stack, dialog]);
    return () => setOpen((stack) => stack.filter((other) => other !== dialog));
  }, []);
  const value = useMemo(() => ({ top: open.at(-1) ?? null, raise }), [open, raise]);
  return <Context value={value}>{children}</Context>;
}

export function useTopLayer(): TopLayer {
  const layer = use(Context);
  if (!layer) throw new Error('useTopLayer outside TopLayerProvider');
  return layer;
}

const widths = { sm: '26rem', md: '32rem', lg: '42rem', xl: '56rem', full: '96rem' } as const;

export interface ModalProps {
  isOpen: boolean;
  /** Called for Escape, the close button, a press outside and navigation. Without it the dialog cannot be dismissed. */
  onClose?: () => void;
  title: ReactNode;
  description?: ReactNode;
  size?: keyof typeof widths;
  role?: 'dialog' | 'alertdialog';
  /**
   * The action without data loss. Focused on opening, so that a repeated key press cannot delete anything. Required in
   * every dialog that confirms a loss.
   */
  safe?: { label: string; onPress: () => void };
  /** Further buttons at the end. */
  footer?: ReactNode;
  initialFocus?: RefObject<HTMLElement | null>;
  children?: ReactNode;
}

/** The state of a navigation that changes the address of the open screen only. */
export const sameScreen = { isSameScreen: true } as const;

/** Whether a navigation keeps the open screen. */
export const isSameScreen = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isSameScreen' in state;

/** A titled dialog over the screen. */
export function Modal({ isOpen, ...modal }: ModalProps) {
  return isOpen ? <OpenModal {...modal} /> : null;
}

function OpenModal({
  onClose,
  title,
  description,
  size = 'md',
  role = 'dialog',
  safe,
  footer,
  initialFocus,
  children,
}: Omit<ModalProps, 'isOpen'>) {
  const id = useId();
  const safeButton = useRef<HTMLButtonElement>(null);
  const focus = safe ? safeButton : initialFocus;

  // A dialog closes when the user leaves the screen that opened it.
  const location = useLocation();
  const { pathname } = location;
  const screen = useRef(pathname);
  const onMoved = useEffectEvent(() => {
    if (pathname === screen.current) return;
    screen.current = pathname;
    if (!isSameScreen(location.state)) onClose?.();
  });
  useEffect(() => onMoved(), [pathname]);

  return (
    <DialogFrame
      role={role}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      closesOutside={role === 'dialog'}
      maxWidth={widths[size]}
      {...(onClose ? { onClose } : {})}
      {...(focus ? { initialFocus: focus } : {})}
    >
      <Flex direction="column" minH="0" maxHeight="calc(100dvh - 3rem)">
        <Box px="6" pt="5" pb="3" pe={onClose ? '14' : '6'}>
          <Heading as="h2" id={`${id}-title`} size="lg" fontWeight="semibold" letterSpacing="-0.01em">
            {title}
          </Heading>
          {description && (
            <Text id={`${id}-description`} as="div" color="fg.muted" mt="1" textStyle="sm">
              {description}
            </Text>
          )}
        </Box>
        {children && (
          <Box px="6" py="2" flex="1" overflowY="auto">
            {children}
          </Box>
        )}
        <Flex px="6" pt="3" pb="5" gap="3" justify="flex-end" wrap="wrap">
          {safe && (
            <Button ref={safeButton} variant="outline" colorPalette="gray" onClick={safe.onPress}>
              {safe.label}
            </Button>
          )}
          {footer}
        </Flex>
        {onClose && role === 'dialog' && (
          <IconButton
            aria-label="Close dialog"
            variant="ghost"
            colorPalette="gray"
            size="sm"
            position="absolute"
            top="3.5"
            insetEnd="3.5"
            onClick={onClose}
          >
            <X />
          </IconButton>
        )}
      </Flex>
    </DialogFrame>
  );
}

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
      // A dialog inherits from its place, for example a table cell.
      textAlign="start"
      bg="bg.panel"
      borderWidth={{ base: '0', _dark: '1px' }}
      p="0"
      m="auto"
      width="calc(100% - 2rem)"
      // Centered, it ends above the notices.
      maxHeight="calc(100dvh - max(3rem, 2 * var(--toasts-height, 0px)))"
      rounded="l3"
      shadow="lg"
      overflow="hidden"
      display="flex"
      flexDirection="column"
      outline="none"
      // Not scaled: notices inside would be positioned in it instead of the window.
      animation="fade-in 0.16s"
      _backdrop={{ bg: 'rgb(20 19 16 / 0.5)', animation: 'fade-in 0.16s' }}
      {...props}
    >
      {children}
    </chakra.dialog>
  );
}

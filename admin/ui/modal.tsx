import { Box, Button, Flex, Heading, IconButton, Text } from '@chakra-ui/react';
import { X } from '#icons';
import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useLocation } from 'react-router';
import { DialogFrame } from './dialog-frame.tsx';

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
  const { pathname } = useLocation();
  const [openedOn] = useState(pathname);
  const close = useEffectEvent(() => onClose?.());
  useEffect(() => {
    if (pathname !== openedOn) close();
  }, [pathname, openedOn]);

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

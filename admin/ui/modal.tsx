import { CloseButton, Dialog, Portal } from '@chakra-ui/react';
import type { ComponentProps, ReactNode } from 'react';

interface ModalProps {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** Buttons at the end. */
  footer?: ReactNode;
  initialFocus?: ComponentProps<typeof Dialog.Root>['initialFocusEl'];
  children?: ReactNode;
}

/** A dialog over the screen: focus stays inside and returns where it came from; Escape closes. */
export function Modal({
  isOpen,
  onClose,
  title,
  description,
  size = 'md',
  footer,
  initialFocus,
  children,
}: ModalProps) {
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={({ open }) => {
        if (!open) onClose();
      }}
      size={size}
      placement="center"
      scrollBehavior="inside"
      lazyMount
      unmountOnExit
      {...(initialFocus ? { initialFocusEl: initialFocus } : {})}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Dialog.Header flexDirection="column" gap="1" pe="12" pb="3">
              <Dialog.Title>{title}</Dialog.Title>
              {description && <Dialog.Description>{description}</Dialog.Description>}
            </Dialog.Header>
            <Dialog.Body pt="1">{children}</Dialog.Body>
            {footer && <Dialog.Footer pb="5">{footer}</Dialog.Footer>}
            <Dialog.CloseTrigger asChild>
              <CloseButton size="sm" colorPalette="gray" aria-label="Close dialog" />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

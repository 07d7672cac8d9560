import { Button, Flex } from '@chakra-ui/react';
import { type SyntheticEvent, useId } from 'react';
import { Modal, type ModalProps } from './modal.tsx';

interface FormModalProps extends Omit<ModalProps, 'isOpen' | 'footer' | 'onClose'> {
  onClose: () => void;
  /** The label of the button that submits. */
  submit: string;
  isPending: boolean;
  /** The label of the button while `isPending`. */
  pendingText?: string;
  /** Called instead of the browser's submission and validation. */
  onSubmit: () => void;
}

/** A modal with a form, and buttons to cancel and to submit it. */
export function FormModal({
  submit,
  isPending,
  pendingText = 'Saving...',
  onSubmit,
  children,
  ...modal
}: FormModalProps) {
  const form = useId();
  return (
    <Modal
      isOpen
      {...modal}
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={modal.onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} loading={isPending} loadingText={pendingText}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event: SyntheticEvent) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <Flex direction="column" gap="4">
          {children}
        </Flex>
      </form>
    </Modal>
  );
}

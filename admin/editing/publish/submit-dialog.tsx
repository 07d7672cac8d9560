import { Button } from '@chakra-ui/react';
import { limits } from '@frontage/model/limits';
import { useState } from 'react';
import { TextAreaField } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';

interface SubmitDialogProps {
  /** `message` is null if it is empty. */
  onSubmit: (message: string | null) => void;
  onClose: () => void;
}

/** Asks for a message to the reviewer before a draft is submitted. */
export default function SubmitDialog({ onSubmit, onClose }: SubmitDialogProps) {
  const [message, setMessage] = useState('');
  const submit = () => {
    onClose();
    onSubmit(message.trim() === '' ? null : message.trim());
  };
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Submit for review"
      description="Editors and administrators review your changes and can publish them. You can continue editing."
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={submit}>Submit</Button>
        </>
      }
    >
      <TextAreaField
        label="Message to the reviewer"
        help="Optional. The reviewer reads it beside your changes."
        counter={{ length: message.length, max: limits.reviewMessage }}
        input={{
          rows: 4,
          value: message,
          maxLength: limits.reviewMessage,
          onChange: (event) => setMessage(event.target.value),
        }}
      />
    </Modal>
  );
}

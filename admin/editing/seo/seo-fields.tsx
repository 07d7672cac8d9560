import { Flex } from '@chakra-ui/react';
import { limits } from '@frontage/model/limits';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { TextAreaField, TextField } from '../../ui/field.tsx';

interface SeoFieldsProps {
  metaTitle: { value: string; registration: UseFormRegisterReturn; error: string | undefined };
  metaDescription: { value: string; registration: UseFormRegisterReturn; error: string | undefined };
  /** Limits the input instead of showing an error. */
  isCapped?: boolean;
}

/** Title and description for search engines, with their remaining length. */
export function SeoFields({ metaTitle, metaDescription, isCapped = false }: SeoFieldsProps) {
  return (
    <Flex direction="column" gap="5">
      <TextField
        label="Meta title"
        registration={metaTitle.registration}
        error={metaTitle.error}
        counter={{ length: metaTitle.value.length, max: limits.metaTitle }}
        input={isCapped ? { maxLength: limits.metaTitle } : {}}
      />
      <TextAreaField
        label="Meta description"
        registration={metaDescription.registration}
        error={metaDescription.error}
        counter={{ length: metaDescription.value.length, max: limits.metaDescription }}
        input={isCapped ? { maxLength: limits.metaDescription } : {}}
      />
    </Flex>
  );
}

import type { Savable } from '@frontage/model/kinds';
import { useMemo } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { previewedOf, type Previewed } from './previewed.ts';

/** A form as its preview follows it. */
export interface PreviewSource {
  /** What stands in it now. */
  read(): Previewed;
  /** Tells of every change until the answer is called. */
  subscribe(onChange: () => void): () => void;
}

/** The same source as long as it is the same document. */
export function usePreviewSource<Input extends FieldValues, Fields>(
  kind: Savable,
  id: string,
  form: UseFormReturn<Input, unknown, Fields>,
): PreviewSource {
  return useMemo(
    () => ({
      read: () => previewedOf(kind, id, form.getValues()),
      subscribe: (onChange) => form.subscribe({ formState: { values: true }, callback: onChange }),
    }),
    [form, id, kind],
  );
}

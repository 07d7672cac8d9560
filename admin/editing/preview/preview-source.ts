import type { Savable } from '@frontage/model/kinds';
import { useMemo } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { previewedOf, type Previewed } from './previewed.ts';

/** The form values that a preview follows. */
export interface PreviewSource {
  /** The current values. */
  read(): Previewed;
  /** Calls `onChange` for every change until the returned function is called. */
  subscribe(onChange: () => void): () => void;
}

/** A source that is stable while the document is the same. */
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

import { zodResolver } from '@hookform/resolvers/zod';
import type { Base } from '@frontage/model/writes/plan-save';
import { useForm, type DefaultValues, type FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { initialValues, type OpenedDraft } from '../draft/opened-draft.queries.ts';
import type { Editor, EditorSetup } from '../editor.ts';
import type { Origin } from '../session/session.ts';
import { useEditor } from '../session/use-editor.ts';

interface FormEditorSetup<Input extends FieldValues, Fields extends object> extends Omit<
  EditorSetup<Input, Fields>,
  'form' | 'start' | 'draft'
> {
  /** The stored version, or the values of a new document. */
  live: Origin<Input>;
  /** The draft found when the screen opened. */
  opened: OpenedDraft | null;
  /** Whether this user may keep a draft. */
  mayDraft: boolean;
  /** A demo's embed code; null without one. */
  embed: string | null;
  /** Adds checks of the form that need other documents. */
  withChecks?: ((schema: z.ZodType<Fields, Input>) => z.ZodType<Fields, Input>) | undefined;
}

/** The edit of the stored version or of its draft, with a form validated by `schema`. */
export function useFormEditor<Input extends FieldValues, Fields extends object>({
  live,
  opened,
  mayDraft,
  embed,
  withChecks = (schema) => schema,
  ...setup
}: FormEditorSetup<Input, Fields>): Editor<Input, Fields> {
  const { start, first } = initialValues(live, opened, (data) => setup.valuesOf(data, embed).values);
  const schemaOf = (base: Base | null) => withChecks(setup.schema(base));
  const form = useForm<Input, unknown, Fields>({
    defaultValues: first as DefaultValues<Input>,
    // Depends on the base, which changes when another user's version is loaded.
    resolver: (...entered) => zodResolver(schemaOf(editor.origin.base))(...entered),
    mode: 'onTouched',
  });
  const draft = { mayDraft, start: opened?.kept ?? null };
  const editor: Editor<Input, Fields> = useEditor<Input, Fields>({ ...setup, form, start, draft });
  return editor;
}

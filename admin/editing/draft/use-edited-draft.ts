import { lastEdit } from '@frontage/model/draft';
import { useMemo } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import { useNotify } from '../../ui/toaster.tsx';
import { areSameValues, compareFields, type Values } from '../conflict/compare-fields.ts';
import { mergedNotice } from '../conflict/merged-notice.ts';
import type { EditorSetup, ValidationIssue, Origin } from '../editor.ts';
import { valuesOfDraft } from './draft-values.ts';
import { validationErrors } from './validation-errors.ts';
import { useDraft, type EditedDraft } from './use-draft.ts';

interface Edit<Input> {
  /** The base of the edit, as rendered. */
  origin: Origin<Input>;
  /** The current base of the edit. */
  originNow(): Origin<Input>;
  withoutSecrets(values: Input): Input;
  /** Called when every change is on the server. */
  onKept(): void;
  /** Merges a newer live version into the form. */
  mergeLive(): Promise<void>;
}

interface DraftOfEdit {
  draft: EditedDraft;
  /** The validation errors of the stored draft. Values during typing would always be incomplete. */
  issues: readonly ValidationIssue[];
  /** Whether every change is on the server. */
  isKept(): boolean;
  /** Writes pending changes; false if some could not be stored. */
  settle(): Promise<boolean>;
}

/** Connects a form to the draft of its document. */
export function useEditedDraft<Input extends FieldValues, Fields extends object>(
  { kind, form, draft: { mayDraft, start }, schema }: EditorSetup<Input, Fields>,
  { origin, originNow, withoutSecrets, onKept, mergeLive }: Edit<Input>,
): DraftOfEdit {
  const notify = useNotify();
  const typed = () => withoutSecrets(form.getValues());
  const put = (values: Values) => {
    // Sets only fields that differ, so that the others keep their caret.
    for (const { field, theirs } of compareFields({ base: {}, mine: typed(), theirs: values })) {
      form.setValue(field as Path<Input>, theirs as never, { shouldValidate: form.formState.isSubmitted });
    }
  };
  const draft = useDraft<Input>({
    kind,
    mayDraft,
    start,
    ports: {
      origin: originNow,
      typed,
      put,
      mergeLive,
      onKept,
      onMerged: (theirs) => {
        const { name, at } = lastEdit(theirs);
        notify.info(mergedNotice({ who: name ?? 'A colleague', at }, 'changed'));
      },
    },
  });
  const { sync, kept } = draft;
  const issues = useMemo(
    () => (kept ? validationErrors(schema(origin.base), valuesOfDraft(kept, origin.values)) : []),
    [kept, schema, origin],
  );
  // A typed password is never stored in a draft.
  const isKept = () => sync.isOn() && sync.isSafe() && areSameValues(form.getValues(), typed());
  const settle = async () => {
    if (sync.state().clash === null) await sync.flush();
    return isKept();
  };
  return { draft, issues, isKept, settle };
}

import { useMemo } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import { useNotify } from '../../ui/toaster.tsx';
import { areSameValues, compareFields, type Values } from '../conflict/compare-fields.ts';
import { mergedNotice } from '../conflict/merged-notice.ts';
import type { EditorSetup, Lack, Origin } from '../editor.ts';
import { valuesOfDraft } from './draft-values.ts';
import { lacksOf } from './lacks-of.ts';
import { useDraft, type EditedDraft } from './use-draft.ts';

interface Edit<Input> {
  /** What the edit builds on, as it is drawn and as it is now. */
  origin: Origin<Input>;
  originNow(): Origin<Input>;
  withoutSecrets(values: Input): Input;
  /** Everything typed is on the server. */
  onKept(): void;
  /** The live version moved: takes it into the form. */
  meetLive(): Promise<void>;
}

interface DraftOfEdit {
  draft: EditedDraft;
  /** What keeps it from being published. Of what is on the server: what is being typed would always lack something. */
  lacks: readonly Lack[];
  /** Whether all that is typed is on the server. */
  isKept(): boolean;
  /** Brings it there; false where that is not possible. */
  settle(): Promise<boolean>;
}

/** The working copy behind a form. */
export function useEditedDraft<Input extends FieldValues, Fields extends object>(
  { kind, form, draft: { mayDraft, start }, schema }: EditorSetup<Input, Fields>,
  { origin, originNow, withoutSecrets, onKept, meetLive }: Edit<Input>,
): DraftOfEdit {
  const notify = useNotify();
  const typed = () => withoutSecrets(form.getValues());
  const put = (values: Values) => {
    // Field by field: the others keep their caret.
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
      meetLive,
      onKept,
      onMerged: ({ name, updated_at }) =>
        notify.info(mergedNotice({ who: name ?? 'A colleague', at: updated_at }, 'changed')),
    },
  });
  const { keeper, kept } = draft;
  const lacks = useMemo(
    () => (kept ? lacksOf(schema(origin.base), valuesOfDraft(kept, origin.values)) : []),
    [kept, schema, origin],
  );
  // A password that was typed is on no server before it is saved.
  const isKept = () => keeper.isOn() && keeper.isSafe() && areSameValues(form.getValues(), typed());
  const settle = async () => {
    if (keeper.state().clash === null) await keeper.flush();
    return isKept();
  };
  return { draft, lacks, isKept, settle };
}

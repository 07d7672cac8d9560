import { invalid } from '@frontage/model/messages';
import type { Base } from '@frontage/model/writes/plan-save';
import type { Data } from '@frontage/model/writes/write';
import { useRef } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import { useRefresh } from '../../lib/documents/documents.queries.ts';
import type { SaveFailure, Theirs } from '../../lib/documents/save-document.ts';
import { lacksOf } from '../draft/lacks-of.ts';
import type { DraftKeeper } from '../draft/draft-keeper.ts';
import type { EditorSetup, Origin } from '../editor.ts';
import { useTakeOver } from '../slug/use-take-over.ts';
import type { Prepared } from './prepared.ts';
import type { SaveEngine } from './use-save.ts';

/** `met`: somebody else's changes are in the form now, and what is to be saved is another thing. `asked`: a dialog is open. */
type SaveResult = 'saved' | 'met' | 'asked' | 'failed';

/** The edit around a save. */
interface Edit<Input> {
  engine: SaveEngine;
  keeper: DraftKeeper;
  /** What the edit builds on at the moment. */
  originNow(): Origin<Input>;
  /** Whether its screen has not been left. */
  isShown(): boolean;
  /** Takes a stored version in beside mine; false where somebody must choose first. */
  meet(theirs: Theirs): Promise<boolean>;
  meetTheirs(): Promise<boolean>;
  /** What was saved is what the edit builds on from now on. */
  settleSaved(base: Base, typed: Input): void;
}

interface Saving {
  /** Validates and saves, on demand so that visitors see it or no longer do; true when saved. */
  save(change?: { isPublished: boolean }): Promise<boolean>;
  /** Has the form say that it is to be published; returns the way back, and null where it lacks something. */
  publishing(): (() => void) | null;
}

/** How an edit is saved, with all that may come in between. */
export function useSaving<Input extends FieldValues, Fields extends object>(
  setup: EditorSetup<Input, Fields>,
  { engine, keeper, originNow, isShown, meet, meetTheirs, settleSaved }: Edit<Input>,
): Saving {
  const { form, kind, notices, schema } = setup;
  const refresh = useRefresh();
  const mayTakeSlug = useTakeOver(kind);
  const isSaving = useRef(false);

  const failAtSlug = (message: string) => form.setError('slug' as Path<Input>, { message }, { shouldFocus: true });

  /** What the edit began from as it would be saved; null where that is not known any more, or is nothing that may be saved. */
  const preparedBefore = async (from: Origin<Input>): Promise<Prepared | null> => {
    const before = from.isBaseLost ? null : schema(from.base).safeParse(from.values);
    if (!before?.success) return null;
    return setup.prepare?.(before.data, { ...from, base: null }) ?? { fields: before.data as Data, companions: {} };
  };

  /** What a save that did not happen leads to. */
  const afterFailure = async (failure: SaveFailure): Promise<SaveResult> => {
    if (failure.reason === 'conflict') return (await meet(failure.theirs)) ? 'met' : 'asked';
    if (failure.reason === 'draft-moved') {
      if (await keeper.meet(failure.theirs)) return 'met';
      keeper.askClash(true);
      return 'asked';
    }
    if (failure.reason === 'slug-taken') failAtSlug(invalid.slugTaken);
    return 'failed';
  };

  const saveValid = async (fields: Fields): Promise<SaveResult> => {
    try {
      const draft = await keeper.hold();
      if (draft === 'asked') return 'asked';
      const typed = structuredClone(form.getValues());
      const from = originNow();
      if (!(await mayTakeSlug(from, typed['slug']))) {
        failAtSlug(invalid.slugIsOldAddress);
        return 'failed';
      }
      const isNew = from.base === null;
      const about = setup.nameOf(typed);
      const outcome = await engine.save({
        id: from.id,
        base: from.base,
        draft,
        prepared: setup.prepare?.(fields, from) ?? { fields: fields as Data, companions: {} },
        before: preparedBefore(from),
        visibility: { wasPublic: !isNew && setup.isPublic(from.values), isPublic: setup.isPublic(typed) },
        notices: {
          saved: { ...(isNew ? notices.created : notices.updated), about },
          failed: (reason) => ({ ...notices.failed(reason), about }),
        },
        // On a screen that was left nothing is to be shown.
        onUndone: () => {
          if (isShown()) meetTheirs().catch(reportError);
        },
      });
      if (!outcome.ok) return await afterFailure(outcome.failure);
      keeper.ended();
      settleSaved(outcome.base, typed);
      void refresh(kind);
      setup.onSaved(isNew);
      return 'saved';
    } finally {
      keeper.release();
    }
  };

  /** Has the form say whether visitors are to see it; returns the way back. */
  const setPublished = (isPublished: boolean): (() => void) => {
    const field = 'is_published' as Path<Input>;
    const before = form.getValues(field);
    form.setValue(field, isPublished as typeof before);
    return () => form.setValue(field, before);
  };

  const save: Saving['save'] = async (change) => {
    if (isSaving.current) return false;
    isSaving.current = true;
    const takeBack = change && setPublished(change.isPublished);
    const submit = form.handleSubmit(saveValid, (errors) => engine.markInvalid(Object.keys(errors).length));
    try {
      let result = await submit();
      while (result === 'met') result = await submit();
      // What was ordered and did not happen is not left behind as something typed.
      if (result === undefined || result === 'failed') takeBack?.();
      return result === 'saved';
    } finally {
      isSaving.current = false;
    }
  };

  const publishing: Saving['publishing'] = () => {
    const isSecret = (field: string) => (setup.secretFields ?? []).some((secret) => secret === field);
    const lacks = lacksOf(schema(originNow().base), form.getValues()).filter(({ field }) => !isSecret(field));
    if (lacks.length === 0) return setPublished(true);
    void form.trigger();
    engine.markInvalid(lacks.length);
    return null;
  };

  return { save, publishing };
}

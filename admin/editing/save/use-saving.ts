import { invalid, texts } from '@frontage/model/messages';
import type { Base } from '@frontage/model/writes/plan-save';
import type { Data } from '@frontage/model/writes/write';
import { useRef } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import { useRefresh } from '../../lib/documents/documents.queries.ts';
import type { SaveFailure, StoredVersion } from '../../lib/documents/save-document.ts';
import { validationErrors } from '../draft/validation-errors.ts';
import type { DraftSync } from '../draft/draft-sync.ts';
import type { EditorSetup, Origin } from '../editor.ts';
import { useNotify } from '../../ui/toaster.tsx';
import { useTakeOver } from '../slug/use-take-over.ts';
import type { Prepared } from './use-undo.ts';
import type { SaveEngine } from './use-save.ts';

/**
 * `merged`: the form now contains changes of another user and must be saved again. `needs-choice`: a dialog is open.
 */
type SaveResult = 'saved' | 'merged' | 'needs-choice' | 'failed';

/** The edit that is saved. */
interface Edit<Input> {
  engine: SaveEngine;
  sync: DraftSync;
  /** The current base of the edit. */
  originNow(): Origin<Input>;
  /** Whether the screen of the editor is still open. */
  isShown(): boolean;
  /** Merges a stored version into the form; false if a choice is needed first. */
  mergeRemote(theirs: StoredVersion): Promise<boolean>;
  mergeNewest(): Promise<boolean>;
  /** Makes the saved version the base of the edit. */
  settleSaved(base: Base, typed: Input): void;
}

interface Saving {
  /** Validates and saves, with `change` also publishes or unpublishes; true when saved. */
  save(change?: { isPublished: boolean }): Promise<boolean>;
  /**
   * Whether the form is valid for publishing, except for secrets, which drafts never contain. Shows the errors of
   * invalid fields.
   */
  isPublishable(): boolean;
}

/** Coordinates a save: draft, old address, conflict. */
export function useSaving<Input extends FieldValues, Fields extends object>(
  setup: EditorSetup<Input, Fields>,
  { engine, sync, originNow, isShown, mergeRemote, mergeNewest, settleSaved }: Edit<Input>,
): Saving {
  const { form, kind, notices, schema } = setup;
  const refresh = useRefresh();
  const mayTakeSlug = useTakeOver(kind);
  const notify = useNotify();
  const isSaving = useRef(false);

  const setSlugError = (message: string) => form.setError('slug' as Path<Input>, { message }, { shouldFocus: true });

  /** The previous version as a save would write it; null if it is no longer known or not valid. */
  const preparedBefore = async (from: Origin<Input>): Promise<Prepared | null> => {
    const before = from.isBaseLost ? null : schema(from.base).safeParse(from.values);
    if (!before?.success) return null;
    return setup.prepare?.(before.data, { ...from, base: null }) ?? { fields: before.data as Data, companions: {} };
  };

  /** Handles a failed save. */
  const afterFailure = async (failure: SaveFailure): Promise<SaveResult> => {
    if (failure.reason === 'conflict') return (await mergeRemote(failure.theirs)) ? 'merged' : 'needs-choice';
    if (failure.reason === 'draft-moved') {
      if (await sync.mergeRemote(failure.theirs)) return 'merged';
      sync.showClash(true);
      return 'needs-choice';
    }
    if (failure.reason === 'slug-taken') setSlugError(invalid.slugTaken);
    return 'failed';
  };

  const saveValid = async (fields: Fields): Promise<SaveResult> => {
    try {
      const draft = await sync.pause();
      if (draft === 'needs-choice') return 'needs-choice';
      const typed = structuredClone(form.getValues());
      const from = originNow();
      if (!(await mayTakeSlug(from, typed['slug']))) {
        setSlugError(invalid.slugIsOldAddress);
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
        // A closed editor has no form to update.
        onUndone: () => {
          if (isShown()) mergeNewest().catch(reportError);
        },
      });
      if (!outcome.ok) return await afterFailure(outcome.failure);
      sync.ended();
      settleSaved(outcome.base, typed);
      void refresh(kind);
      setup.onSaved(isNew);
      return 'saved';
    } finally {
      sync.release();
    }
  };

  /** Sets the publish switch of the form; returns a function that restores its value. */
  const setPublished = (isPublished: boolean): (() => void) => {
    const field = 'is_published' as Path<Input>;
    const before = form.getValues(field);
    form.setValue(field, isPublished as typeof before);
    return () => form.setValue(field, before);
  };

  const save: Saving['save'] = async (change) => {
    if (isSaving.current) return false;
    isSaving.current = true;
    const restoreSwitch = change && setPublished(change.isPublished);
    const submit = form.handleSubmit(saveValid, (errors) => engine.markInvalid(Object.keys(errors).length));
    try {
      let result = await submit();
      // A first publication is not retried after a merge, because the user has not seen the merged changes.
      const isFirst = () => setup.isPublic(form.getValues()) && !setup.isPublic(originNow().values);
      while (result === 'merged' && !isFirst()) result = await submit();
      if (result === 'merged') {
        const about = setup.nameOf(form.getValues());
        notify.failure({ title: 'Not published yet', description: texts.changedWhilePublishing, about });
      }
      // A failed publish or unpublish leaves the switch as it was.
      if (result === undefined || result === 'failed' || result === 'merged') restoreSwitch?.();
      return result === 'saved';
    } finally {
      isSaving.current = false;
    }
  };

  const isPublishable: Saving['isPublishable'] = () => {
    const isSecret = (field: string) => (setup.secretFields ?? []).some((secret) => secret === field);
    const issues = validationErrors(schema(originNow().base), form.getValues()).filter(({ field }) => !isSecret(field));
    if (issues.length === 0) return true;
    void form.trigger();
    engine.markInvalid(issues.length);
    return false;
  };

  return { save, isPublishable };
}

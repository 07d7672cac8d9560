import { invalid } from '@frontage/model/messages';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import { useRefresh } from '../lib/documents/documents.queries.ts';
import type { KeptDraft } from '../lib/documents/draft.ts';
import { useStaff } from '../lib/session.tsx';
import { areSameValues, compareFields, mergeChoices } from './conflict/compare-fields.ts';
import { originOf, useMeeting } from './conflict/use-meeting.ts';
import { useEditedDraft } from './draft/use-edited-draft.ts';
import { useDraftOrders } from './draft/use-draft-orders.ts';
import type { Editor, EditorSetup, Origin } from './editor.ts';
import { useDiscarded } from './save/use-leave-guard.tsx';
import { useSave } from './save/use-save.ts';
import { useTakeOver } from './slug/use-take-over.ts';
import type { UnsavedEdit } from './unsaved/unsaved-edits.ts';
import { useUnsavedEdit } from './unsaved/use-unsaved-edit.ts';

/** `met`: somebody else's changes are in the form now, and what is to be saved is another thing. `asked`: a dialog is open. */
type SaveResult = 'saved' | 'met' | 'asked' | 'failed';

/** The life of one edit: what it began from, what is typed, kept, saved, and met on the way. */
export function useEditor<Input extends FieldValues, Fields>(setup: EditorSetup<Input, Fields>): Editor<Input, Fields> {
  const { form, kind, notices } = setup;
  const { user } = useStaff();
  const refresh = useRefresh();
  const engine = useSave(kind);
  const { forgetInvalid } = engine;
  const mayTakeSlug = useTakeOver(kind);

  const [first] = useState(() => form.getValues());
  const [origin, setOriginState] = useState(setup.start);
  const [isDirty, setDirtyState] = useState(() => !areSameValues(first, setup.start.values));
  // Beside the state that is drawn, the newest values for code that runs between two drawings.
  const now = useRef({ origin: setup.start, isDirty, isSaving: false, isShown: false });

  const setOrigin = (next: Origin<Input>) => {
    now.current.origin = next;
    setOriginState(next);
  };
  const setDirty = useCallback((next: boolean) => {
    now.current.isDirty = next;
    setDirtyState(next);
  }, []);

  useEffect(() => {
    const current = now.current;
    current.isShown = true;
    return () => {
      current.isShown = false;
    };
  }, []);

  const withoutSecrets = useCallback(
    (values: Input): Input => {
      const blank = Object.fromEntries((setup.secretFields ?? []).map((field) => [field, '']));
      return { ...values, ...blank };
    },
    [setup.secretFields],
  );

  const unsaved = useUnsavedEdit({
    uid: user.uid,
    kind,
    // A setting that was never saved has its name all the same.
    document: setup.start.base || kind === 'setting' ? setup.start.id : 'new',
    isPointless: (found) => areSameValues({ ...first, ...found.values }, first),
    wanted: useDiscarded(),
  });

  const { keep, drop } = unsaved;

  const originNow = () => now.current.origin;
  const { conflict, closeConflict, meet, meetTheirs } = useMeeting(setup, {
    originNow,
    goOn: (next, values) => {
      engine.startOver();
      startOver(next, values);
    },
  });
  const { draft, lacks, isKept, settle } = useEditedDraft(setup, {
    origin,
    originNow,
    withoutSecrets,
    onKept: drop,
    meetLive: async () => void (await meetTheirs()),
  });
  const { keeper, kept } = draft;

  const noteTyping = useCallback(
    (values: Input) => {
      const { origin: from } = now.current;
      const differs = !areSameValues(values, from.values);
      setDirty(differs);
      const isPending = keeper.note(withoutSecrets(values));
      if (keeper.isOn()) forgetInvalid();
      if (differs && (isPending || !keeper.isOn()))
        keep(toUnsaved(from, withoutSecrets(values), withoutSecrets(from.values)));
      else drop();
    },
    [drop, forgetInvalid, keep, keeper, setDirty, withoutSecrets],
  );

  useEffect(() => {
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => noteTyping(values),
    });
  }, [form, noteTyping]);

  const startOver = (next: Origin<Input>, values: Input) => {
    setOrigin(next);
    form.reset(next.values);
    if (values !== next.values) form.reset(values, { keepDefaultValues: true });
    noteTyping(values);
  };

  /** What was saved is what the edit builds on from now on. */
  const settleSaved = (base: Origin<Input>['base'], typed: Input) => {
    const { id } = now.current.origin;
    setOrigin({ id, base, values: withoutSecrets(typed), savedAt: new Date().toISOString() });
    for (const field of setup.secretFields ?? []) form.resetField(field);
    const current = form.getValues();
    // Secrets that were just saved no longer count as typed.
    noteTyping(areSameValues(current, typed) ? withoutSecrets(current) : current);
  };

  const saveValid = (fields: Fields): Promise<SaveResult> => keeper.publish((read) => saveWith(fields, read));

  const saveWith = async (fields: Fields, read: KeptDraft | null): Promise<SaveResult> => {
    const typed = structuredClone(form.getValues());
    const from = now.current.origin;
    if (!(await mayTakeSlug(from, typed['slug']))) {
      form.setError('slug' as Path<Input>, { message: invalid.slugIsOldAddress }, { shouldFocus: true });
      return 'failed';
    }
    const isNew = from.base === null;
    const about = setup.nameOf(typed);
    const outcome = await engine.save({
      id: from.id,
      base: from.base,
      draft: read,
      prepare: () => setup.prepare(fields, from),
      visibility: { wasPublic: !isNew && setup.isPublic(from.values), isPublic: setup.isPublic(typed) },
      notices: {
        saved: { ...(isNew ? notices.created : notices.updated), about },
        failed: (reason) => ({ ...notices.failed(reason), about }),
      },
      // On a screen that was left nothing is to be shown.
      onUndone: () => {
        if (now.current.isShown) meetTheirs().catch(reportError);
      },
    });
    if (outcome.ok) {
      keeper.ended();
      settleSaved(outcome.base, typed);
      void refresh(kind);
      setup.onSaved(isNew);
      return 'saved';
    }
    const { failure } = outcome;
    if (failure.reason === 'conflict') return (await meet(failure.theirs)) ? 'met' : 'asked';
    if (failure.reason === 'draft-moved') {
      if (await keeper.meet(failure.theirs)) return 'met';
      keeper.askClash(true);
      return 'asked';
    }
    if (failure.reason === 'slug-taken') {
      form.setError('slug' as Path<Input>, { message: invalid.slugTaken }, { shouldFocus: true });
    }
    return 'failed';
  };

  const saveOnce = async (): Promise<SaveResult> => {
    const results: SaveResult[] = [];
    await form.handleSubmit(
      async (fields) => {
        results.push(await saveValid(fields));
      },
      (errors) => engine.markInvalid(Object.keys(errors).length),
    )();
    return results[0] ?? 'failed';
  };

  const save = async (change?: { isPublished: boolean }): Promise<boolean> => {
    if (now.current.isSaving) return false;
    now.current.isSaving = true;
    const published = 'is_published' as Path<Input>;
    const before = form.getValues(published);
    const setPublished = (value: unknown) => form.setValue(published, value as typeof before);
    if (change) setPublished(change.isPublished);
    try {
      let result = await saveOnce();
      while (result === 'met') result = await saveOnce();
      // What was ordered and did not happen is not left behind as something typed.
      if (change && result === 'failed') setPublished(before);
      return result === 'saved';
    } finally {
      now.current.isSaving = false;
    }
  };

  const typeOver = (values: Input) => {
    form.reset(values, { keepDefaultValues: true });
    noteTyping(values);
  };

  const orders = useDraftOrders({
    kind,
    keeper,
    toLive: () => {
      const typed = structuredClone(form.getValues());
      form.reset(now.current.origin.values);
      noteTyping(now.current.origin.values);
      // What is live may be newer than what the draft began from.
      void meetTheirs().catch(reportError);
      return () => typeOver(typed);
    },
    publishing: () => {
      const isSecret = (field: string) => (setup.secretFields ?? []).some((secret) => secret === field);
      const lacking = setup.lacks(form.getValues(), origin.base).filter(({ field }) => !isSecret(field));
      if (lacking.length > 0) {
        void form.trigger();
        engine.markInvalid(lacking.length);
        return null;
      }
      const published = 'is_published' as Path<Input>;
      const before = form.getValues(published);
      form.setValue(published, true as never);
      return () => form.setValue(published, before);
    },
  });

  return {
    form,
    origin,
    nameOf: (values) => setup.nameOf(values),
    isDirty,
    status: engine.status,
    unsaved,
    conflict,
    draft,
    lacks,
    isAtRisk: isDirty && !(draft.isOn && !draft.isPending && draft.clash === null),
    settle,
    mustAskBeforeLeaving: () => now.current.isDirty && !isKept(),
    ...orders,
    save,
    restoreUnsaved: () => {
      const found = unsaved.offered?.edit;
      if (!found) return;
      unsaved.adoptOffered();
      const from = now.current.origin;
      // What the kept edit began from decides whether saving it meets somebody else's newer version.
      const base = from.base && found.base ? { ...from.base, rev: found.base.rev } : from.base;
      const values = found.base ? { ...from.values, ...found.base.values } : from.values;
      const { savedAt } = from;
      const typed = { ...from.values, ...found.values };
      // Beside what the draft became meanwhile.
      const differences = kept ? compareFields({ base: values, mine: typed, theirs: form.getValues() }) : [];
      const restored = mergeChoices(typed, differences) as Input;
      startOver({ id: from.base ? from.id : found.id, base, values, savedAt }, restored);
    },
    discard: () => {
      setDirty(false);
      keeper.stop();
      return unsaved.name;
    },
    resume: () => {
      keeper.resume();
      noteTyping(form.getValues());
    },
    meetTheirs,
    typeOver,
    valuesOf: (data, embed) => setup.valuesOf(data, embed).values,
    takeTheirs: () => {
      const theirs = conflict?.theirs;
      closeConflict();
      engine.startOver();
      if (theirs) startOver(originOf(origin.id, theirs), theirs.values);
      else {
        drop();
        setDirty(false);
      }
    },
    keepValues: (values) => {
      const theirs = conflict?.theirs;
      closeConflict();
      engine.startOver();
      // Somebody deleted it: saving creates it again under the same address.
      startOver(theirs ? originOf(origin.id, theirs) : { ...now.current.origin, base: null }, values as Input);
      return save();
    },
    closeConflict,
  };
}

function toUnsaved<Input extends FieldValues>({ id, base }: Origin<Input>, values: Input, began: Input): UnsavedEdit {
  return { id, values, base: base && { rev: base.rev, values: began }, at: new Date().toISOString() };
}

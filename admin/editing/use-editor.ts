import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useStaff } from '../lib/session.tsx';
import { areSameValues, compareFields, mergeChoices } from './conflict/compare-fields.ts';
import { originOf, useConflictResolution } from './conflict/use-conflict-resolution.ts';
import { useEditedDraft } from './draft/use-edited-draft.ts';
import { useDraftActions } from './draft/use-draft-actions.ts';
import type { Editor, EditorSetup, Origin } from './editor.ts';
import { useDiscarded } from './save/use-leave-guard.tsx';
import { useSave } from './save/use-save.ts';
import { useSaving } from './save/use-saving.ts';
import { type UnsavedEdit, useUnsavedEdit } from './unsaved/unsaved-edits.ts';

/** Editor state: base version, form values, draft sync, save and conflicts. */
export function useEditor<Input extends FieldValues, Fields extends object>(
  setup: EditorSetup<Input, Fields>,
): Editor<Input, Fields> {
  const { form, kind } = setup;
  const { user } = useStaff();
  const engine = useSave(kind);
  const { forgetInvalid } = engine;

  const [first] = useState(() => form.getValues());
  const [origin, setOriginState] = useState(setup.start);
  const [isDirty, setDirtyState] = useState(() => !areSameValues(first, setup.start.values));
  // The newest values, for code that runs between two renders.
  const now = useRef({ origin: setup.start, isDirty, isShown: false });

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
    // A setting has its id even before the first save.
    document: setup.start.base || kind === 'setting' ? setup.start.id : 'new',
    isUnchanged: (found) => areSameValues({ ...first, ...found.values }, first),
    wanted: useDiscarded(),
  });

  const { keep, drop } = unsaved;

  const originNow = () => now.current.origin;
  const { conflict, closeConflict, mergeRemote, mergeNewest } = useConflictResolution(setup, {
    originNow,
    rebase: (next, values) => {
      engine.startOver();
      startOver(next, values);
    },
  });
  const { draft, issues, isKept, settle } = useEditedDraft(setup, {
    origin,
    originNow,
    withoutSecrets,
    onKept: drop,
    // Opens no dialog, which would interrupt typing: a notice offers the merge.
    mergeLive: async () => void (await mergeNewest(false)),
  });
  const { sync, kept } = draft;

  const noteTyping = useCallback(
    (values: Input) => {
      const { origin: from } = now.current;
      const differs = !areSameValues(values, from.values);
      setDirty(differs);
      const isPending = sync.note(withoutSecrets(values));
      if (sync.isOn()) forgetInvalid();
      if (differs && (isPending || !sync.isOn()))
        keep(toUnsaved(from, withoutSecrets(values), withoutSecrets(from.values)));
      else drop();
    },
    [drop, forgetInvalid, keep, sync, setDirty, withoutSecrets],
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

  /** The saved version becomes the base of the edit. */
  const settleSaved = (base: Origin<Input>['base'], typed: Input) => {
    const { id } = now.current.origin;
    setOrigin({ id, base, values: withoutSecrets(typed), savedAt: new Date().toISOString() });
    for (const field of setup.secretFields ?? []) form.resetField(field);
    const current = form.getValues();
    // Secrets that were just saved no longer count as typed.
    noteTyping(areSameValues(current, typed) ? withoutSecrets(current) : current);
  };

  const { save, isPublishable } = useSaving(setup, {
    engine,
    sync,
    originNow,
    isShown: () => now.current.isShown,
    mergeRemote,
    mergeNewest,
    settleSaved,
  });

  const replaceValues = (values: Input) => {
    form.reset(values, { keepDefaultValues: true });
    noteTyping(values);
  };

  const draftActions = useDraftActions({
    kind,
    sync,
    toLive: () => {
      const typed = structuredClone(form.getValues());
      form.reset(now.current.origin.values);
      noteTyping(now.current.origin.values);
      // The live version may be newer than the base of the draft.
      mergeNewest().catch(reportError);
      return () => replaceValues(typed);
    },
  });

  return {
    form,
    origin,
    nameOf: (values) => setup.nameOf(values),
    isPublic: (values) => setup.isPublic(values),
    isDirty,
    status: engine.status,
    unsaved,
    conflict,
    draft,
    issues,
    settle,
    mustAskBeforeLeaving: () => now.current.isDirty && !isKept(),
    ...draftActions,
    isPublishable,
    save,
    restoreUnsaved: () => {
      const found = unsaved.offered?.edit;
      if (!found) return;
      unsaved.adoptOffered();
      const from = now.current.origin;
      // The base of the restored text decides whether saving it conflicts with a newer version.
      const base = from.base && found.base ? { ...from.base, rev: found.base.rev } : from.base;
      const values = found.base ? { ...from.values, ...found.base.values } : from.values;
      const { savedAt } = from;
      const typed = { ...from.values, ...found.values };
      // Merges the restored values with changes made to the draft since then.
      const differences = kept ? compareFields({ base: values, mine: typed, theirs: form.getValues() }) : [];
      const restored = mergeChoices(typed, differences) as Input;
      startOver({ id: from.base ? from.id : found.id, base, values, savedAt }, restored);
    },
    discard: () => {
      setDirty(false);
      sync.stop();
      return unsaved.name;
    },
    resume: () => {
      sync.resume();
      noteTyping(form.getValues());
    },
    mergeNewest: () => mergeNewest(),
    replaceValues,
    valuesOf: (data, embed) => setup.valuesOf(data, embed).values,
    leaveDeleted: () => {
      closeConflict();
      engine.startOver();
      drop();
      setDirty(false);
    },
    keepValues: (values) => {
      const theirs = conflict?.theirs;
      closeConflict();
      engine.startOver();
      // Without `theirs`, the document was deleted: saving creates it again with the same id.
      startOver(theirs ? originOf(origin.id, theirs) : { ...now.current.origin, base: null }, values as Input);
      return save();
    },
    closeConflict,
  };
}

function toUnsaved<Input extends FieldValues>(
  { id, base }: Origin<Input>,
  values: Input,
  baseValues: Input,
): UnsavedEdit {
  return { id, values, base: base && { rev: base.rev, values: baseValues }, at: new Date().toISOString() };
}

import { invalid, type Notice } from '@frontage/model/messages';
import type { Kind, KindDocuments } from '@frontage/model/kinds';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import { useRefresh } from '../lib/documents/documents.queries.ts';
import { parseDocument } from '../lib/documents/parse-document.ts';
import type { SaveFailure, Theirs } from '../lib/documents/save-document.ts';
import { useStaff } from '../lib/session.tsx';
import { areSameValues } from './conflict/compare-fields.ts';
import type { Conflict, Editor, EditorSetup, Origin } from './editor.ts';
import { useSave } from './save/use-save.ts';
import type { UnsavedEdit } from './unsaved/unsaved-edits.ts';
import { useUnsavedEdit } from './unsaved/use-unsaved-edit.ts';

/** The life of one edit: what it began from, what is typed, kept, saved, and met on the way. */
export function useEditor<K extends Kind, Input extends FieldValues, Fields>(
  setup: EditorSetup<K, Input, Fields>,
): Editor<Input, Fields> {
  const { form, kind, notices } = setup;
  const { user } = useStaff();
  const refresh = useRefresh();
  const engine = useSave(kind);

  const [origin, setOriginState] = useState(setup.start);
  const [isDirty, setDirtyState] = useState(false);
  const [conflict, setConflict] = useState<Conflict<Input> | null>(null);
  // Beside the state that is drawn, the newest values for code that runs between two drawings.
  const now = useRef({ origin: setup.start, isDirty: false, isSaving: false });

  const setOrigin = (next: Origin<Input>) => {
    now.current.origin = next;
    setOriginState(next);
  };
  const setDirty = useCallback((next: boolean) => {
    now.current.isDirty = next;
    setDirtyState(next);
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
    document: setup.start.base ? setup.start.id : 'new',
    isPointless: (found) => areSameValues({ ...setup.start.values, ...found.values }, setup.start.values),
  });

  const { keep, drop } = unsaved;

  const noteTyping = useCallback(
    (values: Input) => {
      const { origin: from } = now.current;
      const differs = !areSameValues(values, from.values);
      setDirty(differs);
      if (differs) keep(toUnsaved(from, withoutSecrets(values), withoutSecrets(from.values)));
      else drop();
    },
    [keep, drop, setDirty, withoutSecrets],
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
    setOrigin({ id, base, values: withoutSecrets(typed) });
    for (const field of setup.secretFields ?? []) form.resetField(field);
    const current = form.getValues();
    // Secrets that were just saved no longer count as typed.
    noteTyping(areSameValues(current, typed) ? withoutSecrets(current) : current);
  };

  const settleFailed = (failure: SaveFailure) => {
    if (failure.reason === 'conflict') setConflict({ theirs: readTheirs(failure.theirs) });
    if (failure.reason === 'slug-taken') {
      form.setError('slug' as Path<Input>, { message: invalid.slugTaken }, { shouldFocus: true });
    }
  };

  const readTheirs = ({ data, embed }: Theirs): Conflict<Input>['theirs'] => {
    if (data === null) return null;
    const document: KindDocuments[K] = parseDocument(kind, now.current.origin.id, data).document;
    return { ...setup.valuesOf(document, embed), by: document.updated_by, at: document.updated_at };
  };

  const saveValid = async (fields: Fields): Promise<boolean> => {
    const typed = structuredClone(form.getValues());
    const from = now.current.origin;
    const isNew = from.base === null;
    const outcome = await engine.save({
      id: from.id,
      base: from.base,
      prepare: () => setup.prepare(fields, from),
      visibility: { wasPublic: !isNew && setup.isPublic(from.values), isPublic: setup.isPublic(typed) },
      notices: { saved: isNew ? notices.created : notices.updated, failed: describedBy(notices.failed) },
    });
    if (!outcome.ok) {
      settleFailed(outcome.failure);
      return false;
    }
    settleSaved(outcome.base, typed);
    void refresh(kind);
    setup.onSaved(isNew);
    return true;
  };

  const save = async (): Promise<boolean> => {
    if (now.current.isSaving) return false;
    now.current.isSaving = true;
    let isSaved = false;
    try {
      await form.handleSubmit(
        async (fields) => {
          isSaved = await saveValid(fields);
        },
        (errors) => engine.markInvalid(Object.keys(errors).length),
      )();
    } finally {
      now.current.isSaving = false;
    }
    return isSaved;
  };

  const originOf = ({ values, base }: Pick<Origin<Input>, 'values' | 'base'>): Origin<Input> => ({
    id: now.current.origin.id,
    base,
    values,
  });

  return {
    form,
    origin,
    isDirty,
    status: engine.status,
    unsaved,
    conflict,
    mustAskBeforeLeaving: () => now.current.isDirty,
    save,
    restoreUnsaved: () => {
      const found = unsaved.offered?.edit;
      if (!found) return;
      unsaved.adoptOffered();
      const from = now.current.origin;
      // What the kept edit began from decides whether saving it meets somebody else's newer version.
      const base = from.base && found.base ? { ...from.base, rev: found.base.rev } : from.base;
      const values = found.base ? { ...from.values, ...found.base.values } : from.values;
      startOver({ id: from.base ? from.id : found.id, base, values }, { ...from.values, ...found.values });
    },
    discard: () => {
      drop();
      setDirty(false);
    },
    takeTheirs: () => {
      const theirs = conflict?.theirs;
      setConflict(null);
      engine.startOver();
      if (theirs) startOver(originOf(theirs), theirs.values);
      else {
        drop();
        setDirty(false);
      }
    },
    keepValues: (values) => {
      const theirs = conflict?.theirs;
      setConflict(null);
      engine.startOver();
      // Somebody deleted it: saving creates it again under the same address.
      startOver(theirs ? originOf(theirs) : { ...now.current.origin, base: null }, values as Input);
      return save();
    },
    closeConflict: () => setConflict(null),
  };
}

const describedBy =
  (notice: Notice) =>
  (description: string): Notice => ({ ...notice, description });

function toUnsaved<Input extends FieldValues>({ id, base }: Origin<Input>, values: Input, began: Input): UnsavedEdit {
  return { id, values, base: base && { rev: base.rev, values: began }, at: new Date().toISOString() };
}

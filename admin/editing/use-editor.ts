import { invalid, texts } from '@frontage/model/messages';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DefaultValues, FieldValues, Path } from 'react-hook-form';
import { describeFailure, DocumentError, type WriteFailure } from '../lib/documents/failure.ts';
import type { Kind, KindDocuments } from '../lib/documents/kinds.ts';
import { saveDocument, type Attempt, type SaveOutcome, type Theirs } from '../lib/documents/save-document.ts';
import { useDocumentStore, useRefresh } from '../lib/documents/documents.queries.ts';
import { useStaff } from '../lib/session.tsx';
import { useWrite } from '../lib/write.ts';
import { useNotify } from '../ui/toaster.tsx';
import { areSameValues, type Values } from './conflict/compare-fields.ts';
import type { LocalDraft } from './draft/local-drafts.ts';
import { useDraft } from './draft/use-draft.ts';
import type { Conflict, Editor, EditorSetup, Origin } from './editor.ts';
import { useNoteSave } from './live/live.queries.ts';
import type { SaveStatus } from './save-status.ts';

/** The life of one edit: what it began from, what is typed, kept, saved, and met on the way. */
export function useEditor<K extends Kind, Input extends FieldValues, Fields>(
  setup: EditorSetup<K, Input, Fields>,
): Editor<Input, Fields> {
  const { form, kind, notices } = setup;
  const { user } = useStaff();
  const write = useWrite();
  const store = useDocumentStore();
  const refresh = useRefresh();
  const noteSave = useNoteSave();
  const notify = useNotify();

  const [origin, setOriginState] = useState(setup.start);
  const [isDirty, setDirtyState] = useState(false);
  const [status, setStatus] = useState<SaveStatus>({ type: 'idle' });
  const [conflict, setConflict] = useState<Conflict<Input> | null>(null);
  // Beside the state that is drawn, the newest values for code that runs between two drawings.
  const now = useRef({ origin: setup.start, isDirty: false, isSaving: false, unresolved: [] as readonly Attempt[] });

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

  const draft = useDraft({
    uid: user.uid,
    kind,
    document: setup.start.base ? setup.start.id : 'new',
    isPointless: (found) => areSameValues({ ...setup.start.values, ...found.values }, setup.start.values),
  });

  const { keep, drop } = draft;

  const noteTyping = useCallback(
    (values: Input) => {
      const { origin: from } = now.current;
      const differs = !areSameValues(values, from.values);
      setDirty(differs);
      if (differs) keep(toDraft(from, withoutSecrets(values), withoutSecrets(from.values)));
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
    form.reset(next.values as DefaultValues<Input>);
    if (values !== next.values) form.reset(values, { keepDefaultValues: true });
    noteTyping(values);
  };

  const attempt = async (fields: Fields): Promise<SaveOutcome> => {
    const from = now.current.origin;
    const prepared = await setup.prepare(fields, from);
    const intent = { kind, id: from.id, base: from.base, uid: user.uid, ...prepared };
    return write(async () => {
      const outcome = await saveDocument(store, intent, now.current.unresolved);
      if (outcome.ok) return outcome;
      now.current.unresolved = outcome.unresolved;
      const { type } = outcome.failure;
      // These two may only mean that the sign-in has ended; `write` finds out, and asks for a new one.
      if (type === 'unauthenticated' || type === 'denied') throw new RefusedSave(type, outcome);
      return outcome;
    }).catch((error: unknown) => {
      if (error instanceof RefusedSave) return error.outcome;
      throw error;
    });
  };

  const settleSaved = (outcome: SaveOutcome & { ok: true }, typed: Input) => {
    const { id, base, values } = now.current.origin;
    now.current.unresolved = [];
    setOrigin({ id, base: outcome.base, values: withoutSecrets(typed) });
    for (const field of setup.secretFields ?? []) form.resetField(field);
    noteTyping(withoutSecretsIfSame(form.getValues(), typed, withoutSecrets));
    const save = {
      rev: outcome.rev,
      wasPublic: base !== null && setup.isPublic(values),
      isPublic: setup.isPublic(typed),
    };
    noteSave(kind, id, save);
    setStatus({ type: 'saved', at: new Date() });
    notify.success(base === null ? notices.created : notices.updated);
    void refresh(kind);
    setup.onSaved(base === null);
  };

  const settleFailed = ({ failure }: SaveOutcome & { ok: false }) => {
    setStatus({ type: 'failed', failure });
    if (failure.type === 'conflict') {
      setConflict({ theirs: readTheirs(failure) });
      return;
    }
    if (failure.type === 'slug-taken') {
      form.setError('slug' as Path<Input>, { message: invalid.slugTaken }, { shouldFocus: true });
      notify.failure({ ...notices.failed, description: invalid.slugTaken });
      return;
    }
    notify.failure({ ...notices.failed, description: wordsFor(failure) });
  };

  const readTheirs = ({ stored, embed }: Theirs): Conflict<Input>['theirs'] => {
    if (!stored) return null;
    // A save of this kind meets documents of this kind.
    const document = stored.document as KindDocuments[K];
    return { ...setup.valuesOf(document, embed), by: document.updated_by, at: document.updated_at };
  };

  const saveValid = async (fields: Fields): Promise<boolean> => {
    const typed = structuredClone(form.getValues());
    setStatus({ type: 'saving' });
    try {
      const outcome = await attempt(fields);
      if (outcome.ok) settleSaved(outcome, typed);
      else settleFailed(outcome);
      return outcome.ok;
    } catch (error) {
      setStatus({ type: 'failed', failure: { type: 'unexpected' } });
      notify.failure(notices.failed, error);
      return false;
    }
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
        (errors) => setStatus({ type: 'invalid', count: Object.keys(errors).length }),
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
    status,
    draft,
    conflict,
    mustAskBeforeLeaving: () => now.current.isDirty,
    save,
    restoreDraft: () => {
      const found = draft.offered?.draft;
      if (!found) return;
      draft.adoptOffered();
      const from = now.current.origin;
      // What the kept edit began from decides whether saving it meets somebody else's newer version.
      const base = from.base && found.base ? { ...from.base, rev: found.base.rev } : from.base;
      const values = found.base ? { ...from.values, ...found.base.values } : from.values;
      startOver({ id: from.base ? from.id : found.id, base, values }, { ...from.values, ...found.values });
    },
    discard: () => {
      draft.drop();
      setDirty(false);
    },
    takeTheirs: () => {
      const theirs = conflict?.theirs;
      setConflict(null);
      setStatus({ type: 'idle' });
      now.current.unresolved = [];
      if (theirs) startOver(originOf(theirs), theirs.values);
      else {
        draft.drop();
        setDirty(false);
      }
    },
    keepValues: (values) => {
      const theirs = conflict?.theirs;
      setConflict(null);
      now.current.unresolved = [];
      // Somebody deleted it: saving creates it again under the same address.
      startOver(theirs ? originOf(theirs) : { ...now.current.origin, base: null }, values as Input);
      return save();
    },
    closeConflict: () => setConflict(null),
  };
}

class RefusedSave extends DocumentError {
  readonly outcome: SaveOutcome & { ok: false };

  constructor(reason: 'unauthenticated' | 'denied', outcome: SaveOutcome & { ok: false }) {
    super(reason);
    this.outcome = outcome;
  }
}

function toDraft<Input extends FieldValues>({ id, base }: Origin<Input>, values: Input, began: Input): LocalDraft {
  return { id, values, base: base && { rev: base.rev, values: began }, at: new Date().toISOString() };
}

/** The values to judge as typed after a save: secrets that were just saved no longer count. */
function withoutSecretsIfSame<Input>(current: Input, typed: Input, strip: (values: Input) => Input): Input {
  return areSameValues(current as Values, typed as Values) ? strip(current) : current;
}

function wordsFor(failure: WriteFailure): string {
  return failure.type === 'unauthenticated' ? texts.notAuthenticated : describeFailure(failure);
}

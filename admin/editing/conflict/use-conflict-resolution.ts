import { documentPath } from '@frontage/model/writes/document-paths';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { valueOf } from '../../lib/documents/document-store.ts';
import { readStoredVersion, type StoredVersion as Stored } from '../../lib/documents/save-document.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { versionOf } from '../../lib/documents/document.ts';
import { useNotify } from '../../ui/toaster.tsx';
import type { Conflict, EditorSetup, Origin, OtherVersion } from '../editor.ts';
import { useReadAuthor } from '../presence.ts';
import { conflictsOf, isMerge, mergeChoices } from './compare-fields.ts';
import { mergedNotice } from './merged-notice.ts';

interface Edit<Input> {
  /** The current base of the edit. */
  originNow(): Origin<Input>;
  /** Continues the edit on another version. */
  rebase(origin: Origin<Input>, values: Input): void;
}

interface ConflictResolution<Input> {
  /** The newer version that needs choices; null without a conflict. */
  conflict: Conflict<Input> | null;
  closeConflict(): void;
  /** Merges a stored version into the form; false if a choice is needed, which opens the dialog. */
  mergeRemote(stored: Stored): Promise<boolean>;
  /** Reads and merges the newest stored version. With `mayAsk: false`, a version that needs a choice is ignored. */
  mergeNewest(mayAsk?: boolean): Promise<boolean>;
}

/** The base of an edit after merging a newer version. */
export const originOf = <Input>(id: string, { values, base, at }: OtherVersion<Input>): Origin<Input> => ({
  id,
  base,
  values,
  savedAt: at,
});

/** Merges newer versions by other users into the form, and requests a choice for conflicts. */
export function useConflictResolution<Input extends FieldValues, Fields extends object>(
  { kind, form, valuesOf }: EditorSetup<Input, Fields>,
  { originNow, rebase }: Edit<Input>,
): ConflictResolution<Input> {
  const store = useDocumentStore();
  const readAuthor = useReadAuthor();
  const notify = useNotify();
  const [conflict, setConflict] = useState<Conflict<Input> | null>(null);

  const mergeRemote = async ({ data, embed }: Stored, mayAsk = true): Promise<boolean> => {
    // Loaded only when two versions are merged.
    const { mergeVersions } = await import('./merge-versions.ts');
    const { id, base, values, isBaseLost } = originNow();
    if (data === null && base === null) return true;
    if (data === null) {
      if (mayAsk) setConflict({ theirs: null, mine: structuredClone(form.getValues()), differences: [] });
      return false;
    }
    const { rev, updated_by, updated_at } = versionOf(data);
    if (rev === base?.rev && !isBaseLost) return true;
    const who = await readAuthor({ kind, id, uid: updated_by });
    const mine = structuredClone(form.getValues());
    const theirs = { ...valuesOf(data, embed), who, at: updated_at };
    const differences = mergeVersions({ base: isBaseLost ? {} : values, mine, theirs: theirs.values });
    if (conflictsOf(differences).length > 0) {
      if (mayAsk) setConflict({ theirs, mine, differences });
      return false;
    }
    rebase(originOf(id, theirs), mergeChoices(mine, differences) as Input);
    if (isMerge(differences)) notify.info(mergedNotice(theirs));
    return true;
  };

  return {
    conflict,
    closeConflict: () => setConflict(null),
    mergeRemote: (stored) => mergeRemote(stored),
    mergeNewest: async (mayAsk = true) => {
      const { id } = originNow();
      const data = valueOf(await store.read(documentPath(kind, id)));
      return mergeRemote(await readStoredVersion(store, { kind, id }, data), mayAsk);
    },
  };
}

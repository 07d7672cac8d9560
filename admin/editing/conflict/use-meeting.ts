import { documentPath } from '@frontage/model/writes/document-paths';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { valueOf } from '../../lib/documents/document-store.ts';
import { readTheirs, type Theirs as Stored } from '../../lib/documents/save-document.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { versionOf } from '../../lib/documents/version-of.ts';
import { useNotify } from '../../ui/toaster.tsx';
import type { Conflict, EditorSetup, Origin, Theirs } from '../editor.ts';
import { useReadAuthor } from '../presence/author.ts';
import { areSameValues, isClash, mergeChoices } from './compare-fields.ts';
import { mergedNotice } from './merged-notice.ts';

interface Edit<Input> {
  /** What the edit builds on at the moment. */
  originNow(): Origin<Input>;
  /** Goes on with an edit of another version. */
  goOn(origin: Origin<Input>, values: Input): void;
}

interface Meeting<Input> {
  /** The version of which somebody must choose what to keep. */
  conflict: Conflict<Input> | null;
  closeConflict(): void;
  /** Takes a stored version in beside mine; false where somebody must choose first. */
  meet(stored: Stored): Promise<boolean>;
  /** The same with what is stored by now. */
  meetTheirs(): Promise<boolean>;
}

/** What an edit builds on once it has met somebody else's version. */
export const originOf = <Input>(id: string, { values, base, at }: Theirs<Input>): Origin<Input> => ({
  id,
  base,
  values,
  savedAt: at,
});

/** Somebody else's version meets mine. */
export function useMeeting<Input extends FieldValues, Fields extends object>(
  { kind, form, valuesOf }: EditorSetup<Input, Fields>,
  { originNow, goOn }: Edit<Input>,
): Meeting<Input> {
  const store = useDocumentStore();
  const readAuthor = useReadAuthor();
  const notify = useNotify();
  const [conflict, setConflict] = useState<Conflict<Input> | null>(null);

  const meet = async ({ data, embed }: Stored): Promise<boolean> => {
    // Loaded by the few who meet somebody else's version.
    const { mergeVersions } = await import('./merge-versions.ts');
    if (data === null) {
      setConflict({ theirs: null, mine: structuredClone(form.getValues()), differences: [] });
      return false;
    }
    const { updated_by, updated_at } = versionOf(data);
    const { id } = originNow();
    const who = await readAuthor({ kind, id, uid: updated_by });
    const mine = structuredClone(form.getValues());
    const theirs = { ...valuesOf(data, embed), who, at: updated_at };
    const { values, isBaseLost } = originNow();
    const differences = mergeVersions({ base: isBaseLost ? {} : values, mine, theirs: theirs.values });
    if (differences.some(isClash)) {
      setConflict({ theirs, mine, differences });
      return false;
    }
    const both = mergeChoices(mine, differences) as Input;
    goOn(originOf(id, theirs), both);
    if (!areSameValues(both, theirs.values)) notify.info(mergedNotice(theirs));
    return true;
  };

  return {
    conflict,
    closeConflict: () => setConflict(null),
    meet,
    meetTheirs: async () => {
      const { id } = originNow();
      const data = valueOf(await store.read(documentPath(kind, id)));
      return meet(await readTheirs(store, { kind, id }, data));
    },
  };
}

import { ConflictDialog } from '../conflict/conflict-dialog.tsx';
import type { FieldWords } from '../conflict/field-words.ts';
import { momentWords } from '../moment-words.ts';
import type { DraftKeeper } from './draft-keeper.ts';
import type { DraftClash } from './draft-state.ts';

interface DraftClashDialogProps {
  clash: DraftClash;
  keeper: DraftKeeper;
  words: FieldWords;
}

/** Two people changed the same of a draft: which to keep. */
export function DraftClashDialog({ clash, keeper, words }: DraftClashDialogProps) {
  const { name, updated_at } = clash.theirs.draft;
  return (
    <ConflictDialog
      theirs={{ who: name ?? 'A colleague', when: momentWords(updated_at) }}
      mine={clash.mine}
      differences={clash.differences}
      words={words}
      onTakeTheirs={keeper.takeTheirs}
      onKeep={keeper.keepValues}
      onClose={() => keeper.askClash(false)}
    />
  );
}

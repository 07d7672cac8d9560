import { IconButton } from '@chakra-ui/react';
import { canCreate } from '@frontage/model/permissions';
import { editorPath, type Kind } from '@frontage/model/kinds/kinds';
import { notices } from '@frontage/model/messages';
import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { Copy } from '#icons';
import { useStaff, useViewer } from '../../lib/session.tsx';
import { useRefresh } from '../../lib/documents/documents.queries.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { useWrite } from '../../lib/write.ts';
import { useAction } from '../../ui/action.ts';
import { useNotify } from '../../ui/toaster.tsx';
import { undoAction, useUndoCreate } from '../versions/use-undo.ts';

/** A button that copies a document; hidden from users without permission to create one. */
export function DuplicateButton({ kind, id, name }: { kind: Kind; id: string; name: string }) {
  const viewer = useViewer();
  const { isRunning, duplicate } = useDuplicate(kind);
  if (!canCreate(kind, viewer)) return null;
  return (
    <IconButton
      aria-label={`Duplicate ${name}`}
      title="Duplicate"
      variant="ghost"
      colorPalette="gray"
      size="sm"
      disabled={isRunning}
      onClick={() => void duplicate(id, name)}
    >
      <Copy />
    </IconButton>
  );
}

/** Copies a document as stored and opens the copy in its editor. */
function useDuplicate(kind: Kind) {
  const store = useDocumentStore();
  const write = useWrite();
  const refresh = useRefresh();
  const notify = useNotify();
  const navigate = useNavigate();
  const undoCreate = useUndoCreate();
  const { user } = useStaff();
  const { isRunning, perform } = useAction();

  const duplicate = (id: string, name: string) =>
    perform({ ...notices.notDuplicated, about: name }, async () => {
      const { duplicateDocument } = await import('../../lib/documents/change-document.ts');
      const copy = await write(() => duplicateDocument(store, { kind, id, uid: user.uid }));
      if (copy.type === 'saved') {
        await refresh(kind);
        const path = editorPath(kind, copy.id);
        const undo = undoCreate({ kind, id: copy.id, rev: copy.rev, name: copy.name, isPublished: false });
        const undoCopy = async () => {
          // After an undo in the copy's editor, return to the original.
          const isUndone = (await undo?.()) === true;
          if (isUndone && location.pathname === path) void navigate(editorPath(kind, id));
          return isUndone;
        };
        notify.success(
          { ...notices.copied, about: copy.name },
          undo ? undoAction(kind, [copy.id], undoCopy) : undefined,
        );
        void navigate(path);
      } else {
        notify.info({ ...notices.copyNeedsPassword, about: copy.name });
        const state: Copied = { copied: { fields: copy.fields, embed: copy.embed } };
        void navigate(editorPath(kind, 'new'), { state });
      }
    });
  return { isRunning, duplicate };
}

const copied = z.object({
  copied: z.object({ fields: z.record(z.string(), z.unknown()), embed: z.string().nullable() }),
});

export type Copied = z.output<typeof copied>;

/** The values copied into a new document's editor; null for an editor opened otherwise. */
export function useCopied(): Copied['copied'] | null {
  const state: unknown = useLocation().state;
  return useMemo(() => copied.safeParse(state).data?.copied ?? null, [state]);
}

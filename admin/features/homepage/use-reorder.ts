import type { Listed, ListedSection } from '@frontage/model/summaries/listed';
import { useQueryClient } from '@tanstack/react-query';
import { documentKeys, useRefresh } from '../../lib/documents/documents.queries.ts';
import { valueOf } from '../../lib/documents/document-store.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { documentName, isPublic } from '../../lib/documents/document.ts';
import { useStaff } from '../../lib/session.tsx';
import { useWrite } from '../../lib/write.ts';
import { undoAction } from '../../editing/save/undo-action.ts';
import { useUndo, type UndoSnapshot } from '../../editing/save/use-undo.ts';
import { useRecordSave } from '../../editing/live/live.queries.ts';
import { useNotify } from '../../ui/toaster.tsx';
import { renumber } from './reorder.ts';

/** Reorders sections in one batch: shown at once, reverted on failure. */
export function useReorder() {
  const client = useQueryClient();
  const store = useDocumentStore();
  const write = useWrite();
  const refresh = useRefresh();
  const noteSave = useRecordSave();
  const notify = useNotify();
  const { user } = useStaff();
  const undo = useUndo('section');
  const key = documentKeys.list('section');

  const draw = (next: Map<string, Partial<ListedSection>>) => {
    client.setQueryData<Listed<'section'>[]>(key, (entries) =>
      entries?.map((entry) => ({ ...entry, document: { ...entry.document, ...next.get(entry.document.id) } })),
    );
  };

  const apply = async (ordered: readonly ListedSection[], before: readonly ListedSection[]): Promise<void> => {
    const changes = renumber(ordered);
    if (changes.length === 0) return;
    await client.cancelQueries({ queryKey: key });
    draw(new Map(changes.map(({ section, order_index }) => [section.id, { order_index, rev: section.rev + 1 }])));
    try {
      // Loads with the first change, because lists are opened more often than reordered.
      const { changeOf, planSave } = await import('@frontage/model/writes/plan-save');
      const writes = changes.flatMap(({ section: { id, rev }, order_index }) => {
        return planSave(changeOf({ kind: 'section', id, rev, fields: { order_index }, uid: user.uid })).writes;
      });
      await write(async () => valueOf(await store.commit(writes)));
      for (const { section } of changes) {
        const seen = isPublic(section);
        noteSave('section', section.id, { rev: section.rev + 1, wasPublic: seen, isPublic: seen });
      }
      const snapshots = changes.map(({ section }): UndoSnapshot => {
        const { id, rev, order_index } = section;
        const change = changeOf({ kind: 'section', id, rev: rev + 1, fields: { order_index }, uid: user.uid });
        const seen = isPublic(section);
        return { ...change, name: documentName(section), visibility: { wasPublic: seen, isPublic: seen } };
      });
      const ids = snapshots.map(({ id }) => id);
      notify.success(
        { title: 'Order saved' },
        undoAction('section', ids, () => undo([snapshots])),
      );
    } catch (error) {
      draw(new Map(before.map((section) => [section.id, { order_index: section.order_index, rev: section.rev }])));
      notify.failure({ title: 'The order was not saved' }, error);
    } finally {
      void refresh('section');
    }
  };

  return apply;
}

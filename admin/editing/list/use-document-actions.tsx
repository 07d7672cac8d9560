import { canRestore } from '@frontage/model/abilities';
import { nameOf, type Kind } from '@frontage/model/kinds';
import type { ListedDocuments } from '@frontage/model/summaries/listed';
import { invalid, notices, type Notice } from '@frontage/model/messages';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { useViewer } from '../../lib/viewer.ts';
import { useWrite } from '../../lib/write.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { holdRowFocus } from '../../ui/row-focus.ts';
import { useNotify } from '../../ui/toaster.tsx';
import { isPublic } from '../../lib/documents/is-public.ts';
import { previewCollections } from '../preview/preview-collection.ts';
import { undoAction } from '../save/undo-action.ts';
import { useUndo } from '../save/use-undo.ts';
import { useListChanges } from './use-list-changes.ts';

/** What is said around a deletion. */
export interface DeletionWords<Document> {
  question(document: Document): { title: string; description: string; more: string };
  deleted: Notice;
  failed: Notice;
}

/** What becomes of a document that is deleted. */
export const inTrash = (name: string): string =>
  `“${name}” first waits in the trash for 30 days; until then editors and administrators can restore it.`;

/** What is said after a change of single fields. */
interface ChangeNotices {
  changed: Notice;
  failed: Notice;
}

/** What can be done with one document from a list, each with its notice and, for those who may, a way back. */
export function useDocumentActions<K extends Kind>(kind: K, words: DeletionWords<ListedDocuments[K]>) {
  type Document = ListedDocuments[K];
  const collection = previewCollections[kind];
  const viewer = useViewer();
  const changes = useListChanges(kind);
  const undo = useUndo(kind);
  const confirm = useConfirm();
  const notify = useNotify();
  const store = useDocumentStore();
  const write = useWrite();

  const named = (notice: Notice, document: Document): Notice => ({ ...notice, about: nameOf(kind, document) });

  const restore = async (document: Document): Promise<void> => {
    const giveFocusBack = holdRowFocus(document.id);
    try {
      await changes.restore(document.id);
    } catch (error) {
      notify.failure(named({ title: 'Not restored' }, document), error);
    } finally {
      giveFocusBack();
    }
  };

  const change = async (document: Document, fields: Partial<Document>, notices: ChangeNotices): Promise<void> => {
    try {
      const former = await changes.patch(document, fields);
      const putBack = async () => {
        const giveFocusBack = holdRowFocus(document.id);
        await undo([[former]]);
        giveFocusBack();
      };
      notify.success(named(notices.changed, document), undoAction(kind, [document.id], putBack));
    } catch (error) {
      notify.failure(named(notices.failed, document), error);
    }
  };

  const remove = async (document: Document): Promise<void> => {
    const giveFocusBack = holdRowFocus(document.id);
    try {
      const [{ WhenDeleted }, { addressesLeft, isTarget, leadAway }] = await Promise.all([
        import('./when-deleted.tsx'),
        import('./leave-behind.ts'),
      ]);
      const { more, ...question } = words.question(document);
      const addresses = addressesLeft(kind, document, viewer);
      let to = '';
      const asked = isPublic(document)
        ? ({ collection, id: document.id, data: null, action: 'delete' } as const)
        : null;
      const isYes = await confirm({
        ...question,
        more: (
          <>
            {more}
            <WhenDeleted asked={asked} address={addresses[0]} onType={(typed) => (to = typed.trim())} />
          </>
        ),
        action: 'Delete',
        tone: 'danger',
      });
      if (!isYes) return;
      if (to !== '' && !isTarget(to)) {
        notify.failure({ ...named(words.failed, document), description: invalid.urlOrPath });
        return;
      }
      await changes.remove(document);
      const lead = (target: string | null): Promise<void> =>
        write(() => leadAway(store, { addresses: to === '' ? [] : addresses, to: target, uid: viewer.uid })).catch(
          (error: unknown) => {
            notify.failure(named(notices.redirectFailed, document), error);
          },
        );
      await lead(to);
      const bringBack = undoAction(kind, [document.id], () => restore(document).then(() => lead(null)));
      notify.success(named(words.deleted, document), canRestore(viewer) ? bringBack : undefined);
    } catch (error) {
      notify.failure(named(words.failed, document), error);
    } finally {
      giveFocusBack();
    }
  };

  return { change, remove };
}

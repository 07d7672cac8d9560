import { canRestore } from '@frontage/model/abilities';
import { nameOf, type Kind } from '@frontage/model/kinds';
import type { ListedDocuments } from '@frontage/model/summaries/listed';
import { invalid, notices, type Notice } from '@frontage/model/messages';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { useViewer } from '../../lib/session.tsx';
import { useWrite } from '../../lib/write.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { keepRowFocus } from '../../ui/row-focus.ts';
import { useNotify } from '../../ui/toaster.tsx';
import { isPublic } from '../../lib/documents/document.ts';
import { previewCollections } from '../preview/preview-collection.ts';
import { undoAction } from '../save/undo-action.ts';
import { useUndo } from '../save/use-undo.ts';
import { useListChanges } from './use-list-changes.ts';

/** The texts of a deletion. */
export interface DeletionWords<Document> {
  question(document: Document): { title: string; description: string; more: string };
  deleted: Notice;
  failed: Notice;
}

/** The explanation below the question before a deletion. */
export const inTrash = (name: string): string =>
  `“${name}” stays in the trash for 30 days. Editors and administrators can restore it.`;

/** The notices of a change of single fields. */
interface ChangeNotices {
  changed: Notice;
  failed: Notice;
}

/** The actions on one document of a list, each with its notice and, if permitted, undo. */
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
    const restoreFocus = keepRowFocus(document.id);
    try {
      await changes.restore(document.id);
    } catch (error) {
      notify.failure(named({ title: "Couldn't restore" }, document), error);
    } finally {
      restoreFocus();
    }
  };

  const change = async (document: Document, fields: Partial<Document>, notices: ChangeNotices): Promise<void> => {
    try {
      const snapshot = await changes.patch(document, fields);
      const undoChange = async () => {
        const restoreFocus = keepRowFocus(document.id);
        await undo([[snapshot]]);
        restoreFocus();
      };
      notify.success(named(notices.changed, document), undoAction(kind, [document.id], undoChange));
    } catch (error) {
      notify.failure(named(notices.failed, document), error);
    }
  };

  const remove = async (document: Document): Promise<void> => {
    const restoreFocus = keepRowFocus(document.id);
    try {
      const [{ DeletionDetails }, { redirectablePaths, isRedirectTarget, setRedirects }] = await Promise.all([
        import('./deletion-details.tsx'),
        import('./redirect-deleted.ts'),
      ]);
      const { more, ...question } = words.question(document);
      const addresses = redirectablePaths(kind, document, viewer);
      let to = '';
      const asked = isPublic(document)
        ? ({ collection, id: document.id, data: null, action: 'delete' } as const)
        : null;
      const isYes = await confirm({
        ...question,
        more: (
          <>
            {more}
            <DeletionDetails asked={asked} address={addresses[0]} onType={(typed) => (to = typed.trim())} />
          </>
        ),
        action: 'Delete',
        tone: 'danger',
      });
      if (!isYes) return;
      if (to !== '' && !isRedirectTarget(to)) {
        notify.failure({ ...named(words.failed, document), description: invalid.urlOrPath });
        return;
      }
      await changes.remove(document);
      const redirect = (target: string | null): Promise<void> =>
        write(() => setRedirects(store, { addresses: to === '' ? [] : addresses, to: target, uid: viewer.uid })).catch(
          (error: unknown) => {
            notify.failure(named(notices.redirectFailed, document), error);
          },
        );
      await redirect(to);
      const undoDelete = undoAction(kind, [document.id], () => restore(document).then(() => redirect(null)));
      notify.success(named(words.deleted, document), canRestore(viewer) ? undoDelete : undefined);
    } catch (error) {
      notify.failure(named(words.failed, document), error);
    } finally {
      restoreFocus();
    }
  };

  return { change, remove };
}

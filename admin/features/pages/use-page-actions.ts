import { notices } from '@frontage/model/messages';
import type { Page } from '@frontage/model/page';
import { canRestore } from '@frontage/model/abilities';
import { useViewer } from '../../lib/viewer.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { useListChanges } from '../../editing/list/use-list-changes.ts';
import { useNotify } from '../../ui/toaster.tsx';

const deleteWarning = 'This action cannot be undone. This will permanently delete the page.';

/** Deleting a page from the list, with its question, its notice and, for those who may, a way back. */
export function usePageActions() {
  const viewer = useViewer();
  const { remove, restore } = useListChanges('page');
  const confirm = useConfirm();
  const notify = useNotify();

  const undo = (id: string) => {
    restore(id).catch((error: unknown) => notify.failure({ title: 'Not restored' }, error));
  };

  return {
    askAndRemove: async (page: Page) => {
      const question = {
        title: 'Are you sure?',
        description: deleteWarning,
        action: 'Delete',
        tone: 'danger' as const,
      };
      if (!(await confirm(question))) return;
      try {
        await remove(page);
        const back = canRestore(viewer) ? { label: 'Undo', run: () => undo(page.id) } : undefined;
        notify.success(notices.pageDeleted, back);
      } catch (error) {
        notify.failure(notices.pageDeleteFailed, error);
      }
    },
  };
}

import type { Demo } from '@frontage/model/demo';
import { notices } from '@frontage/model/messages';
import { canRestore } from '@frontage/model/abilities';
import { useViewer } from '../../lib/viewer.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { useListChanges } from '../../editing/list/use-list-changes.ts';
import { useNotify } from '../../ui/toaster.tsx';

/** Deleting a demo from the list, with its question, its notice and, for those who may, a way back. */
export function useDemoActions() {
  const viewer = useViewer();
  const { remove, restore } = useListChanges('demo');
  const confirm = useConfirm();
  const notify = useNotify();

  const undo = (id: string) => {
    restore(id).catch((error: unknown) => notify.failure({ title: 'Not restored' }, error));
  };

  return {
    askAndRemove: async (demo: Demo) => {
      const isYes = await confirm({
        title: 'Delete Demo',
        description: `Are you sure you want to delete "${demo.heading}"? This action cannot be undone.`,
        action: 'Delete',
        tone: 'danger',
      });
      if (!isYes) return;
      try {
        await remove(demo);
        const back = canRestore(viewer) ? { label: 'Undo', run: () => undo(demo.id) } : undefined;
        notify.success(notices.demoDeleted, back);
      } catch (error) {
        notify.failure(notices.demoDeleteFailed, error);
      }
    },
  };
}

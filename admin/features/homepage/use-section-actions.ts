import { notices } from '@frontage/model/messages';
import type { Section } from '@frontage/model/section';
import { useConfirm } from '../../ui/confirm.tsx';
import { useListChanges } from '../../editing/list/use-list-changes.ts';
import { useNotify } from '../../ui/toaster.tsx';

/** What can be done with a section from the list, each with its question, its notice and a way back. */
export function useSectionActions() {
  const { patch, remove, restore } = useListChanges('section');
  const confirm = useConfirm();
  const notify = useNotify();

  const change = async (section: Section, fields: Partial<Section>, undo?: Partial<Section>) => {
    try {
      await patch(section, fields);
      const back = undo && { label: 'Undo', run: () => void change({ ...section, ...fields }, undo) };
      notify.success(notices.statusUpdated, back);
    } catch (error) {
      notify.failure(notices.saveFailed, error);
    }
  };

  return {
    togglePublished: async (section: Section) => {
      const { title, is_published } = section;
      const isYes = await confirm(
        is_published
          ? {
              title: 'Unpublish this section?',
              description: `“${title}” will no longer be on the homepage.`,
              action: 'Unpublish',
            }
          : { title: 'Publish this section?', description: `“${title}” will be on the homepage.`, action: 'Publish' },
      );
      if (isYes) await change(section, { is_published: !is_published }, { is_published });
    },
    toggleVisible: (section: Section) =>
      change(section, { is_visible: !section.is_visible }, { is_visible: section.is_visible }),
    remove: async (section: Section) => {
      const isYes = await confirm({
        title: 'Delete this section?',
        description: `“${section.title}” leaves the homepage and waits in the trash for 30 days.`,
        action: 'Delete',
        tone: 'danger',
      });
      if (!isYes) return;
      try {
        await remove(section);
        const undo = () =>
          restore(section.id).catch((error: unknown) => notify.failure({ title: 'Not restored' }, error));
        notify.success(notices.sectionDeleted, { label: 'Undo', run: () => void undo() });
      } catch (error) {
        notify.failure(notices.deleteFailed, error);
      }
    },
  };
}

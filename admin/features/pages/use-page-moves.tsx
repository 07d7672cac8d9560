import { counted } from '@frontage/model/dates';
import { invalid, type Notice } from '@frontage/model/messages';
import { abilities } from '@frontage/model/permissions';
import { collections } from '@frontage/model/paths';
import type { ListedPage } from '@frontage/model/summaries/listed';
import { schedulesAmong } from '../../editing/publish/schedules.queries.ts';
import { useBatchChange } from '../../editing/list/use-batch-change.ts';
import { keepRowFocus } from '../../ui/list-rows.ts';
import { useDocuments } from '../../lib/documents/documents.queries.ts';
import { documentName, isPublic } from '../../lib/documents/document.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { useViewer } from '../../lib/session.tsx';
import { NameList, useConfirm } from '../../ui/confirm.tsx';
import { useNotify } from '../../ui/toaster.tsx';
import { type Move, type Place, planMove } from './plan-moves.ts';

interface MoveIntent extends Place {
  ids: readonly string[];
  /** See `planMove`. */
  siblings?: readonly ListedPage[];
  keepsParent?: boolean;
}

const failures = {
  cycle: invalid.parentCycle,
  missing: 'A page no longer exists. Reload the list.',
  denied: 'Pages around it belong to others or are published. Ask an editor.',
};

/** Changes the places of pages: as few pages as possible in one batch, with one Undo. */
export function usePageMoves() {
  const store = useDocumentStore();
  const viewer = useViewer();
  const confirm = useConfirm();
  const notify = useNotify();
  const change = useBatchChange('page');
  const entries = useDocuments('page').data ?? [];
  const pages = entries.map(({ document }) => document);

  /** The pages whose scheduled draft would no longer be published, because the page has changed. */
  const scheduledAmong = async (documents: readonly ListedPage[]): Promise<ListedPage[]> => {
    const ids = documents.map(({ id }) => id);
    // The move does not depend on this warning.
    const schedules = await schedulesAmong(store, 'page', ids).catch(() => []);
    const drafts = schedules.filter(({ action, state }) => action === 'publish_draft' && state === 'waiting');
    return documents.filter(({ id }) => drafts.some((schedule) => schedule.id === id));
  };

  const isConfirmed = async (moves: readonly Move<ListedPage>[]): Promise<boolean> => {
    const scheduled = await scheduledAmong(moves.map(({ page }) => page));
    if (scheduled.length === 0) return true;
    return confirm({
      title: 'Move pages with a scheduled draft?',
      description:
        'Their drafts will not be published at the planned time, because the pages change. Schedule them again.',
      more: <NameList names={scheduled.map(documentName)} />,
      action: 'Move',
    });
  };

  /** The reason to undo a move: its new parent is below a moved page now. Reads the pages above; null without one. */
  const findCycle = async (ids: readonly string[], parentId: string | null): Promise<string | null> => {
    const visited = new Set<string>();
    for (let id = parentId; id !== null && !visited.has(id);) {
      if (ids.includes(id)) return 'Someone has moved its new parent below it at the same time.';
      visited.add(id);
      const found = await store.read(`${collections.pages}/${id}`, ['parent_id']);
      const above = found.ok ? found.value?.['parent_id'] : null;
      id = typeof above === 'string' ? above : null;
    }
    return null;
  };

  /** Moves pages to a place. True if they are there. */
  const move = async ({ ids, ...place }: MoveIntent): Promise<boolean> => {
    const invalidIds = new Set(entries.flatMap(({ document, problems }) => (problems.length > 0 ? [document.id] : [])));
    const mayWrite = (page: ListedPage) => !invalidIds.has(page.id) && abilities('page', viewer, page).canEdit;
    const moved = pages.filter(({ id }) => ids.includes(id));
    const about = moved.length === 1 ? { about: moved.map(documentName).join() } : {};
    const failed: Notice = {
      title: moved.length === 1 ? "Couldn't move the page" : "Couldn't move the pages",
      ...about,
    };
    const plan = planMove(pages, { ids, mayWrite, ...place });
    if (!plan.ok) {
      notify.failure({ ...failed, description: failures[plan.reason] });
      return false;
    }
    if (plan.moves.length === 0) {
      notify.info({ title: 'Already in this position', ...about });
      return true;
    }
    if (!(await isConfirmed(plan.moves))) return false;
    const restoreFocus = keepRowFocus(...ids);
    const done = await change(
      plan.moves.map(({ page, fields }) => ({ document: page, fields })),
      {
        changed: {
          title: moved.length === 1 ? 'Page moved' : `${moved.length} pages moved`,
          ...about,
          description: effectOf(plan.moves, ids),
        },
        failed,
        ...(plan.moves.some(({ fields }) => 'parent_id' in fields) && {
          findConflict: () => findCycle(ids, place.parentId),
        }),
      },
    );
    restoreFocus();
    return done;
  };

  /** Changes fields of one page that the menu shows. */
  const edit = (page: ListedPage, fields: Record<string, unknown>, title: string): Promise<boolean> =>
    change([{ document: page, fields }], {
      changed: { title, about: documentName(page), description: effectOf([{ page, fields }], [page.id]) },
      failed: { title: "Couldn't change the menu", about: documentName(page) },
    });

  return { pages, move, edit };
}

/** The effect of moves for visitors and on other pages. */
function effectOf(moves: readonly Move<ListedPage>[], ids: readonly string[]): string {
  const others = moves.filter(({ page: { id } }) => !ids.includes(id)).length;
  return [
    moves.some(({ page }) => isPublic(page)) ? 'Published: visitors see it at once.' : 'Visitors see no difference.',
    others > 0 ? `${counted(others, 'other page')} got a new order number.` : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

import type { Page } from '@frontage/model/page';
import { EyeOff, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useConfirm } from '../../ui/confirm.tsx';
import type { BulkAction } from '../../ui/editing/list/bulk-bar.tsx';
import type { BulkResult } from '../../ui/editing/list/bulk-results.tsx';
import { runEach } from '../../ui/editing/list/run-each.ts';
import { useListChanges } from '../../ui/editing/list/use-list-changes.ts';
import { useNotify } from '../../ui/toaster.tsx';

type Name = 'publish' | 'unpublish' | 'delete';

export const bulkActions: readonly (BulkAction & { name: Name; done: string })[] = [
  { name: 'publish', label: 'Publish', done: 'Published', icon: Send },
  { name: 'unpublish', label: 'Unpublish', done: 'Unpublished', icon: EyeOff },
  { name: 'delete', label: 'Delete', done: 'Deleted', icon: Trash2, isDanger: true },
];

export interface FinishedBulk {
  done: string;
  results: readonly BulkResult[];
  failed: readonly Page[];
  name: Name;
}

const countPages = (count: number): string => (count === 1 ? '1 page' : `${count} pages`);

/** Publishes, unpublishes or deletes many pages, each by itself, and tells what became of each. */
export function usePageBulk() {
  const { patch, remove } = useListChanges('page');
  const confirm = useConfirm();
  const notify = useNotify();
  const [progress, setProgress] = useState<number | null>(null);
  const [finished, setFinished] = useState<FinishedBulk | null>(null);

  const actionFor: Record<Name, (page: Page) => Promise<void>> = {
    publish: (page) => patch(page, { is_published: true }),
    unpublish: (page) => patch(page, { is_published: false }),
    delete: remove,
  };

  const isPointless: Record<Name, (page: Page) => boolean> = {
    publish: (page) => page.is_published,
    unpublish: (page) => !page.is_published,
    delete: () => false,
  };

  /** True when every page is as asked. */
  const run = async (name: Name, pages: readonly Page[]): Promise<boolean> => {
    const done = bulkActions.find((action) => action.name === name)?.done ?? '';
    setFinished(null);
    setProgress(0);
    const results = await runEach(
      pages.filter((page) => !isPointless[name](page)),
      actionFor[name],
      setProgress,
    );
    setProgress(null);
    const failed = results.filter(({ error }) => error !== null).map(({ item }) => item);
    if (failed.length === 0) {
      notify.success({ title: `${done}: ${countPages(pages.length)}` });
      return true;
    }
    const named = results.map(({ item, error }) => ({ id: item.id, name: item.title || item.slug, error }));
    setFinished({ done, results: named, failed, name });
    return false;
  };

  const ask = async (name: Name, pages: readonly Page[]): Promise<boolean> => {
    const isDelete = name === 'delete';
    const { label = '' } = bulkActions.find((action) => action.name === name) ?? {};
    const isYes = await confirm({
      title: `${label} ${countPages(pages.length)}?`,
      description: isDelete
        ? 'They leave the site and wait in the trash for 30 days.'
        : name === 'publish'
          ? 'Visitors will be able to read them.'
          : 'Visitors will no longer be able to read them.',
      action: label,
      ...(isDelete ? { tone: 'danger' as const } : {}),
    });
    return isYes ? run(name, pages) : false;
  };

  return { progress, finished, ask, run, dismiss: () => setFinished(null) };
}

import { useState } from 'react';
import { documentName } from '../../../lib/documents/document-name.ts';
import type { Kind, KindDocuments } from '../../../lib/documents/kinds.ts';
import { useConfirm } from '../../confirm.tsx';
import { useNotify } from '../../toaster.tsx';
import type { BulkResult } from './bulk-results.tsx';
import { runEach } from './run-each.ts';
import { useListChanges, type ListChanges } from './use-list-changes.ts';

interface Doing<K extends Kind> {
  /** On the button. */
  label: string;
  /** Of each document it was done to. */
  done: string;
  warning: string;
  isDanger?: boolean;
  isPointless(document: KindDocuments[K]): boolean;
  carryOut(changes: ListChanges<K>, document: KindDocuments[K]): Promise<void>;
}

function doings<K extends Kind>(): Record<string, Doing<K>> {
  const publishing = (is_published: boolean) => ({
    isPointless: (document: KindDocuments[K]) => document.is_published === is_published,
    carryOut: (changes: ListChanges<K>, document: KindDocuments[K]) =>
      changes.patch(document, { is_published } as Partial<KindDocuments[K]>),
  });
  return {
    publish: {
      label: 'Publish',
      done: 'Published',
      warning: 'Visitors will be able to see them.',
      ...publishing(true),
    },
    unpublish: {
      label: 'Unpublish',
      done: 'Unpublished',
      warning: 'Visitors will no longer be able to see them.',
      ...publishing(false),
    },
    delete: {
      label: 'Delete',
      done: 'Deleted',
      warning: 'They leave the site and wait in the trash for 30 days.',
      isDanger: true,
      isPointless: () => false,
      carryOut: (changes, document) => changes.remove(document),
    },
  };
}

interface FinishedBulk<K extends Kind> {
  name: string;
  done: string;
  results: readonly BulkResult[];
  failed: readonly KindDocuments[K][];
}

/** Publishes, unpublishes or deletes many documents, each by itself, and tells what became of each. */
export function useBulk<K extends Kind>(kind: K) {
  const changes = useListChanges(kind);
  const confirm = useConfirm();
  const notify = useNotify();
  const [progress, setProgress] = useState<number | null>(null);
  const [finished, setFinished] = useState<FinishedBulk<K> | null>(null);

  const count = (documents: readonly unknown[]) =>
    documents.length === 1 ? `1 ${kind}` : `${documents.length} ${kind}s`;

  /** True when every document is as asked. */
  const run = async (name: string, documents: readonly KindDocuments[K][]): Promise<boolean> => {
    const doing = doings<K>()[name];
    if (!doing) return false;
    setFinished(null);
    setProgress(0);
    const results = await runEach(
      documents.filter((document) => !doing.isPointless(document)),
      (document) => doing.carryOut(changes, document),
      setProgress,
    );
    setProgress(null);
    const failed = results.filter(({ error }) => error !== null).map(({ item }) => item);
    if (failed.length === 0) {
      notify.success({ title: `${doing.done}: ${count(documents)}` });
      return true;
    }
    const named = results.map(({ item, error }) => ({ id: item.id, name: documentName(item), error }));
    setFinished({ name, done: doing.done, results: named, failed });
    return false;
  };

  const ask = async (name: string, documents: readonly KindDocuments[K][]): Promise<boolean> => {
    const doing = doings<K>()[name];
    if (!doing) return false;
    const isYes = await confirm({
      title: `${doing.label} ${count(documents)}?`,
      description: doing.warning,
      action: doing.label,
      ...(doing.isDanger ? { tone: 'danger' as const } : {}),
    });
    return isYes ? run(name, documents) : false;
  };

  return { progress, finished, ask, run, dismiss: () => setFinished(null) };
}

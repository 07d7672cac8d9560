import { type Kind, kinds, nameOf } from '@frontage/model/kinds/kinds';
import { type Notice, notices } from '@frontage/model/messages';
import type { ListedDocuments } from '@frontage/model/summaries/listed';
import { useEffect, useEffectEvent, useRef } from 'react';
import { inTrash, useDocumentActions } from './use-document-actions.tsx';

const results: Record<Kind, { deleted: Notice; failed: Notice }> = {
  page: { deleted: notices.pageDeleted, failed: notices.pageDeleteFailed },
  demo: { deleted: notices.demoDeleted, failed: notices.demoDeleteFailed },
  section: { deleted: notices.sectionDeleted, failed: notices.deleteFailed },
};

interface DeleteFromEditorProps<K extends Kind> {
  kind: K;
  document: ListedDocuments[K];
  /** A further effect, as a sentence; empty for none. */
  about: string;
  /** Called with true after the deletion, and with false if there was none. */
  onClose: (isDeleted?: boolean) => void;
}

/** Deletes the open document after a confirmation. */
export default function DeleteFromEditor<K extends Kind>({ kind, document, about, onClose }: DeleteFromEditorProps<K>) {
  const { remove } = useDocumentActions(kind, {
    question: (asked) => ({
      title: `Delete this ${kinds[kind].nouns.one}?`,
      description: `“${nameOf(kind, asked)}” is removed from the site and moved to the trash.`,
      more: [inTrash(nameOf(kind, asked)), about].filter((words) => words !== '').join(' '),
    }),
    ...results[kind],
  });
  const isAsked = useRef(false);
  const ask = useEffectEvent(async () => {
    // Strict mode runs effects twice.
    if (isAsked.current) return;
    isAsked.current = true;
    onClose(await remove(document));
  });
  useEffect(() => void ask(), []);
  return null;
}

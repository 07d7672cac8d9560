import type { Kind } from '@frontage/model/kinds/kinds';
import type { ListedDocuments } from '@frontage/model/summaries/listed';
import { useEffect, useEffectEvent, useRef } from 'react';
import { deletionWords } from './deletion-words.ts';
import { useDocumentActions } from './use-document-actions.tsx';

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
  const { remove } = useDocumentActions(kind, deletionWords(kind, about));
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

import { Button } from '@chakra-ui/react';
import { editorPath, type Kind } from '@frontage/model/kinds/kinds';
import { counted } from '@frontage/model/dates';
import { draftNotices } from '@frontage/model/messages';
import { type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import { Modal } from '../../ui/modal.tsx';
import { useNotify } from '../../ui/toaster.tsx';
import type { Editor } from '../editor.ts';

/** From this number of changed characters, Cancel asks before it takes them back. */
const manyCharacters = 500;

/**
 * The Cancel button of an editor: takes back the changes of this session, leaves, and offers Undo. It asks first if much
 * was changed or the draft is older than the session. Without a draft on the server, the leave guard asks.
 */
export function useCancel<Input extends FieldValues, Fields>(
  editor: Editor<Input, Fields>,
  { kind, leave }: { kind: Kind; leave: () => void },
): { cancel: () => void; dialog: ReactNode } {
  const notify = useNotify();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [asked, setAsked] = useState<{ characters: number } | null>(null);

  const takeBack = async () => {
    // The draft of a new document is deleted: Undo opens the editor of a new document.
    const isNew = editor.origin.base === null && !editor.ownChanges()?.isDraftOlder;
    const name = await editor.cancel();
    if (name === null) return notify.failure(draftNotices.notTakenBack);
    leave();
    const path = isNew ? editorPath(kind, 'new') : pathname + search;
    const undo = () => void navigate(path, { state: { discarded: [name] } });
    notify.info(draftNotices.takenBack, { label: 'Undo', run: undo });
  };
  const cancel = () => {
    const own = editor.ownChanges();
    if (own === null) leave();
    else if (own.isDraftOlder || own.characters > manyCharacters) setAsked(own);
    else void takeBack();
  };
  const close = () => setAsked(null);
  return {
    cancel,
    dialog: asked && (
      <Modal
        isOpen
        onClose={close}
        title="Keep your changes?"
        description={`You changed ${counted(asked.characters, 'character', 'characters')} since you opened this. Discard takes back your changes only.`}
        safe={{
          label: 'Keep as draft',
          onPress: () => {
            close();
            leave();
          },
        }}
        footer={
          <Button
            variant="ghost"
            colorPalette="brick"
            onClick={() => {
              close();
              void takeBack();
            }}
          >
            Discard
          </Button>
        }
      />
    ),
  };
}

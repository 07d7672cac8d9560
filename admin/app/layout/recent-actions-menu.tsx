import type { IconButtonProps } from '@chakra-ui/react';
import { Undo2 } from '#icons';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { describeAction, useRecentActions } from '../../ui/recent-actions.tsx';

interface RecentActionsMenuProps {
  edge: 'left' | 'right';
  button: IconButtonProps;
  /** Called before an action is undone. */
  onPress?: (() => void) | undefined;
}

/** The last actions of this tab, each of which a press undoes. */
export function RecentActionsMenu({ edge, button, onPress }: RecentActionsMenuProps) {
  const actions = useRecentActions();
  return (
    <ActionMenu
      label="Recent actions"
      icon={<Undo2 />}
      empty="No actions to undo. Changes that you make in this tab are listed here until you reload or close it."
      note="Listed until you reload or close this tab."
      {...{ edge, button }}
      actions={actions.map((action) => {
        const { label, detail } = describeAction(action);
        const run = () => {
          onPress?.();
          void action.undo();
        };
        return { key: action.id, label: `Undo: ${label}`, detail, run };
      })}
    />
  );
}

import { useLeaveGuard } from '../../editing/save/use-leave-guard.tsx';
import type { SettingPart } from './use-setting-part.tsx';

interface Tab {
  key: string;
  parts: readonly SettingPart[];
}

/** Asks before leaving the settings with unsaved edits; shows a tab that cannot be saved. */
export function useSettingsGuard(tabs: readonly Tab[], show: (tab: string) => void) {
  const parts = tabs.flatMap((tab) => tab.parts);
  return useLeaveGuard({
    mustAsk: () => parts.some((part) => part.mustAskBeforeLeaving()),
    onSettle: async () => {
      for (const part of parts) if (part.mustAskBeforeLeaving() && !(await part.settle())) return false;
      return true;
    },
    onSave: async () => {
      for (const { key, parts: ofTab } of tabs) {
        if (await saveAll(ofTab.filter(({ isDirty }) => isDirty))) continue;
        show(key);
        return false;
      }
      return true;
    },
    onDiscard: () => parts.map((part) => part.discard()),
  });
}

/** Saves the parts one after the other; stops with false at the first failure. */
export async function saveAll(parts: readonly SettingPart[]): Promise<boolean> {
  for (const part of parts) if (!(await part.save())) return false;
  return true;
}

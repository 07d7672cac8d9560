import { useEffect, useState } from 'react';
import { useStaff } from '../../lib/session.tsx';
import { useMedia } from '../../ui/use-media.ts';

interface PreviewSwitch {
  /** Whether form and preview fit beside each other. */
  isWide: boolean;
  isShown: boolean;
  show: (isShown: boolean) => void;
}

/** Whether the preview is shown: beside the form as the user last chose, on a narrow screen only on request. */
export function usePreviewSwitch(): PreviewSwitch {
  const { uid } = useStaff().user;
  const name = `frontage.preview.${uid}`;
  const isWide = useMedia('(min-width: 64em)');
  const [isBeside, setBeside] = useState(() => localStorage.getItem(name) === 'on');
  const [isTab, setTab] = useState(false);
  const isShown = isWide ? isBeside : isTab;
  const show = (next: boolean) => {
    if (!isWide) return setTab(next);
    setBeside(next);
    localStorage.setItem(name, next ? 'on' : 'off');
  };
  usePreviewKeys(() => show(!isShown));
  return { isWide, isShown, show };
}

/** Ctrl/Cmd+Shift+P, regardless of focus, except in a dialog. */
function usePreviewKeys(toggle: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || !event.shiftKey || event.altKey) return;
      if (event.key.toLowerCase() !== 'p') return;
      event.preventDefault();
      event.stopPropagation();
      if (!document.querySelector('dialog:modal')) toggle();
    };
    addEventListener('keydown', listen, { capture: true });
    return () => removeEventListener('keydown', listen, { capture: true });
  });
}

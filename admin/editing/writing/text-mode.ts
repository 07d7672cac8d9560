import { useState } from 'react';

export type TextMode = 'visual' | 'markdown';

const entry = 'frontage.text-editor';

/** The editor of Markdown fields, remembered in this browser: visual unless the user chose Markdown. */
export function useTextMode() {
  const [mode, setMode] = useState<TextMode>(() =>
    localStorage.getItem(entry) === 'markdown' ? 'markdown' : 'visual',
  );
  return {
    mode,
    choose: (next: TextMode) => {
      setMode(next);
      localStorage.setItem(entry, next);
    },
  };
}

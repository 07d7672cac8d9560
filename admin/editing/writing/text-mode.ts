import { useState } from 'react';

export type TextMode = 'visual' | 'markdown';

const entry = 'frontage.text-editor';

/** The editor of Markdown fields, remembered in this browser: the source unless the user chose the visual editor. */
export function useTextMode() {
  const [mode, setMode] = useState<TextMode>(() => (localStorage.getItem(entry) === 'visual' ? 'visual' : 'markdown'));
  return {
    mode,
    choose: (next: TextMode) => {
      setMode(next);
      localStorage.setItem(entry, next);
    },
  };
}

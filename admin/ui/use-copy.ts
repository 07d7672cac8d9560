import { durations } from '@frontage/model/limits';
import { useCallback, useEffect, useRef, useState } from 'react';

/** Copies text. `copy` returns whether it succeeded; `isCopied` stays true for two seconds. */
export function useCopy() {
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = useCallback(async (text: string): Promise<boolean> => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return false;
    }
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), durations.copiedShown);
    return true;
  }, []);
  return { copy, isCopied };
}

import { durations } from '@frontage/model/limits';
import { useCallback, useEffect, useRef, useState } from 'react';

/** Copies text; `isCopied` holds for two seconds afterwards. `copy` returns whether it worked. */
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

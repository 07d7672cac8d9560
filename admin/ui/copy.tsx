import { Button, Flex } from '@chakra-ui/react';
import { type Notice, notices } from '@frontage/model/messages';
import { durations } from '@frontage/model/limits';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Check, Copy } from '#icons';
import { TextField } from './field.tsx';
import { useNotify } from './toaster.tsx';

/** A full link with a focused button that copies it. */
export function LinkToCopy({ label, url, copied }: { label: string; url: string; copied: Notice }) {
  const { copy, isCopied } = useCopy();
  const notify = useNotify();

  const copyLink = async () => {
    if (await copy(url)) notify.success(copied);
    else notify.failure(notices.copyFailed);
  };

  return (
    <Flex gap="2" align="flex-end">
      <TextField
        label={label}
        readOnly
        input={{ value: url, fontFamily: 'mono', onFocus: (event) => event.target.select() }}
      />
      {/* The margin aligns the button with the input, because the field reserves a line for an error. */}
      <Button variant="outline" onClick={() => void copyLink()} mb="1.5" minW="7rem" autoFocus>
        {isCopied ? <Check /> : <Copy />}
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </Flex>
  );
}

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

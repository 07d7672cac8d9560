import { Suspense, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { lazyDialog, useOpenState } from '../../ui/lazy.tsx';
import { accountDestination, useDestinations } from '../navigation.ts';
import { type Commands, CommandsContext, pressOf, readKey, singleKeysOn } from './commands.ts';

const CommandPalette = lazyDialog(() => import('./command-palette.tsx'));
const ShortcutsSheet = lazyDialog(() => import('./shortcuts-sheet.tsx'));

type Open = 'palette' | 'sheet' | null;

const prefixTimeoutMs = 1_500;

/** Handles shortcuts and renders the command palette and the list of shortcuts, which load on first use. */
export function CommandProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useOpenState<Open>(null);
  const navigate = useNavigate();
  const destinations = useDestinations();
  const prefixAt = useRef(-Infinity);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const afterPrefix = event.timeStamp - prefixAt.current < prefixTimeoutMs;
      const meaning = readKey(pressOf(event), { afterPrefix, singleKeys: singleKeysOn() });
      prefixAt.current = meaning?.kind === 'prefix' ? event.timeStamp : -Infinity;
      if (!meaning || meaning.kind === 'prefix') return;
      if (meaning.kind === 'palette') {
        event.preventDefault();
        setOpen(open === 'palette' ? null : 'palette');
        return;
      }
      // An open dialog disables single-key shortcuts.
      if (document.querySelector('[role=dialog], [role=alertdialog]')) return;
      event.preventDefault();
      if (meaning.kind === 'sheet') setOpen('sheet');
      if (meaning.kind === 'search') document.querySelector<HTMLInputElement>('[data-search]')?.focus();
      if (meaning.kind === 'go') {
        const place = [...destinations, accountDestination].find(({ key }) => key === meaning.key);
        if (place) void navigate(place.path);
      }
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [destinations, navigate, open, setOpen]);

  const commands = useMemo<Commands>(
    () => ({ openPalette: () => setOpen('palette'), openSheet: () => setOpen('sheet') }),
    [setOpen],
  );
  const close = () => setOpen(null);
  return (
    <CommandsContext value={commands}>
      {children}
      <Suspense fallback={null}>
        {open === 'palette' && <CommandPalette onClose={close} />}
        {open === 'sheet' && <ShortcutsSheet onClose={close} />}
      </Suspense>
    </CommandsContext>
  );
}

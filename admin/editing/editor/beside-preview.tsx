import { Button, Center, chakra, Flex, Spinner, Text } from '@chakra-ui/react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { z } from 'zod';
import { Columns2, Eye } from '#icons';
import { lazyWithFallback } from '../../ui/lazy.tsx';
import { commandKey, keyShortcut, keysText, useMedia } from '../../ui/browser.ts';
import { useScreenCommands } from '../../ui/screen-commands.tsx';
import { useStaff } from '../../lib/session.tsx';
import type { RequestedPanel } from './panels.tsx';
import type { PreviewPaneProps } from './preview-pane.tsx';
import type { Place, PreviewSource } from './places.ts';

// Loads on first use; the editor works without it.
const PreviewPane = lazyWithFallback(() => import('./preview-pane.tsx'), Missing);

interface BesidePreviewProps extends Pick<
  PreviewPaneProps,
  'source' | 'isStored' | 'isUntouched' | 'labels' | 'onPlace'
> {
  preview: ReturnType<typeof usePreviewSwitch>;
  /** The fields of the form. */
  children: ReactNode;
}

/** The fields with the preview beside them. On a narrow screen the preview replaces the fields. */
export function BesidePreview({ preview, children, onPlace, ...pane }: BesidePreviewProps) {
  const { isWide, isShown, show } = preview;
  const [fields, setFields] = useState<HTMLElement | null>(null);
  return (
    <Flex flex="1" minH="0" direction={{ base: 'column', lg: 'row' }}>
      <Flex
        ref={setFields}
        display={!isWide && isShown ? 'none' : 'flex'}
        direction="column"
        flex="1"
        minW="0"
        minH="0"
      >
        {children}
      </Flex>
      <Flex
        display={isShown ? 'flex' : 'none'}
        flex="1"
        minW="0"
        minH={{ base: '75dvh', lg: '0' }}
        borderStartWidth={{ lg: '1px' }}
      >
        {isShown && (
          <Suspense fallback={<Loading />}>
            <PreviewPane
              {...pane}
              fields={fields}
              isWide={isWide}
              onPlace={(place) => {
                const isHere = onPlace(place);
                if (isHere && !isWide) show(false);
                return isHere;
              }}
            />
          </Suspense>
        )}
      </Flex>
    </Flex>
  );
}

function Loading() {
  return (
    <Center flex="1" aria-busy="true">
      <Spinner size="sm" aria-label="The preview is loading" />
    </Center>
  );
}

function Missing() {
  return (
    <Center flex="1" p="6" role="alert">
      <Text color="fg.muted">The preview could not be loaded. Editing works as before; reload to try again.</Text>
    </Center>
  );
}

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

interface PreviewButtonProps {
  /** Whether form and preview fit beside each other. */
  isBeside: boolean;
  isShown: boolean;
  onToggle: () => void;
}

/** Opens and closes the preview. */
export function PreviewButton({ isBeside, isShown, onToggle }: PreviewButtonProps) {
  const label = isShown ? 'Close the preview' : 'Open the preview';
  useScreenCommands([{ label, icon: Eye, keys: [commandKey, 'Shift', 'P'], run: onToggle }]);
  return (
    <Button
      variant={isShown ? 'subtle' : 'ghost'}
      colorPalette="gray"
      size="sm"
      px={{ base: '2', '2xl': '3.5' }}
      aria-pressed={isShown}
      aria-label="Preview"
      aria-keyshortcuts={keyShortcut('Shift+P')}
      title={`Preview (${keysText('Shift+P')})`}
      onClick={onToggle}
    >
      {isBeside ? <Columns2 /> : <Eye />}
      <chakra.span hideBelow="2xl">Preview</chakra.span>
    </Button>
  );
}

const linkState = z.object({ field: z.string(), find: z.string().optional() });

/** The field requested by the link to this screen; null for none. */
export function useRequestedField(): RequestedPanel | null {
  const { state } = useLocation() as { state: unknown };
  return linkState.safeParse(state).data ?? null;
}

/** The field to focus: the one requested by the link, then the last one clicked in the preview. */
export function useFieldFocus(source: PreviewSource) {
  const first = useRequestedField();
  const [wanted, setWanted] = useState(first);
  return {
    wanted,
    /** Focuses a field of this document; false if the place belongs to another one. */
    goTo: ({ collection, id, field }: Place): boolean => {
      const here = source.read();
      if (here.collection !== collection || here.id !== id) return false;
      setWanted({ field });
      return true;
    },
  };
}

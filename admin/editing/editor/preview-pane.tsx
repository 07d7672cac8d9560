import { Box, Button, Flex, IconButton, Skeleton, Text } from '@chakra-ui/react';
import { type FromFrame, previewPaths } from '@frontage/model/preview';
import { memo, Suspense, useEffect, useRef, useState } from 'react';
import type { Role } from '@frontage/model/user';
import { ArrowLeft, ExternalLink, type Icon, Monitor, Share2, Smartphone, Tablet, X } from '#icons';
import { Note } from '../../ui/note.tsx';
import { useViewer } from '../../lib/session.tsx';
import { lazyDialog, useOpenState } from '../../ui/lazy.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { useOpenPreview } from './open-preview.ts';
import { type FrameCommand, PreviewFrame } from './preview-frame.tsx';
import { editorOf, markOf, ownerPhrase, type Place, placeOf, type PreviewSource } from './places.ts';
import { usePreview, useScrollSync } from './use-preview.ts';

export interface PreviewPaneProps {
  source: PreviewSource;
  /** Whether the document was ever saved. */
  isStored: boolean;
  /** Whether nothing was entered into a new document: its missing fields are not reported. */
  isUntouched?: boolean | undefined;
  /** The element around the form's fields. */
  fields: HTMLElement | null;
  /** The labels of the fields, to name those that cannot be rendered. */
  labels: Readonly<Record<string, string>>;
  /** Whether there is space for a desktop width. */
  isWide: boolean;
  /** Focuses a field of this screen; false if it has no such field. */
  onPlace: (place: Place) => boolean;
}

type Device = 'desktop' | 'tablet' | 'phone';

const devices: Record<Device, { label: string; icon: Icon; width: number }> = {
  desktop: { label: 'Desktop', icon: Monitor, width: 1280 },
  tablet: { label: 'Tablet', icon: Tablet, width: 820 },
  phone: { label: 'Phone', icon: Smartphone, width: 390 },
};

/** The page as visitors will see it with the current input; clicking an element opens its field. */
export default function PreviewPane({
  source,
  isStored,
  isUntouched = false,
  fields,
  labels,
  isWide,
  onPlace,
}: PreviewPaneProps) {
  const [device, setDevice] = useState<Device>(isWide ? 'desktop' : 'phone');
  const [path, setPath] = useState<string | null>(null);
  const [offered, setOffered] = useState<Place | null>(null);
  const { page, failure, origin, retry } = usePreview(source, path);
  const field = useFocusedField(fields);
  const move = useRef<(command: FrameCommand) => void>(null);
  const sync = useScrollSync(fields, { text: page?.text ?? null, move });

  const onMessage = (message: FromFrame) => {
    if (message.type === 'frontage:scrolled') sync.follow(message);
    if (message.type === 'frontage:followed') setPath(message.path);
    if (message.type !== 'frontage:picked') return;
    const place = placeOf(message.mark);
    if (!place) return;
    if (message.at != null) sync.putCaret(message.at);
    setOffered(onPlace(place) ? null : place);
  };

  return (
    <Flex as="section" aria-label="Preview" direction="column" flex="1" minH="0" minW="0">
      <PaneTools {...{ source, isStored, device, setDevice, setPath }} path={page?.path} isElsewhere={path !== null} />
      {failure && <PaneFailure failure={failure} isKept={page !== null} onRetry={retry} />}
      {page && page.problems.length > 0 && !isUntouched && (
        <Text role="status" textStyle="xs" px="4" py="2" bg="bg.warning" color="fg.warning" borderBottomWidth="1px">
          {`Preview ignores invalid fields: ${page.problems.map((problem) => `${labels[problem.field] ?? problem.field} (${problem.message})`).join(', ')}`}
        </Text>
      )}
      {origin !== null && (
        <Flex flex="1" minH="0" minW="0" position="relative">
          <PreviewFrame
            origin={origin}
            title="Preview of the page"
            page={page}
            width={devices[device].width}
            outlined={field === null ? null : markOf({ ...source.read(), field })}
            move={move}
            onMessage={onMessage}
          />
          {!page && !failure && <Drawing />}
        </Flex>
      )}
      {offered && <PlaceOffer place={offered} onClose={() => setOffered(null)} />}
    </Flex>
  );
}

interface PaneToolsProps extends Pick<PreviewPaneProps, 'source' | 'isStored'> {
  /** The address of the shown page. */
  path: string | undefined;
  /** Whether another page than the document's own is shown. */
  isElsewhere: boolean;
  device: Device;
  setDevice: (device: Device) => void;
  setPath: (path: null) => void;
}

/** The address and the buttons above the page. They do not change when the page is rendered again. */
const PaneTools = memo(function PaneTools(props: PaneToolsProps) {
  const { source, isStored, path, isElsewhere, device, setDevice, setPath } = props;
  return (
    <Flex align="center" gap="1" px="3" py="1.5" borderBottomWidth="1px" bg="bg.panel" wrap="wrap">
      {isElsewhere && (
        <IconButton
          {...tool}
          aria-label="Back to the edited page"
          title="Back to the edited page"
          onClick={() => setPath(null)}
        >
          <ArrowLeft />
        </IconButton>
      )}
      <Text textStyle="sm" color="fg.muted" flex="1" minW="4rem" truncate title={path}>
        {path ?? ' '}
      </Text>
      <Flex role="group" aria-label="Width of the preview" gap="0.5">
        {Object.entries(devices).map(([key, { label, icon: Shape, width }]) => (
          <IconButton
            key={key}
            {...tool}
            variant={key === device ? 'subtle' : 'ghost'}
            aria-pressed={key === device}
            aria-label={label}
            title={`${label}, ${width} px wide`}
            onClick={() => setDevice(key as Device)}
          >
            <Shape />
          </IconButton>
        ))}
      </Flex>
      <FullPageButton source={source} />
      <ShareButton {...{ source, isStored }} />
    </Flex>
  );
});

const tool = { size: 'sm', variant: 'ghost', colorPalette: 'gray' } as const;

function Drawing() {
  return (
    <Box position="absolute" inset="0" p="6" bg="bg.panel" aria-busy="true" aria-label="The preview is loading">
      <Skeleton height="8" width="60%" mb="6" />
      <Skeleton height="4" mb="3" />
      <Skeleton height="4" mb="3" />
      <Skeleton height="4" width="80%" />
    </Box>
  );
}

interface PaneFailureProps {
  failure: { reason: 'unreachable' | 'refused'; message: string };
  /** Whether an earlier preview is still shown. */
  isKept: boolean;
  onRetry: () => void;
}

/** Why the current input has no preview. Editing continues. */
function PaneFailure({ failure: { reason, message }, isKept, onRetry }: PaneFailureProps) {
  return (
    <Box p="3" role="status">
      <Note kind="warning">
        <Text fontWeight="semibold">{isKept ? 'Preview paused' : 'No preview'}</Text>
        <Text>{message}</Text>
        {reason === 'unreachable' && (
          <>
            <Text color="fg.muted">Editing, saving and publishing work as before.</Text>
            <Button size="xs" variant="outline" mt="2" onClick={onRetry}>
              Try again
            </Button>
          </>
        )}
      </Note>
    </Box>
  );
}

/** Opens the whole site with this draft applied, in a new tab. */
function FullPageButton({ source }: { source: PreviewSource }) {
  const { isOpening, open } = useOpenPreview();
  return (
    <IconButton
      size="sm"
      variant="ghost"
      colorPalette="gray"
      aria-label="Open the preview in a new tab"
      title="Open the preview in a new tab"
      disabled={isOpening}
      onClick={() => void open(previewPaths.open, source.read())}
    >
      <ExternalLink />
    </IconButton>
  );
}

/** Offers to open the editor of a clicked element that belongs to another document. */
function PlaceOffer({ place, onClose }: { place: Place; onClose: () => void }) {
  return (
    <Flex role="status" align="center" gap="2" px="4" py="2" borderTopWidth="1px" bg="bg.info">
      <Text textStyle="sm" flex="1">{`This belongs to ${ownerPhrase(place.collection)}.`}</Text>
      <ButtonLink size="xs" to={editorOf(place)} state={{ field: place.field }}>
        Edit it there
      </ButtonLink>
      <IconButton size="xs" variant="ghost" colorPalette="gray" aria-label="Stay here" onClick={onClose}>
        <X />
      </IconButton>
    </Flex>
  );
}

const sharers: readonly Role[] = ['editor', 'admin'];

const ShareDialog = lazyDialog(() => import('./share-dialog.tsx'));

interface ShareButtonProps {
  source: PreviewSource;
  /** Whether there is a saved version to share. */
  isStored: boolean;
}

/** Opens the preview links of the draft; hidden from users without permission to create them. */
function ShareButton({ source, isStored }: ShareButtonProps) {
  const [isOpen, setOpen] = useOpenState(false);
  const { roles } = useViewer();
  if (!roles.some((role) => sharers.includes(role))) return null;
  const { collection, id } = source.read();
  return (
    <>
      <IconButton
        size="sm"
        variant="ghost"
        colorPalette="gray"
        aria-label="Share a preview"
        title={isStored ? 'Share a preview' : 'Save first: links show the saved draft'}
        disabled={!isStored}
        onClick={() => setOpen(true)}
      >
        <Share2 />
      </IconButton>
      <Suspense>{isOpen && <ShareDialog {...{ collection, id }} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

function nameOf(target: EventTarget | null): string | null {
  if (!(target instanceof HTMLElement)) return null;
  return target.closest<HTMLElement>('[data-field]')?.dataset['field'] ?? target.getAttribute('name');
}

/** The name of the focused field inside `fields`; null for none. */
function useFocusedField(fields: HTMLElement | null): string | null {
  const [name, setName] = useState(() =>
    fields?.contains(document.activeElement) ? nameOf(document.activeElement) : null,
  );
  useEffect(() => {
    if (!fields) return;
    const enter = ({ target }: FocusEvent) => setName(nameOf(target));
    const leave = ({ relatedTarget }: FocusEvent) => setName(nameOf(relatedTarget));
    fields.addEventListener('focusin', enter);
    fields.addEventListener('focusout', leave);
    return () => {
      fields.removeEventListener('focusin', enter);
      fields.removeEventListener('focusout', leave);
    };
  }, [fields]);
  return name;
}

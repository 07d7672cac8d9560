import { Box, Flex, IconButton, Skeleton, Text } from '@chakra-ui/react';
import type { FromFrame } from '@frontage/model/preview';
import { ArrowLeft, Monitor, Smartphone, Tablet, type Icon } from '#icons';
import { useRef, useState } from 'react';
import { FullPageButton } from './full-page-button.tsx';
import { PaneFailure } from './pane-failure.tsx';
import { PlaceOffer } from './place-offer.tsx';
import { PreviewFrame, type FrameCommand } from './preview-frame.tsx';
import type { PreviewSource } from './preview-source.ts';
import { markOf, placeOf, type Place } from './place.ts';
import { ShareButton } from './share-button.tsx';
import { useFocusedField } from './use-focused-field.ts';
import { useScrollSync } from './use-scroll-sync.ts';
import { usePreview } from './use-preview.ts';

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
      <Flex align="center" gap="1" px="3" py="1.5" borderBottomWidth="1px" bg="bg.panel" wrap="wrap">
        {path !== null && (
          <IconButton
            {...tool}
            aria-label="Back to the edited page"
            title="Back to the edited page"
            onClick={() => setPath(null)}
          >
            <ArrowLeft />
          </IconButton>
        )}
        <Text textStyle="sm" color="fg.muted" flex="1" minW="4rem" truncate title={page?.path}>
          {page?.path ?? ' '}
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

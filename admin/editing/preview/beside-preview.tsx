import { Center, Flex, Spinner, Text } from '@chakra-ui/react';
import { Suspense, useState, type ReactNode } from 'react';
import { lazyWithFallback } from '../../ui/lazy.tsx';
import type { PreviewPaneProps } from './preview-pane.tsx';
import type { usePreviewSwitch } from './use-preview-switch.ts';

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

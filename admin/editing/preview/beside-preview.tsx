import { Center, Flex, Spinner, Text } from '@chakra-ui/react';
import { Suspense, useId, useState, type ReactNode } from 'react';
import { lazyOr } from '../../ui/lazy-or.ts';
import { TabList, tabIds } from '../../ui/tabs.tsx';
import type { PreviewPaneProps } from './preview-pane.tsx';
import type { usePreviewSwitch } from './use-preview-switch.ts';

// It comes with the first look at it, and an editor works without it.
const PreviewPane = lazyOr(() => import('./preview-pane.tsx'), Missing);

interface BesidePreviewProps extends Pick<PreviewPaneProps, 'source' | 'isStored' | 'labels' | 'onPlace'> {
  preview: ReturnType<typeof usePreviewSwitch>;
  /** The fields. */
  children: ReactNode;
}

const tabs = [
  { key: 'edit', label: 'Edit' },
  { key: 'preview', label: 'Preview' },
];

/** The fields with the preview beside them, or behind a tab of its own. */
export function BesidePreview({ preview, children, onPlace, ...pane }: BesidePreviewProps) {
  const { isWide, isShown, show } = preview;
  const id = useId();
  const [fields, setFields] = useState<HTMLElement | null>(null);
  const panel = (key: string) =>
    isWide ? {} : { role: 'tabpanel', id: tabIds(id, key).panel, 'aria-labelledby': tabIds(id, key).tab };
  return (
    <Flex flex="1" minH="0" direction={{ base: 'column', lg: 'row' }}>
      {!isWide && (
        <TabList
          id={id}
          label="Form and preview"
          tabs={tabs}
          current={isShown ? 'preview' : 'edit'}
          onChange={(key) => show(key === 'preview')}
        />
      )}
      <Flex
        ref={setFields}
        {...panel('edit')}
        display={!isWide && isShown ? 'none' : 'flex'}
        direction="column"
        flex="1"
        minW="0"
        minH="0"
      >
        {children}
      </Flex>
      <Flex
        {...panel('preview')}
        display={isShown ? 'flex' : 'none'}
        flex="1"
        minW="0"
        minH={{ base: '75dvh', lg: '0' }}
        borderStartWidth={{ lg: '1px' }}
      >
        {isShown && (
          <Suspense fallback={<Coming />}>
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

function Coming() {
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

import { Box, Flex, Grid, Text } from '@chakra-ui/react';
import { collections, sitePaths } from '@frontage/model/paths';
import { useQuery } from '@tanstack/react-query';
import { PreviewFrame } from '../../editing/editor/preview-frame.tsx';
import type { PreviewSource } from '../../editing/editor/places.ts';
import { usePreview } from '../../editing/editor/use-preview.ts';
import { valueOf } from '../../lib/documents/document-store.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { Panel } from '../../ui/panel.tsx';

/** Four kinds of pages of the site with the entered branding, updated while it is edited. */
export default function BrandingPreview({ source }: { source: PreviewSource }) {
  const store = useDocumentStore();
  const { data } = useQuery({
    queryKey: ['branding-preview'],
    queryFn: async () => {
      const choice = { where: { field: 'is_published', equals: true }, limit: 1, fields: ['slug'] };
      const slugIn = async (collection: string): Promise<string | undefined> =>
        valueOf(await store.list(collection, choice)).map(({ data: { slug } }) => String(slug))[0];
      const [page, demo] = await Promise.all([slugIn(collections.pages), slugIn(collections.demos)]);
      return { page, demo };
    },
  });
  if (!data) return null;
  const paths: [name: string, path: string | undefined][] = [
    ['Home', sitePaths.home],
    ['Page', data.page === undefined ? undefined : sitePaths.page(data.page)],
    ['Demo', data.demo === undefined ? undefined : sitePaths.demo(data.demo)],
    ['Gallery', sitePaths.demos],
  ];
  return (
    <Panel title="Branding preview" description="Pages with this branding, before it is published.">
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', xl: 'repeat(2, minmax(0, 1fr))' }} gap="4">
        {paths.map(([name, path]) => path !== undefined && <Shown key={name} {...{ source, name, path }} />)}
      </Grid>
    </Panel>
  );
}

function Shown({ source, name, path }: { source: PreviewSource; name: string; path: string }) {
  const { page, failure, origin } = usePreview(source, path);
  return (
    <Flex direction="column" gap="1" minW="0">
      <Text textStyle="sm" fontWeight="medium">
        {name}
      </Text>
      <Flex height="15rem" borderWidth="1px" rounded="l2" overflow="hidden">
        {origin !== null && (
          <PreviewFrame origin={origin} title={`${name} with this branding`} page={page} width={1280} />
        )}
      </Flex>
      <Box role="status" textStyle="xs" color="fg.muted">
        {failure?.message}
      </Box>
    </Flex>
  );
}

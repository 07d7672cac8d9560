import { Box, chakra } from '@chakra-ui/react';
import { oldAddresses } from '@frontage/model/messages';
import { collections, sitePaths, slugId, type SlugKind } from '@frontage/model/paths';
import { useQuery } from '@tanstack/react-query';
import { valueOf } from '../../lib/documents/document-store.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';

interface OldAddressesProps {
  kind: SlugKind;
  /** Of the document. */
  id: string;
  /** The slug it has by now. */
  saved: string;
}

/** The addresses that a document had and that lead to it still; nothing where there are none. */
export function OldAddresses({ kind, id, saved }: OldAddressesProps) {
  const store = useDocumentStore();
  const { data: slugs = [] } = useQuery({
    queryKey: ['slugs-of', kind, id, saved],
    queryFn: async () => {
      const taken = valueOf(await store.list(collections.slugs, { where: { field: 'id', equals: id } }));
      const prefix = slugId(kind, '');
      return taken.flatMap((slug) => (slug.id.startsWith(prefix) ? [slug.id.slice(prefix.length)] : []));
    },
    staleTime: 0,
  });
  const old = slugs.filter((slug) => slug !== saved).sort();
  if (old.length === 0) return null;
  return (
    <chakra.details mt="1.5" textStyle="sm" color="fg.muted">
      <chakra.summary cursor="pointer">{oldAddresses.leadHere(old.length)}</chakra.summary>
      <Box as="ul" fontFamily="mono" ps="4" pt="1">
        {old.map((slug) => (
          <li key={slug}>{sitePaths[kind](slug)}</li>
        ))}
      </Box>
    </chakra.details>
  );
}

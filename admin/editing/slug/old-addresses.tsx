import { Box, chakra } from '@chakra-ui/react';
import { oldAddresses } from '@frontage/model/address-messages';
import { collections, sitePaths, slugId, type SlugKind } from '@frontage/model/paths';
import { useQuery } from '@tanstack/react-query';
import { valueOf } from '../../lib/documents/document-store.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';

interface OldAddressesProps {
  kind: SlugKind;
  /** Id of the document. */
  id: string;
  /** The stored slug. */
  saved: string;
}

/** The old addresses that redirect to a document; renders nothing without any. */
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
      <chakra.summary cursor="pointer">{oldAddresses.redirectHere(old.length)}</chakra.summary>
      <Box as="ul" fontFamily="mono" ps="4" pt="1">
        {old.map((slug) => (
          <li key={slug}>{sitePaths[kind](slug)}</li>
        ))}
      </Box>
    </chakra.details>
  );
}

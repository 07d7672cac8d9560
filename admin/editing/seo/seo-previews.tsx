import { Box, Flex, Image, SimpleGrid, Text } from '@chakra-ui/react';
import { ImageOff } from '#icons';
import { useFirebase } from '../../lib/firebase.tsx';
import { imageAddress } from '../image/image-address.ts';
import { useGeneralSettings } from './general-settings.queries.ts';

interface SeoPreviewProps {
  /** The title given to search engines and social networks. */
  title: string;
  description: string;
  /** Path of the page on the site. */
  path: string;
  imageUrl: string;
}

/** The approximate look of the page as a search result and as a shared link. */
export function SeoPreviews({ path, ...texts }: SeoPreviewProps) {
  const { config } = useFirebase();
  const { site_url, default_og_image } = useGeneralSettings();
  const shown = { ...texts, address: (site_url ?? config.siteOrigin).replace(/\/+$/, '') + path };
  return (
    <SimpleGrid columns={{ base: 1, md: 2, lg: 1 }} gap="4" mt="5" aria-label="Previews" role="group">
      <SearchResult {...shown} />
      <ShareCard {...shown} fallback={default_og_image} />
    </SimpleGrid>
  );
}

type Shown = Omit<SeoPreviewProps, 'path'> & { address: string };

function Caption({ children }: { children: string }) {
  return (
    <Text textStyle="xs" fontWeight="semibold" color="fg.muted" mb="2">
      {children}
    </Text>
  );
}

function SearchResult({ title, description, address }: Shown) {
  return (
    <Box minW="0">
      <Caption>Search result</Caption>
      <Box borderWidth="1px" rounded="l2" p="4" bg="bg" minH="8rem">
        <Text textStyle="xs" color="fg.muted" truncate>
          {address.replace(/^https?:\/\//, '').replaceAll('/', ' › ')}
        </Text>
        <Text color="fg.info" fontSize="lg" lineHeight="1.3" mt="0.5" truncate>
          {title || 'Title of the page'}
        </Text>
        <Text textStyle="sm" color="fg.muted" lineClamp={2} mt="0.5">
          {description || 'Without a meta description, search engines choose a passage of the text.'}
        </Text>
      </Box>
    </Box>
  );
}

function ShareCard({ title, description, address, imageUrl, fallback }: Shown & { fallback: string | null }) {
  const { config } = useFirebase();
  const isFallback = imageUrl === '';
  const image = imageAddress(isFallback ? (fallback ?? '') : imageUrl, config.siteOrigin);
  return (
    <Box minW="0">
      <Caption>{isFallback && image !== null ? 'Shared link, with the site’s default image' : 'Shared link'}</Caption>
      <Box borderWidth="1px" rounded="l2" overflow="hidden" bg="bg" maxW="24rem">
        {image !== null ? (
          <Image
            src={image}
            alt=""
            aspectRatio={1200 / 630}
            width="full"
            objectFit="cover"
            bg="bg.muted"
            referrerPolicy="no-referrer"
          />
        ) : (
          <Flex aspectRatio={1200 / 630} align="center" justify="center" bg="bg.muted" color="fg.muted" gap="2">
            <ImageOff size={20} aria-hidden />
            <Text textStyle="sm">No image</Text>
          </Flex>
        )}
        <Box px="4" py="3" borderTopWidth="1px">
          <Text textStyle="xs" color="fg.muted" truncate>
            {hostOf(address)}
          </Text>
          <Text fontWeight="semibold" truncate>
            {title || 'Title of the page'}
          </Text>
          <Text textStyle="sm" color="fg.muted" lineClamp={2}>
            {description}
          </Text>
        </Box>
      </Box>
    </Box>
  );
}

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);

import { limits, recommendedSizes } from '@frontage/model/limits';
import { buckets, collections } from '@frontage/model/paths';
import { type FieldValues, type Path, useWatch } from 'react-hook-form';
import { Box, Flex, Image, SimpleGrid, Text } from '@chakra-ui/react';
import { defaultSettings, type Settings, settingSchemas } from '@frontage/model/kinds/settings';
import { useQuery } from '@tanstack/react-query';
import { ImageOff } from '#icons';
import { type FormField, useFieldProps, type WidgetProps } from '../editor/form-fields.tsx';
import { TextAreaWidget, TextWidget } from '../editor/widgets.tsx';
import { type ImageNotices, ImageWidget } from '../media/image-field.tsx';
import { useFirebase } from '../../lib/firebase.tsx';
import { useImageAddress } from '../media/image-address.ts';
import { valueOf } from '../../lib/documents/document-store.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';

interface SeoPreviewProps {
  /** States which description the site uses without a meta description. */
  withoutDescription: string;
  /** The title given to search engines and social networks. */
  title: string;
  description: string;
  /** Path of the page on the site. */
  path: string;
  imageUrl: string;
}

/** The approximate look of the page as a search result and as a shared link. */
function SeoPreviews({ path, ...texts }: SeoPreviewProps) {
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

function SearchResult({ title, description, withoutDescription, address }: Shown) {
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
          {description || withoutDescription}
        </Text>
      </Box>
    </Box>
  );
}

function ShareCard({ title, description, address, imageUrl, fallback }: Shown & { fallback: string | null }) {
  const isFallback = imageUrl === '';
  const image = useImageAddress(isFallback ? (fallback ?? '') : imageUrl);
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

export interface SeoOptions {
  /** The field used if the meta title is empty. */
  title: string;
  /** States which description the site uses without a meta description. */
  withoutDescription: string;
  /** The path on the site of a document with this slug. */
  path: (slug: string) => string;
  imageHelp: string;
  imageNotices: ImageNotices;
  /** Limits the input instead of showing an error. */
  isCapped?: boolean;
}

type SeoName = 'meta_title' | 'meta_description' | 'og_image_url';

/** The metadata of a document for search engines and social networks: the panel `seo` of a form. */
export function seoFields<Input extends FieldValues, Fields>(
  options: SeoOptions,
): Record<SeoName, FormField<Input, Fields>> {
  const cap = (maxLength: number) => (options.isCapped === true ? { maxLength } : {});
  return {
    meta_title: {
      panel: 'seo',
      widget: (field) => <TextWidget {...field} max={limits.metaTitle} input={cap(limits.metaTitle)} />,
    },
    meta_description: {
      panel: 'seo',
      widget: (field) => <TextAreaWidget {...field} max={limits.metaDescription} input={cap(limits.metaDescription)} />,
    },
    og_image_url: {
      panel: 'seo',
      help: options.imageHelp,
      widget: (field) => <SocialImageWidget {...field} {...options} />,
    },
  };
}

/** The image of shared links, with previews of a search result and a shared link. */
function SocialImageWidget<Input extends FieldValues, Fields>({
  title,
  withoutDescription,
  path,
  imageNotices,
  ...field
}: WidgetProps<Input, Fields> & SeoOptions) {
  const names = [title, 'slug', 'meta_title', 'meta_description', field.name] as Path<Input>[];
  const values: readonly unknown[] = useWatch({ control: field.edit.editor.form.control, name: names });
  const [shownTitle = '', slug = '', metaTitle = '', description = '', imageUrl = ''] = values.map((typed) =>
    String(typed ?? ''),
  );
  const { error } = useFieldProps(field);
  const { width, height } = recommendedSizes.ogImage;
  return (
    <>
      <ImageWidget {...field} bucket={buckets.demoImages} notices={imageNotices} ratio={width / height} />
      <SeoPreviews
        title={metaTitle || shownTitle}
        description={description}
        withoutDescription={withoutDescription}
        path={path(slug)}
        imageUrl={error === undefined ? imageUrl : ''}
      />
    </>
  );
}

/** The stored general settings; the defaults until they are read. */
export function useGeneralSettings(): Settings['general'] {
  const store = useDocumentStore();
  const { data } = useQuery({
    queryKey: ['general-settings'],
    queryFn: async () => {
      const stored = valueOf(await store.read(`${collections.settings}/general`));
      return settingSchemas.general.safeParse(stored?.['value']).data ?? defaultSettings.general;
    },
    // Read again whenever an editor opens: the settings may have changed a moment ago.
    staleTime: 0,
  });
  return data ?? defaultSettings.general;
}

import { Box, Flex, Image, SimpleGrid, Text } from '@chakra-ui/react';
import { limits, recommendedSizes } from '@frontage/model/limits';
import { buckets } from '@frontage/model/paths';
import {
  type FieldPath,
  type FieldValues,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useWatch,
} from 'react-hook-form';
import { ImageOff } from '#icons';
import { acceptedTypes, imageAddress } from '../image/image-file.ts';
import { ImageField, type ImageNotices } from '../image/image-field.tsx';
import { useControl } from '../use-control.ts';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { useFirebase } from '../../lib/firebase.tsx';
import { useGeneralSettings } from './general-settings.queries.ts';

/** The fields that a form needs for this panel. */
interface SeoInput extends FieldValues {
  meta_title?: string | null | undefined;
  meta_description?: string | null | undefined;
  og_image_url?: string | null | undefined;
}

interface SeoPanelProps<Input extends SeoInput, Fields> {
  form: UseFormReturn<Input, unknown, Fields>;
  /** Used if the meta title is empty. */
  title: string;
  /** Path of the document on the site. */
  path: string;
  image: { label: string; help: string; notices: ImageNotices };
  /** Limits the input instead of showing an error. */
  isCapped?: boolean;
  isReadOnly: boolean;
}

/** The metadata of a document for search engines and social networks. */
export function SeoPanel<Input extends SeoInput, Fields>(props: SeoPanelProps<Input, Fields>) {
  const { form, title, path, image, isCapped = false, isReadOnly } = props;
  const { control, register, getFieldState, formState } = form;
  // Every form that fits SeoInput has these fields, but its generic paths do not express that.
  const titleName = 'meta_title' as FieldPath<Input>;
  const descriptionName = 'meta_description' as FieldPath<Input>;
  const imageName = 'og_image_url' as FieldPath<Input>;
  const [metaTitle, metaDescription] = useWatch({ control, name: [titleName, descriptionName] }).map((typed) =>
    String(typed ?? ''),
  );
  const imageControl = useControl({ control, name: imageName });
  const errorOf = (name: FieldPath<Input>) => getFieldState(name, formState).error?.message;
  const { width, height } = recommendedSizes.ogImage;
  return (
    <>
      <SeoFields
        isCapped={isCapped}
        metaTitle={{ value: metaTitle ?? '', registration: register(titleName), error: errorOf(titleName) }}
        metaDescription={{
          value: metaDescription ?? '',
          registration: register(descriptionName),
          error: errorOf(descriptionName),
        }}
      />
      <Box mt="5">
        <ImageField
          label={image.label}
          help={image.help}
          {...imageControl}
          bucket={buckets.demoImages}
          accept={acceptedTypes(buckets.demoImages)}
          notices={image.notices}
          ratio={width / height}
          isReadOnly={isReadOnly}
        />
      </Box>
      <SeoPreviews
        title={metaTitle || title}
        description={metaDescription ?? ''}
        path={path}
        imageUrl={imageControl.error === undefined ? imageControl.value : ''}
      />
    </>
  );
}

interface SeoFieldsProps {
  metaTitle: { value: string; registration: UseFormRegisterReturn; error: string | undefined };
  metaDescription: { value: string; registration: UseFormRegisterReturn; error: string | undefined };
  /** Limits the input instead of showing an error. */
  isCapped?: boolean;
}

/** Title and description for search engines, with their remaining length. */
function SeoFields({ metaTitle, metaDescription, isCapped = false }: SeoFieldsProps) {
  return (
    <Flex direction="column" gap="5">
      <TextField
        label="Meta title"
        registration={metaTitle.registration}
        error={metaTitle.error}
        counter={{ length: metaTitle.value.length, max: limits.metaTitle }}
        input={isCapped ? { maxLength: limits.metaTitle } : {}}
      />
      <TextAreaField
        label="Meta description"
        registration={metaDescription.registration}
        error={metaDescription.error}
        counter={{ length: metaDescription.value.length, max: limits.metaDescription }}
        input={isCapped ? { maxLength: limits.metaDescription } : {}}
      />
    </Flex>
  );
}

interface SeoPreviewProps {
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

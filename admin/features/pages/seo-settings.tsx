import { Box } from '@chakra-ui/react';
import { recommendedSizes } from '@frontage/model/limits';
import type { PageFields, PageInput } from '@frontage/model/page';
import { buckets, sitePaths } from '@frontage/model/paths';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { acceptedTypes } from '../../editing/image/image-file.ts';
import { ImageField } from '../../editing/image/image-field.tsx';
import { SeoFields } from '../../editing/seo/seo-fields.tsx';
import { SeoPreviews } from '../../editing/seo/seo-previews.tsx';
import { useControl } from '../../editing/use-control.ts';
import { Panel } from '../../ui/panel.tsx';
import { pageImageNotices } from './page-values.ts';

interface SeoSettingsProps {
  form: UseFormReturn<PageInput, unknown, PageFields>;
  siteOrigin: string;
  isReadOnly: boolean;
}

/** What search engines and social networks are told about the page. */
export function SeoSettings({ form, siteOrigin, isReadOnly }: SeoSettingsProps) {
  const { control, register, formState } = form;
  const { errors } = formState;
  const names = ['title', 'slug', 'meta_title', 'meta_description'] as const;
  const [title, slug, metaTitle, metaDescription] = useWatch({ control, name: names });
  const image = useControl({ control, name: 'og_image_url' });
  const { width, height } = recommendedSizes.ogImage;
  return (
    <Panel title="SEO Settings">
      <SeoFields
        metaTitle={{
          value: metaTitle ?? '',
          registration: register('meta_title'),
          error: errors.meta_title?.message,
        }}
        metaDescription={{
          value: metaDescription ?? '',
          registration: register('meta_description'),
          error: errors.meta_description?.message,
        }}
      />
      <Box mt="5">
        <ImageField
          label="Social Image URL"
          help={`Recommended size: ${width}x${height} px. JPG, PNG or WEBP, up to 5MB.`}
          {...image}
          bucket={buckets.demoImages}
          accept={acceptedTypes(buckets.demoImages)}
          notices={pageImageNotices}
          ratio={width / height}
          isReadOnly={isReadOnly}
        />
      </Box>
      <SeoPreviews
        title={metaTitle || title}
        description={metaDescription ?? ''}
        address={siteOrigin + sitePaths.page(slug)}
        imageUrl={image.error === undefined ? image.value : ''}
      />
    </Panel>
  );
}

import { Box } from '@chakra-ui/react';
import type { DemoFields, DemoInput } from '@frontage/model/demo';
import { recommendedSizes } from '@frontage/model/limits';
import { buckets, sitePaths } from '@frontage/model/paths';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { acceptedTypes } from '../../editing/image/image-file.ts';
import { ImageField } from '../../editing/image/image-field.tsx';
import { SeoFields } from '../../editing/seo/seo-fields.tsx';
import { SeoPreviews } from '../../editing/seo/seo-previews.tsx';
import { useControl } from '../../editing/use-control.ts';
import { Panel } from '../../ui/panel.tsx';
import { demoImageNotices } from './demo-values.ts';

interface DemoSeoProps {
  form: UseFormReturn<DemoInput, unknown, DemoFields>;
  siteOrigin: string;
  isReadOnly: boolean;
}

/** What search engines and social networks are told about the demo. */
export function DemoSeo({ form, siteOrigin, isReadOnly }: DemoSeoProps) {
  const { control, register, formState } = form;
  const { errors } = formState;
  const names = ['heading', 'slug', 'meta_title', 'meta_description'] as const;
  const [heading, slug, metaTitle, metaDescription] = useWatch({ control, name: names });
  const image = useControl({ control, name: 'og_image_url' });
  const { width, height } = recommendedSizes.ogImage;
  return (
    <Panel title="SEO Settings">
      <SeoFields
        isCapped
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
          label="OG Image"
          help={`Recommended size: ${width}x${height}. JPG, PNG or WEBP, up to 5MB.`}
          {...image}
          bucket={buckets.demoImages}
          accept={acceptedTypes(buckets.demoImages)}
          notices={demoImageNotices}
          ratio={width / height}
          isReadOnly={isReadOnly}
        />
      </Box>
      <SeoPreviews
        title={metaTitle || heading}
        description={metaDescription ?? ''}
        address={siteOrigin + sitePaths.demo(slug)}
        imageUrl={image.error === undefined ? image.value : ''}
      />
    </Panel>
  );
}

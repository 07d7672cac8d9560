import { Box } from '@chakra-ui/react';
import { recommendedSizes } from '@frontage/model/limits';
import { buckets } from '@frontage/model/paths';
import { useWatch, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { acceptedTypes } from '../image/image-file.ts';
import { ImageField, type ImageNotices } from '../image/image-field.tsx';
import { useControl } from '../use-control.ts';
import { SeoFields } from './seo-fields.tsx';
import { SeoPreviews } from './seo-previews.tsx';

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

import { Box } from '@chakra-ui/react';
import { recommendedSizes } from '@frontage/model/limits';
import { buckets } from '@frontage/model/paths';
import { useWatch, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { acceptedTypes } from '../image/image-file.ts';
import { ImageField, type ImageNotices } from '../image/image-field.tsx';
import { useControl } from '../use-control.ts';
import { SeoFields } from './seo-fields.tsx';
import { SeoPreviews } from './seo-previews.tsx';

/** What a form must hold for this panel, under these names. */
interface SeoInput extends FieldValues {
  meta_title?: string | null | undefined;
  meta_description?: string | null | undefined;
  og_image_url?: string | null | undefined;
}

interface SeoPanelProps<Input extends SeoInput, Fields> {
  form: UseFormReturn<Input, unknown, Fields>;
  /** What stands in for a meta title that is not given. */
  title: string;
  /** Absolute address of the document. */
  address: string;
  image: { label: string; help: string; notices: ImageNotices };
  /** Stops typing at the limit instead of marking the field. */
  isCapped?: boolean;
  isReadOnly: boolean;
}

/** What search engines and social networks are told about a document. */
export function SeoPanel<Input extends SeoInput, Fields>(props: SeoPanelProps<Input, Fields>) {
  const { form, title, address, image, isCapped = false, isReadOnly } = props;
  const { control, register, getFieldState, formState } = form;
  // Every form that fits SeoInput has these fields, which its generic paths cannot tell.
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
        address={address}
        imageUrl={imageControl.error === undefined ? imageControl.value : ''}
      />
    </>
  );
}

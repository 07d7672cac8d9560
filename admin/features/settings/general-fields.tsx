import { Flex } from '@chakra-ui/react';
import { limits, recommendedSizes } from '@frontage/model/limits';
import { notices } from '@frontage/model/messages';
import { buckets } from '@frontage/model/paths';
import { settingSchemas } from '@frontage/model/settings';
import { useWatch } from 'react-hook-form';
import type { ImageNotices } from '../../editing/image/image-field.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { SettingImage } from './setting-image.tsx';
import type { Setting } from './settings.queries.ts';
import { useSettingEditor } from './use-setting-editor.ts';

const { width, height } = recommendedSizes.ogImage;

const socialImageNotices: ImageNotices = {
  uploaded: notices.demoImageUploaded,
  failed: notices.demoUploadFailed,
  problem: { type: notices.invalidFileType, size: notices.fileTooLarge },
};

export const useGeneral = (setting: Setting<'general'>) =>
  useSettingEditor({
    settingKey: 'general',
    setting,
    schema: settingSchemas.general,
    toInput: (value) => ({
      site_description: value.site_description ?? '',
      contact_email: value.contact_email ?? '',
      default_og_image: value.default_og_image ?? '',
      site_url: value.site_url ?? '',
    }),
    toValue: (value) => value,
  });

export function GeneralFields({ form }: ReturnType<typeof useGeneral>) {
  const { register, control, formState } = form;
  const { errors } = formState;
  const description = useWatch({ control, name: 'site_description' }) ?? '';
  return (
    <Flex direction="column" gap="5">
      <TextAreaField
        label="Site description"
        counter={{ length: description.length, max: limits.siteDescription }}
        error={errors.site_description?.message}
        registration={register('site_description')}
      />
      <TextField
        label="Contact email"
        error={errors.contact_email?.message}
        registration={register('contact_email')}
        input={{ type: 'email', autoComplete: 'off' }}
      />
      <SettingImage
        control={control}
        name="default_og_image"
        label="Default social image URL"
        help={`Shown when a page without an image is shared. Recommended size: ${width}x${height} px. JPG, PNG or WEBP, up to 5MB.`}
        bucket={buckets.demoImages}
        notices={socialImageNotices}
        ratio={width / height}
      />
      <TextField
        label="Site URL"
        help="The address of the public site, for canonical links and the sitemap"
        error={errors.site_url?.message}
        registration={register('site_url')}
        input={{ type: 'url', placeholder: 'https://', autoComplete: 'off' }}
      />
    </Flex>
  );
}

import { chakra, Flex } from '@chakra-ui/react';
import { logoUploadFailed, notices, invalid } from '@frontage/model/messages';
import { buckets } from '@frontage/model/paths';
import { settingSchemas } from '@frontage/model/settings';
import { useWatch } from 'react-hook-form';
import { TextInput } from '../../ui/controls.tsx';
import type { ImageNotices } from '../../editing/image/image-field.tsx';
import { Field, TextField } from '../../ui/field.tsx';
import { SettingImage } from './setting-image.tsx';
import type { Setting } from './settings.queries.ts';
import { useSettingEditor } from './use-setting-editor.ts';

const logoNotices: ImageNotices = {
  uploaded: notices.logoUploaded,
  failed: logoUploadFailed,
  problem: { type: { title: invalid.logoType }, size: { title: invalid.logoTooLarge } },
};

const faviconNotices: ImageNotices = {
  ...logoNotices,
  uploaded: { title: 'Favicon uploaded successfully' },
  failed: (reason) => ({ title: `Failed to upload favicon: ${reason}` }),
};

export const useBranding = (setting: Setting<'branding'>) =>
  useSettingEditor({
    settingKey: 'branding',
    setting,
    schema: settingSchemas.branding,
    toInput: (value) => ({
      site_name: value.site_name,
      logo_url: value.logo_url ?? '',
      primary_color: value.primary_color ?? '',
      favicon_url: value.favicon_url ?? '',
    }),
    toValue: (branding) => branding,
  });

export function BrandingFields({ form }: ReturnType<typeof useBranding>) {
  const { register, control, setValue, formState } = form;
  const { errors } = formState;
  const color = useWatch({ control, name: 'primary_color' });
  return (
    <Flex direction="column" gap="5">
      <TextField
        label="Site name"
        required
        error={errors.site_name?.message}
        registration={register('site_name')}
        input={{ autoComplete: 'off', maxW: '28rem' }}
      />
      <SettingImage
        control={control}
        name="logo_url"
        label="Logo"
        help="PNG, JPEG or SVG, under 500KB"
        bucket={buckets.brandingAssets}
        notices={logoNotices}
        ratio={3}
        fit="contain"
      />
      <Field label="Primary color" help="# and six hex digits" error={errors.primary_color?.message}>
        <Flex gap="2" align="center">
          <TextInput
            {...register('primary_color')}
            placeholder="#0F284C"
            autoComplete="off"
            fontFamily="mono"
            maxW="10rem"
          />
          <chakra.input
            type="color"
            aria-label="Choose the primary color"
            value={colorOf(color)}
            onChange={(event) =>
              setValue('primary_color', event.target.value.toUpperCase(), {
                shouldDirty: true,
                shouldValidate: true,
              })
            }
            boxSize="10"
            p="1"
            borderWidth="1px"
            borderColor="border.control"
            rounded="l2"
            cursor="pointer"
            bg="bg.panel"
          />
        </Flex>
      </Field>
      <SettingImage
        control={control}
        name="favicon_url"
        label="Favicon URL"
        help="The small square picture in browser tabs. PNG, JPEG or SVG, under 500KB"
        bucket={buckets.brandingAssets}
        notices={faviconNotices}
        ratio={1}
        fit="contain"
        previewWidth="6rem"
      />
    </Flex>
  );
}

/** What the colour picker can show of what is typed. */
const colorOf = (typed: string | null | undefined): string =>
  /^#[0-9a-f]{6}$/i.test(typed ?? '') ? (typed ?? '').toLowerCase() : '#0f284c';

import { chakra, Flex } from '@chakra-ui/react';
import { logoUploadFailed, notices, invalid } from '@frontage/model/messages';
import { buckets } from '@frontage/model/paths';
import { settingSchemas } from '@frontage/model/settings';
import { Controller } from 'react-hook-form';
import { TextInput } from '../../ui/controls.tsx';
import { acceptedTypes } from '../../editing/image/image-file.ts';
import { ImageField, type ImageNotices } from '../../editing/image/image-field.tsx';
import { Field, TextField } from '../../ui/field.tsx';
import { SettingForm } from './setting-form.tsx';
import type { Setting } from './settings.queries.ts';

const logoNotices: ImageNotices = {
  uploaded: notices.logoUploaded,
  failed: logoUploadFailed,
  problem: { type: { title: invalid.logoType }, size: { title: invalid.logoTooLarge } },
};

export function BrandingTab({ setting, isCurrent }: { setting: Setting<'branding'>; isCurrent: boolean }) {
  return (
    <SettingForm
      settingKey="branding"
      setting={setting}
      title="Branding"
      description="The site's name, logo and colour, on every page."
      isCurrent={isCurrent}
      schema={settingSchemas.branding}
      toInput={(value) => ({
        site_name: value.site_name,
        logo_url: value.logo_url ?? '',
        primary_color: value.primary_color ?? '',
        favicon_url: value.favicon_url ?? '',
      })}
      toValue={(branding) => branding}
    >
      {({ register, control, watch, setValue, formState: { errors } }) => (
        <Flex direction="column" gap="5">
          <TextField
            label="Site name"
            required
            error={errors.site_name?.message}
            registration={register('site_name')}
            input={{ autoComplete: 'off', maxW: '28rem' }}
          />
          <Controller
            name="logo_url"
            control={control}
            render={({ field, fieldState }) => (
              <ImageField
                label="Logo"
                help="PNG, JPEG or SVG, under 500KB"
                error={fieldState.error?.message}
                value={field.value ?? ''}
                onChange={field.onChange}
                onBlur={field.onBlur}
                onReady={field.ref}
                bucket={buckets.brandingAssets}
                accept={acceptedTypes(buckets.brandingAssets)}
                notices={logoNotices}
                ratio={3}
                fit="contain"
              />
            )}
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
                value={colorOf(watch('primary_color'))}
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
          <TextField
            label="Favicon URL"
            help="The small picture in browser tabs"
            error={errors.favicon_url?.message}
            registration={register('favicon_url')}
            input={{ autoComplete: 'off' }}
          />
        </Flex>
      )}
    </SettingForm>
  );
}

/** What the colour picker can show of what is typed. */
const colorOf = (typed: string | null | undefined): string =>
  /^#[0-9a-f]{6}$/i.test(typed ?? '') ? (typed ?? '').toLowerCase() : '#0f284c';

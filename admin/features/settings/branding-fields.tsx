import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { logoUploadFailed, notices, invalid } from '@frontage/model/messages';
import { buckets } from '@frontage/model/paths';
import { defaultSettings, settingSchemas } from '@frontage/model/settings';
import { linkShades, themeFrom } from '@frontage/model/theme';
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
      <Field
        label="Primary color"
        help={
          <>
            # and six hex digits
            <ColorNotes color={colorOf(color)} />
          </>
        }
        error={errors.primary_color?.message}
      >
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
      <ColorSample color={colorOf(color)} />
      <SettingImage
        control={control}
        name="favicon_url"
        label="Favicon URL"
        help="The small icon in browser tabs. PNG, JPEG or SVG, under 500KB"
        bucket={buckets.brandingAssets}
        notices={faviconNotices}
        ratio={1}
        fit="contain"
        previewWidth="6rem"
      />
    </Flex>
  );
}

/** The primary color as the site uses it: the default while the input is invalid. */
const colorOf = (typed: string | null | undefined): string =>
  (/^#[0-9a-f]{6}$/i.test(typed ?? '') ? (typed ?? '') : (defaultSettings.branding.primary_color ?? '')).toLowerCase();

/** Notes on color modes in which links cannot use the color because of its contrast. */
function ColorNotes({ color }: { color: string }) {
  const { light, dark } = linkShades(color);
  return (
    <Box role="status">
      {light !== null && (
        <Text color="fg.warning" fontWeight="medium">
          {`Too light for links on light pages: they use ${light.toUpperCase()} instead. Buttons keep your color.`}
        </Text>
      )}
      {dark !== null && <Text>{`Too dark for links on dark pages: they use ${dark.toUpperCase()} instead.`}</Text>}
    </Box>
  );
}

/** A button and a link as visitors see them, in light and dark. */
function ColorSample({ color }: { color: string }) {
  const { primary, light, dark } = themeFrom(color);
  return (
    <Flex gap="3" wrap="wrap" role="img" aria-label="Buttons and links in the primary color, on light and dark pages">
      {[light, dark].map((palette, index) => (
        <Flex
          key={index}
          gap="4"
          align="center"
          px="4"
          py="3"
          rounded="l2"
          borderWidth="1px"
          style={{ background: palette.paper }}
        >
          <Box
            px="4"
            py="1.5"
            rounded="full"
            borderWidth="1px"
            textStyle="sm"
            fontWeight="medium"
            style={{ background: primary.base, color: primary.text, borderColor: palette.primaryEdge }}
          >
            Button
          </Box>
          <Text textStyle="sm" textDecoration="underline" style={{ color: palette.accent }}>
            Link
          </Text>
        </Flex>
      ))}
    </Flex>
  );
}

import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { healthRules, ruleNames, severityOf } from '@frontage/model/health';
import { limits, recommendedSizes } from '@frontage/model/limits';
import { invalid, logoUploadFailed, notices } from '@frontage/model/messages';
import { adminPaths, buckets } from '@frontage/model/paths';
import {
  defaultSettings,
  settingSchemas,
  settingFields,
  usableAnalyticsId,
  type SettingInput,
  type SettingKey,
  socialPlatforms,
  type Settings,
} from '@frontage/model/kinds/settings';
import { firstSegment, kinds, shortKind, slugKinds } from '@frontage/model/kinds/kinds';
import { contrastVerdict, cornerRadii, linkShades, themeFrom, typefaces } from '@frontage/model/theme';
import { Download } from '#icons';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useWatch, type FieldValues } from 'react-hook-form';
import { z } from 'zod';
import {
  useControl,
  useFieldProps,
  type FormField,
  type FormRow,
  type WidgetProps,
} from '../../editing/editor/form-fields.tsx';
import { NumberWidget, SelectWidget, SwitchWidget, TextAreaWidget, TextWidget } from '../../editing/editor/widgets.tsx';
import { ImageWidget, socialImageNotices, type ImageNotices } from '../../editing/media/image-field.tsx';
import { valueOf } from '../../lib/documents/document-store.ts';
import { readSlugHolder } from '../../lib/documents/slugs.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { useStaff } from '../../lib/session.tsx';
import { TextInput } from '../../ui/controls.tsx';
import { formTable } from '../../editing/form-table.tsx';
import { Field } from '../../ui/field.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Note } from '../../ui/note.tsx';
import { Checkbox } from '../../ui/toggle.tsx';
import type { SettingForm } from './setting-part.tsx';
import { useDownloadSitemap } from './sitemap.ts';

type ObjectKey = Exclude<SettingKey, 'ga4_id'>;

/** The form of a setting with several fields. */
type ObjectForm<Key extends ObjectKey> = SettingForm<Key, SettingInput<Key>, Settings[Key]>;

const tableOf = <Key extends ObjectKey>(
  key: Key,
  own: { readonly [Name in keyof SettingInput<Key>]?: Partial<FormField<SettingInput<Key>, Settings[Key]>> },
) => formTable<SettingInput<Key>, Settings[Key]>(settingFields[key], own);

/** The value of these settings has the form's fields. */
const asFields = {
  fieldsOf: <Value,>(value: Value): Value => value,
  valueOf: <Value,>(fields: Value): Value => fields,
};

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

const pair: FormRow = { columns: { base: 1, md: 2 }, gap: '4' };

const analyticsSchema = z.object({ ga4_id: settingSchemas.ga4_id });

const analytics: SettingForm<'ga4_id', z.input<typeof analyticsSchema>, z.output<typeof analyticsSchema>> = {
  description: 'Counts visits with Google Analytics. You can exclude individual demos.',
  schema: analyticsSchema,
  fields: formTable<z.input<typeof analyticsSchema>, z.output<typeof analyticsSchema>>(settingFields.ga4_id, {
    ga4_id: { widget: AnalyticsIdWidget },
  }),
  fieldsOf: (value) => ({ ga4_id: value }),
  valueOf: ({ ga4_id }) => ga4_id,
};

const social: ObjectForm<'social_links'> = {
  description: 'Links of the icons in the footer. Icons without a link are hidden.',
  schema: settingSchemas.social_links,
  fields: tableOf(
    'social_links',
    Object.fromEntries(Object.keys(socialPlatforms).map((platform) => [platform, { row: pair, widget: UrlWidget }])),
  ),
  ...asFields,
};

const optionsOf = (choices: Readonly<Record<string, { label: string }>>) =>
  Object.entries(choices).map(([value, { label }]) => ({ value, label }));

const branding: ObjectForm<'branding'> = {
  description: "The site's name, logo and color, on every page.",
  schema: settingSchemas.branding,
  fields: tableOf('branding', {
    site_name: {
      widget: (field) => <TextWidget {...field} input={{ autoComplete: 'off', maxW: '28rem' }} />,
    },
    logo_url: {
      widget: (field) => (
        <ImageWidget {...field} bucket={buckets.brandingAssets} notices={logoNotices} ratio={3} fit="contain" />
      ),
    },
    primary_color: { widget: PrimaryColorWidget },
    accent_color: { widget: AccentColorWidget },
    typeface: {
      row: pair,
      widget: (field) => <SelectWidget {...field} options={optionsOf(typefaces)} />,
    },
    corner_radius: {
      row: pair,
      widget: (field) => <SelectWidget {...field} options={optionsOf(cornerRadii)} />,
    },
    logo_dark_url: { widget: DarkLogoWidget },
    favicon_url: {
      widget: (field) => (
        <ImageWidget
          {...field}
          bucket={buckets.brandingAssets}
          notices={faviconNotices}
          ratio={1}
          fit="contain"
          previewWidth="6rem"
        />
      ),
    },
  }),
  ...asFields,
};

const seo: ObjectForm<'seo'> = {
  description: 'Information for search engines.',
  schema: settingSchemas.seo,
  fields: tableOf('seo', {
    sitemap_frequency: { widget: SitemapWidget },
    google_site_verification: {
      row: pair,
      widget: (field) => <TextWidget {...field} input={{ autoComplete: 'off' }} />,
    },
    bing_site_verification: {
      row: pair,
      widget: (field) => <TextWidget {...field} input={{ autoComplete: 'off' }} />,
    },
    robots_custom_rules: {
      widget: (field) => <TextAreaWidget {...field} input={{ fontFamily: 'mono' }} />,
    },
    blocking_rules: {
      widget: BlockingRulesWidget,
    },
  }),
  ...asFields,
};

const { width, height } = recommendedSizes.ogImage;

const general: ObjectForm<'general'> = {
  description: 'Defaults for pages without their own title, image or description.',
  schema: settingSchemas.general,
  fields: tableOf('general', {
    site_description: { widget: (field) => <TextAreaWidget {...field} max={limits.siteDescription} /> },
    contact_email: {
      widget: (field) => <TextWidget {...field} input={{ type: 'email', autoComplete: 'off' }} />,
    },
    default_og_image: {
      widget: (field) => (
        <ImageWidget {...field} bucket={buckets.demoImages} notices={socialImageNotices} ratio={width / height} />
      ),
    },
    site_url: { widget: UrlWidget },
  }),
  ...asFields,
};

const visitors: ObjectForm<'visitors'> = {
  description: 'Ways to find and follow the content of the site.',
  schema: settingSchemas.visitors,
  fields: tableOf('visitors', {
    language: {
      widget: (field) => (
        <TextWidget {...field} input={{ placeholder: 'en', autoComplete: 'off', maxW: { md: '10rem' } }} />
      ),
    },
  }),
  ...asFields,
};

const content: ObjectForm<'content'> = {
  description: 'Kinds of content beside pages and demos. A kind that is off has no pages; its content is kept.',
  schema: settingSchemas.content,
  fields: tableOf('content', { news: { widget: KindSwitch } }),
  ...asFields,
};

const security: ObjectForm<'security'> = {
  description: 'Sign-in requirements for administrators.',
  schema: settingSchemas.security,
  fields: tableOf('security', {
    require_second_factor: {
      widget: SecondFactorWidget,
    },
  }),
  ...asFields,
};

const launches: ObjectForm<'launches'> = {
  description: 'Large launches need the approval of a second person before they are planned or published.',
  schema: settingSchemas.launches,
  fields: tableOf('launches', {
    approval_documents: {
      widget: (field) => <NumberWidget {...field} numberFrom={Number} />,
    },
  }),
  ...asFields,
};

/** The forms of the settings. */
export const settingForms = { analytics, social, branding, seo, general, visitors, content, security, launches };

function AnalyticsIdWidget<Input extends FieldValues, Fields>(field: WidgetProps<Input, Fields>) {
  const typed: unknown = useWatch({ control: field.edit.editor.form.control, name: field.name });
  const isIgnored = typeof typed === 'string' && typed !== '' && usableAnalyticsId(typed) === null;
  return (
    <TextWidget
      {...field}
      help={
        isIgnored
          ? "Analytics stays off: the ID must start with 'G-', followed by capitals and digits."
          : "Starts with 'G-'. Leave empty to switch analytics off."
      }
      input={{ placeholder: 'G-XXXXXXXXXX', autoComplete: 'off', fontFamily: 'mono', maxW: { md: '20rem' } }}
    />
  );
}

function UrlWidget<Input extends FieldValues, Fields>(field: WidgetProps<Input, Fields>) {
  return <TextWidget {...field} input={{ type: 'url', placeholder: 'https://', autoComplete: 'off' }} />;
}

const frequencyOptions = Object.entries(settingFields.seo.sitemap_frequency.options).map(([value, label]) => ({
  value,
  label,
}));

/** The frequency, with a button that downloads the sitemap of the stored settings. */
function SitemapWidget(field: WidgetProps<SettingInput<'seo'>, Settings['seo']>) {
  const { download, isPending } = useDownloadSitemap();
  return (
    <Flex direction="column" gap="3" align="flex-start" maxW={{ md: '20rem' }}>
      <SelectWidget {...field} options={frequencyOptions} />
      <Button
        size="sm"
        variant="outline"
        loading={isPending}
        loadingText="Preparing..."
        onClick={() => void download()}
      >
        <Download /> Download sitemap
      </Button>
    </Flex>
  );
}

/** The rules, stored as names with commas between them. */
function BlockingRulesWidget({ edit, name, label, help }: WidgetProps<SettingInput<'seo'>, Settings['seo']>) {
  const { value, onChange, onBlur, onReady } = useControl({ control: edit.editor.form.control, name });
  const chosen = value.split(',').filter(Boolean);
  return (
    <Flex as="fieldset" direction="column" gap="2">
      <chakra.legend textStyle="sm" fontWeight="medium">
        {label}
      </chakra.legend>
      <Text textStyle="sm" color="fg.muted">
        {help}
      </Text>
      {preventable.map((rule, index) => (
        <Checkbox
          key={rule}
          label={healthRules[rule].title}
          checked={chosen.includes(rule)}
          disabled={!edit.canEdit}
          onBlur={onBlur}
          {...(index === 0 && { ref: onReady })}
          onChange={({ target }) =>
            onChange([...chosen.filter((other) => other !== rule), ...(target.checked ? [rule] : [])].join(','))
          }
        />
      ))}
    </Flex>
  );
}

// Notices are suggestions, and other rules are checked after publishing only.
const preventable = ruleNames.filter(
  (rule) => severityOf({ rule }) !== 'notice' && rule !== 'external-link' && rule !== 'accessibility',
);

/** The switch of a kind of content. It cannot be switched on while a page has the address of the kind. */
function KindSwitch(field: WidgetProps<SettingInput<'content'>, Settings['content']>) {
  const store = useDocumentStore();
  const kind = slugKinds.find((one) => kinds[one].switchedBy === field.name);
  const slug = kind === undefined ? '' : firstSegment(kind);
  const { data } = useQuery({
    queryKey: ['slug', shortKind, slug],
    queryFn: async () => valueOf(await readSlugHolder(store, shortKind ?? 'page', { slug, id: '' })).state,
    staleTime: 0,
  });
  const isTaken = data === 'taken' && !field.edit.editor.origin.values[field.name];
  return (
    <>
      <SwitchWidget {...field} disabled={isTaken} />
      {isTaken && (
        <Note kind="info">
          A page has the address /{slug}. <TextLink to={`${adminPaths.pages}?q=${slug}`}>Find it</TextLink> and give it
          another slug first.
        </Note>
      )}
    </>
  );
}

/** Enabling it requires having used a second factor, so that it can be disabled again. */
function SecondFactorWidget(field: WidgetProps<SettingInput<'security'>, Settings['security']>) {
  const { usedSecondFactor } = useStaff();
  const { values } = field.edit.editor.origin;
  return (
    <>
      <SwitchWidget {...field} disabled={!usedSecondFactor && !values.require_second_factor} />
      {!usedSecondFactor && (
        <Note kind="info">
          To switch this on, sign in with a second factor yourself first. Set one up under{' '}
          <TextLink to={adminPaths.account}>Account security</TextLink>.
        </Note>
      )}
    </>
  );
}

type BrandingField = WidgetProps<SettingInput<'branding'>, Settings['branding']>;

/** The entered colors as the site uses them. */
function useBrandColors({ edit }: BrandingField): { primary: string; accent: string; hasAccent: boolean } {
  const { control } = edit.editor.form;
  const [primary, accent] = useWatch({ control, name: ['primary_color', 'accent_color'] });
  const used = hexColor(primary) ?? (defaultSettings.branding.primary_color ?? '').toLowerCase();
  return { primary: used, accent: hexColor(accent) ?? used, hasAccent: hexColor(accent) !== null };
}

/** A valid color in lowercase; null for other input. */
const hexColor = (typed: string | null | undefined): string | null =>
  typed && /^#[0-9a-f]{6}$/i.test(typed) ? typed.toLowerCase() : null;

function PrimaryColorWidget(field: BrandingField) {
  const { primary, accent, hasAccent } = useBrandColors(field);
  const { text } = themeFrom(primary).primary;
  return (
    <>
      <ColorInput field={field} name="primary_color" color={primary} picker="Choose the primary color">
        <Text>{`Text on buttons: ${contrastVerdict(text, primary)}.`}</Text>
        {!hasAccent && <LinkNotes color={primary} end=" Buttons keep your color." />}
      </ColorInput>
      <ColorSample primary={primary} accent={accent} />
    </>
  );
}

function AccentColorWidget(field: BrandingField) {
  const { primary, accent, hasAccent } = useBrandColors(field);
  const { light, dark } = themeFrom(primary, accent);
  return (
    <ColorInput field={field} name="accent_color" color={accent} picker="Choose the accent color">
      <Text>{hasAccent ? 'The color of links.' : 'The color of links. Leave it empty to use the primary color.'}</Text>
      <Text>{`Links on light pages: ${contrastVerdict(light.accent, light.paper)}. On dark pages: ${contrastVerdict(dark.accent, dark.paper)}.`}</Text>
      {hasAccent && <LinkNotes color={accent} />}
    </ColorInput>
  );
}

interface ColorInputProps {
  field: BrandingField;
  name: 'primary_color' | 'accent_color';
  /** The color as the site uses it. */
  color: string;
  /** The label of the color picker. */
  picker: string;
  children: ReactNode;
}

/** A color as text and by picker, with notes on its contrast. */
function ColorInput({ field, name, color, picker, children }: ColorInputProps) {
  const { register, setValue } = field.edit.editor.form;
  return (
    <Field
      {...useFieldProps(field)}
      help={
        <>
          # and six hex digits
          <Box role="status">{children}</Box>
        </>
      }
    >
      <Flex gap="2" align="center">
        <TextInput {...register(name)} placeholder="#0F284C" autoComplete="off" fontFamily="mono" maxW="10rem" />
        <chakra.input
          type="color"
          aria-label={picker}
          value={color}
          onChange={(event) =>
            setValue(name, event.target.value.toUpperCase(), { shouldDirty: true, shouldValidate: true })
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
  );
}

/** Notes on color modes in which links cannot use the color because of its contrast. */
function LinkNotes({ color, end = '' }: { color: string; end?: string }) {
  const { light, dark } = linkShades(color);
  return (
    <>
      {light !== null && (
        <Text color="fg.warning" fontWeight="medium">
          {`Too light for links on light pages: they use ${light.toUpperCase()} instead.${end}`}
        </Text>
      )}
      {dark !== null && <Text>{`Too dark for links on dark pages: they use ${dark.toUpperCase()} instead.`}</Text>}
    </>
  );
}

/** The logo for dark backgrounds, with the contrast of its average color. */
function DarkLogoWidget(field: BrandingField) {
  const { primary } = useBrandColors(field);
  const address = useWatch({ control: field.edit.editor.form.control, name: 'logo_dark_url' });
  const color = useAverageColor(address || null);
  const { paper } = themeFrom(primary).dark;
  const contrast =
    color === null ? '' : ` Contrast of its average color to dark pages: ${contrastVerdict(color, paper)}.`;
  return (
    <ImageWidget
      {...field}
      help={`Shown in place of the logo in dark mode. PNG, JPEG or SVG, under 500KB.${contrast}`}
      bucket={buckets.brandingAssets}
      notices={logoNotices}
      ratio={3}
      fit="contain"
    />
  );
}

const sampleSize = 48;

/** The average color of the visible pixels of an image; null until it is loaded, or if it cannot be read. */
function useAverageColor(address: string | null): string | null {
  const [found, setFound] = useState<{ address: string; color: string | null } | null>(null);
  useEffect(() => {
    if (address === null) return;
    let isCurrent = true;
    const image = new Image();
    image.crossOrigin = 'anonymous';
    image.onload = () => isCurrent && setFound({ address, color: averageColor(image) });
    image.src = address;
    return () => void (isCurrent = false);
  }, [address]);
  return found?.address === address ? found.color : null;
}

function averageColor(image: HTMLImageElement): string | null {
  const canvas = Object.assign(document.createElement('canvas'), { width: sampleSize, height: sampleSize });
  const context = canvas.getContext('2d');
  context?.drawImage(image, 0, 0, sampleSize, sampleSize);
  const pixels = context?.getImageData(0, 0, sampleSize, sampleSize).data ?? [];
  const sums = [0, 0, 0];
  let count = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    if ((pixels[at + 3] ?? 0) < 128) continue;
    count += 1;
    for (const channel of [0, 1, 2]) sums[channel] = (sums[channel] ?? 0) + (pixels[at + channel] ?? 0);
  }
  const hex = sums.map((sum) =>
    Math.round(sum / count)
      .toString(16)
      .padStart(2, '0'),
  );
  return count === 0 ? null : `#${hex.join('')}`;
}

/** A button and a link as visitors see them, in light and dark. */
function ColorSample({ primary: color, accent }: { primary: string; accent: string }) {
  const { primary, light, dark } = themeFrom(color, accent);
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

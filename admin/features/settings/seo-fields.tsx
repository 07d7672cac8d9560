import { Button, Flex, SimpleGrid } from '@chakra-ui/react';
import { settingSchemas, sitemapFrequencies, type Settings } from '@frontage/model/settings';
import { Download } from '#icons';
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx';
import type { Setting } from './settings.queries.ts';
import { useDownloadSitemap } from './use-download-sitemap.ts';
import { useSettingEditor } from './use-setting-editor.ts';

const frequencyOptions = sitemapFrequencies.map((value) => ({
  value,
  label: `${value[0]?.toUpperCase()}${value.slice(1)}`,
}));

export const useSeo = (setting: Setting<'seo'>) =>
  useSettingEditor({
    settingKey: 'seo',
    setting,
    schema: settingSchemas.seo,
    toInput: (value) => ({
      sitemap_frequency: value.sitemap_frequency,
      google_site_verification: value.google_site_verification ?? '',
      bing_site_verification: value.bing_site_verification ?? '',
      robots_custom_rules: value.robots_custom_rules ?? '',
    }),
    toValue: (seo) => seo,
  });

interface SeoFieldsProps extends Pick<ReturnType<typeof useSeo>, 'form'> {
  /** The stored settings, which the sitemap uses. */
  siteUrl: string | null;
  frequency: Settings['seo']['sitemap_frequency'];
}

export function SeoFields({ form, siteUrl, frequency }: SeoFieldsProps) {
  const { download, isPending } = useDownloadSitemap(siteUrl, frequency);
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <Flex direction="column" gap="5">
      <Flex direction="column" gap="3" align="flex-start" maxW={{ md: '20rem' }}>
        <SelectField
          label="Sitemap frequency"
          help="How often the homepage and the gallery change"
          options={frequencyOptions}
          error={errors.sitemap_frequency?.message}
          registration={register('sitemap_frequency')}
        />
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
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        <TextField
          label="Google site verification"
          error={errors.google_site_verification?.message}
          registration={register('google_site_verification')}
          input={{ autoComplete: 'off' }}
        />
        <TextField
          label="Bing site verification"
          error={errors.bing_site_verification?.message}
          registration={register('bing_site_verification')}
          input={{ autoComplete: 'off' }}
        />
      </SimpleGrid>
      <TextAreaField
        label="Custom robots rules"
        help="Added to robots.txt, one rule per line"
        error={errors.robots_custom_rules?.message}
        registration={register('robots_custom_rules')}
        input={{ fontFamily: 'mono' }}
      />
    </Flex>
  );
}

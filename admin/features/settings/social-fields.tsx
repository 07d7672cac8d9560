import { SimpleGrid } from '@chakra-ui/react';
import { settingSchemas, socialPlatforms, type Settings, type SocialPlatform } from '@frontage/model/settings';
import { TextField } from '../../ui/field.tsx';
import type { Setting } from './settings.queries.ts';
import { useSettingEditor } from './use-setting-editor.ts';

const platforms = Object.entries(socialPlatforms) as [SocialPlatform, string][];

const toInput = (links: Settings['social_links']) =>
  Object.fromEntries(platforms.map(([platform]) => [platform, links[platform] ?? ''])) as Record<
    SocialPlatform,
    string
  >;

export const useSocial = (setting: Setting<'social_links'>) =>
  useSettingEditor({
    settingKey: 'social_links',
    setting,
    schema: settingSchemas.social_links,
    toInput,
    toValue: (links) => links,
  });

export function SocialFields({ form }: ReturnType<typeof useSocial>) {
  const { errors } = form.formState;
  return (
    <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
      {platforms.map(([platform, label]) => (
        <TextField
          key={platform}
          label={label}
          error={errors[platform]?.message}
          registration={form.register(platform)}
          input={{ type: 'url', placeholder: 'https://', autoComplete: 'off' }}
        />
      ))}
    </SimpleGrid>
  );
}

import { SimpleGrid } from '@chakra-ui/react';
import { settingSchemas, socialPlatforms, type Settings, type SocialPlatform } from '@frontage/model/settings';
import { TextField } from '../../ui/field.tsx';
import { SettingForm } from './setting-form.tsx';
import type { Setting } from './settings.queries.ts';

const platforms = Object.entries(socialPlatforms) as [SocialPlatform, string][];

const toInput = (links: Settings['social_links']) =>
  Object.fromEntries(platforms.map(([platform]) => [platform, links[platform] ?? ''])) as Record<
    SocialPlatform,
    string
  >;

export function SocialTab({ setting, isCurrent }: { setting: Setting<'social_links'>; isCurrent: boolean }) {
  return (
    <SettingForm
      settingKey="social_links"
      setting={setting}
      title="Social"
      description="Where the icons in the footer lead. An empty one is not shown."
      isCurrent={isCurrent}
      schema={settingSchemas.social_links}
      toInput={toInput}
      toValue={(links) => links}
    >
      {({ register, formState: { errors } }) => (
        <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
          {platforms.map(([platform, label]) => (
            <TextField
              key={platform}
              label={label}
              error={errors[platform]?.message}
              registration={register(platform)}
              input={{ type: 'url', placeholder: 'https://', autoComplete: 'off' }}
            />
          ))}
        </SimpleGrid>
      )}
    </SettingForm>
  );
}

import { Flex } from '@chakra-ui/react';
import { limits } from '@frontage/model/limits';
import { settingSchemas } from '@frontage/model/settings';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { SecurityForm } from './security-form.tsx';
import { SettingForm } from './setting-form.tsx';
import type { Setting } from './settings.queries.ts';

interface GeneralTabProps {
  general: Setting<'general'>;
  security: Setting<'security'>;
  isCurrent: boolean;
}

export function GeneralTab({ general, security, isCurrent }: GeneralTabProps) {
  return (
    <Flex direction="column" gap="6">
      <SettingForm
        settingKey="general"
        setting={general}
        title="General"
        description="What the site says about itself where a page says nothing."
        isCurrent={isCurrent}
        schema={settingSchemas.general}
        toInput={(value) => ({
          site_description: value.site_description ?? '',
          contact_email: value.contact_email ?? '',
          default_og_image: value.default_og_image ?? '',
          site_url: value.site_url ?? '',
        })}
        toValue={(value) => value}
      >
        {({ register, watch, formState: { errors } }) => (
          <Flex direction="column" gap="5">
            <TextAreaField
              label="Site description"
              counter={{ length: (watch('site_description') ?? '').length, max: limits.siteDescription }}
              error={errors.site_description?.message}
              registration={register('site_description')}
            />
            <TextField
              label="Contact email"
              error={errors.contact_email?.message}
              registration={register('contact_email')}
              input={{ type: 'email', autoComplete: 'off' }}
            />
            <TextField
              label="Default social image URL"
              help="Shown when a page without an image of its own is shared"
              error={errors.default_og_image?.message}
              registration={register('default_og_image')}
              input={{ autoComplete: 'off' }}
            />
            <TextField
              label="Site URL"
              help="The address of the public site, for canonical links and the sitemap"
              error={errors.site_url?.message}
              registration={register('site_url')}
              input={{ type: 'url', placeholder: 'https://', autoComplete: 'off' }}
            />
          </Flex>
        )}
      </SettingForm>
      <SecurityForm setting={security} isCurrent={isCurrent} />
    </Flex>
  );
}

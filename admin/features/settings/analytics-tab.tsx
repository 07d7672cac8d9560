import { settingSchemas, usableAnalyticsId } from '@frontage/model/settings';
import { z } from 'zod';
import { TextField } from '../../ui/field.tsx';
import { SettingForm } from './setting-form.tsx';
import type { Setting } from './settings.queries.ts';

const schema = z.object({ ga4_id: settingSchemas.ga4_id });

export function AnalyticsTab({ setting, isCurrent }: { setting: Setting<'ga4_id'>; isCurrent: boolean }) {
  return (
    <SettingForm
      settingKey="ga4_id"
      setting={setting}
      title="Analytics"
      description="Counts visits with Google Analytics. Demo pages have a switch of their own."
      isCurrent={isCurrent}
      schema={schema}
      toInput={(value) => ({ ga4_id: value ?? '' })}
      toValue={({ ga4_id }) => ga4_id}
    >
      {({ register, watch, formState: { errors } }) => {
        const typed = watch('ga4_id') ?? '';
        const isIgnored = typed !== '' && usableAnalyticsId(typed) === null;
        return (
          <TextField
            label="Measurement ID"
            help={
              isIgnored
                ? "Analytics stays off: the ID must start with 'G-', followed by capitals and digits."
                : "Starts with 'G-'. Leave empty to switch analytics off."
            }
            error={errors.ga4_id?.message}
            registration={register('ga4_id')}
            input={{ placeholder: 'G-XXXXXXXXXX', autoComplete: 'off', fontFamily: 'mono', maxW: '20rem' }}
          />
        );
      }}
    </SettingForm>
  );
}

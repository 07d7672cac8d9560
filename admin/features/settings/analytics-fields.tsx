import { settingSchemas, usableAnalyticsId } from '@frontage/model/settings';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { TextField } from '../../ui/field.tsx';
import type { Setting } from './settings.queries.ts';
import { useSettingEditor } from './use-setting-editor.ts';

const schema = z.object({ ga4_id: settingSchemas.ga4_id });

export const useAnalytics = (setting: Setting<'ga4_id'>) =>
  useSettingEditor({
    settingKey: 'ga4_id',
    setting,
    schema,
    toInput: (value) => ({ ga4_id: value ?? '' }),
    toValue: ({ ga4_id }) => ga4_id,
  });

export function AnalyticsFields({ form }: ReturnType<typeof useAnalytics>) {
  const { register, control, formState } = form;
  const typed = useWatch({ control, name: 'ga4_id' }) ?? '';
  const isIgnored = typed !== '' && usableAnalyticsId(typed) === null;
  return (
    <TextField
      label="Measurement ID"
      help={
        isIgnored
          ? "Analytics stays off: the ID must start with 'G-', followed by capitals and digits."
          : "Starts with 'G-'. Leave empty to switch analytics off."
      }
      error={formState.errors.ga4_id?.message}
      registration={register('ga4_id')}
      input={{ placeholder: 'G-XXXXXXXXXX', autoComplete: 'off', fontFamily: 'mono', maxW: { md: '20rem' } }}
    />
  );
}

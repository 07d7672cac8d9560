import { adminPaths } from '@frontage/model/paths';
import { settingSchemas } from '@frontage/model/settings';
import { useStaff } from '../../lib/session.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Note } from '../../ui/note.tsx';
import { Switch } from '../../ui/toggle.tsx';
import type { Setting } from './settings.queries.ts';
import { useSettingEditor } from './use-setting-editor.ts';

export const useSecurity = (setting: Setting<'security'>) =>
  useSettingEditor({
    settingKey: 'security',
    setting,
    schema: settingSchemas.security,
    toInput: (value) => value,
    toValue: (value) => value,
  });

/**
 * Whether administrators need a second factor. Enabling it requires having used one, so that it can be disabled again.
 */
export function SecurityFields({ form, origin }: ReturnType<typeof useSecurity>) {
  const { usedSecondFactor } = useStaff();
  return (
    <>
      <Switch
        label="Require a second factor for administrators"
        help="Without one, they keep their other roles but lose administrator access."
        disabled={!usedSecondFactor && !origin.values.require_second_factor}
        {...form.register('require_second_factor')}
      />
      {!usedSecondFactor && (
        <Note kind="info">
          To switch this on, sign in with a second factor yourself first. Set one up under{' '}
          <TextLink to={adminPaths.account}>Account security</TextLink>.
        </Note>
      )}
    </>
  );
}

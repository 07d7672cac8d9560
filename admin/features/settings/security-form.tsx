import { adminPaths } from '@frontage/model/paths';
import { settingSchemas } from '@frontage/model/settings';
import { useStaff } from '../../lib/session.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Note } from '../../ui/note.tsx';
import { Switch } from '../../ui/toggle.tsx';
import { SettingForm } from './setting-form.tsx';
import type { Setting } from './settings.queries.ts';

/** Whether administrators need a second factor. Only who has used one can ask it of all, or nobody could undo it. */
export function SecurityForm({ setting, isCurrent }: { setting: Setting<'security'>; isCurrent: boolean }) {
  const { usedSecondFactor } = useStaff();
  return (
    <SettingForm
      settingKey="security"
      setting={setting}
      title="Security"
      description="How administrators prove who they are."
      isCurrent={isCurrent}
      schema={settingSchemas.security}
      toInput={(value) => value}
      toValue={(value) => value}
    >
      {({ register }) => (
        <>
          <Switch
            label="Require a second factor for administrators"
            help="Without one they keep their other roles, but not their administrator's powers."
            disabled={!usedSecondFactor && !setting.value.require_second_factor}
            {...register('require_second_factor')}
          />
          {!usedSecondFactor && (
            <Note kind="info">
              To switch this on, sign in with a second factor yourself first. Set one up under{' '}
              <TextLink to={adminPaths.account}>Account security</TextLink>.
            </Note>
          )}
        </>
      )}
    </SettingForm>
  );
}

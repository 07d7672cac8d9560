import { zodResolver } from '@hookform/resolvers/zod';
import { canDraft } from '@frontage/model/abilities';
import { notices, settingsSaveFailed } from '@frontage/model/messages';
import { settingTabs, type SettingKey, type Settings } from '@frontage/model/settings';
import { baseAfter } from '@frontage/model/writes/plan-save';
import { useCallback } from 'react';
import { useForm, type DefaultValues, type FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { initialValues } from '../../editing/draft/initial-values.ts';
import type { Editor } from '../../editing/editor.ts';
import { useEditor } from '../../editing/use-editor.ts';
import { useViewer } from '../../lib/session.tsx';
import { toSetting, type Setting } from './settings.queries.ts';

interface SettingSetup<Key extends SettingKey, Input extends FieldValues, Output extends object> {
  settingKey: Key;
  setting: Setting<Key>;
  schema: z.ZodType<Output, Input>;
  toInput: (value: Settings[Key]) => Input;
  toValue: (output: Output) => Settings[Key];
}

/** The edit of one setting, with the same behavior as the edit of a document. */
export function useSettingEditor<Key extends SettingKey, Input extends FieldValues, Output extends object>({
  settingKey,
  setting,
  schema,
  toInput,
  toValue,
}: SettingSetup<Key, Input, Output>): Editor<Input, Output> {
  const viewer = useViewer();
  const live = { id: settingKey, ...originOf(setting), savedAt: setting.savedAt };
  const { start, first } = initialValues<Input>(
    live,
    setting.draft,
    (data) => originOf(toSetting(settingKey, data)).values,
  );
  const schemaAt = useCallback(() => schema, [schema]);
  const form = useForm<Input, unknown, Output>({
    defaultValues: first as DefaultValues<Input>,
    resolver: zodResolver(schema),
    mode: 'onTouched',
  });

  function originOf({ value, rev }: Setting<Key>) {
    return { values: toInput(value), base: rev === 0 ? null : baseAfter(rev, {}) };
  }

  return useEditor<Input, Output>({
    kind: 'setting',
    form,
    start,
    draft: { mayDraft: canDraft('setting', viewer, null), start: setting.draft?.kept ?? null },
    schema: schemaAt,
    nameOf: () => settingTabs[settingKey].title,
    valuesOf: (theirs) => {
      const { values, base } = originOf(toSetting(settingKey, theirs));
      return { values, base: base ?? baseAfter(0, {}) };
    },
    prepare: async (output) => ({ fields: { value: toValue(output) }, companions: {} }),
    // Every setting appears on the site.
    isPublic: () => true,
    notices: { created: notices.settingsSaved, updated: notices.settingsSaved, failed: settingsSaveFailed },
    onSaved: () => {},
  });
}

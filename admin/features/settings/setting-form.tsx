import { Button, Flex, Text } from '@chakra-ui/react';
import type { SettingKey, Settings } from '@frontage/model/settings';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useForm, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { useLocation } from 'react-router';
import type { z } from 'zod';
import { describeLive, describeProblems } from '../../editing/live/live-state.ts';
import { restoring } from '../../editing/save/use-leave-guard.tsx';
import { useSaveKeys } from '../../editing/save/use-save-keys.ts';
import { Note } from '../../ui/note.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useReportDirty } from './dirty-forms.tsx';
import { useSaveSetting, type Setting } from './settings.queries.ts';

interface SettingFormProps<Key extends SettingKey, Input extends FieldValues, Output> {
  settingKey: Key;
  setting: Setting<Key>;
  title: string;
  description: string;
  /** Whether its tab shows, for the save shortcut. */
  isCurrent: boolean;
  schema: z.ZodType<Output, Input>;
  toInput: (value: Settings[Key]) => Input;
  toValue: (output: Output) => Settings[Key];
  children: (form: UseFormReturn<Input, unknown, Output>) => ReactNode;
}

/** Gives up what was typed, and takes it back when somebody returns by "Undo". */
function useDiscard<Input extends FieldValues, Output>(key: SettingKey, form: UseFormReturn<Input, unknown, Output>) {
  const client = useQueryClient();
  const state: unknown = useLocation().state;
  useEffect(() => {
    const discarded = state === restoring ? client.getQueryData<Input>(discardedKey(key)) : undefined;
    if (discarded) form.reset(discarded, { keepDefaultValues: true });
  }, [client, form, key, state]);
  return () => {
    client.setQueryData(discardedKey(key), form.getValues());
    form.reset();
  };
}

const discardedKey = (key: SettingKey) => ['discarded', key] as const;

/** One setting with a form and a save button of its own. */
export function SettingForm<Key extends SettingKey, Input extends FieldValues, Output>(
  props: SettingFormProps<Key, Input, Output>,
) {
  const { settingKey, setting, title, description, isCurrent, schema, toInput, toValue, children } = props;
  const { save, theirs, takeTheirs, live } = useSaveSetting(settingKey);
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    values: toInput(setting.value),
    resetOptions: { keepDirtyValues: true },
  });
  const { isDirty, isSubmitting } = form.formState;

  const submitOver = async (rev: number): Promise<boolean> => {
    let isSaved = false;
    await form.handleSubmit(async (output) => {
      const value = toValue(output);
      isSaved = await save(value, rev);
      if (isSaved) form.reset(toInput(value));
    })();
    return isSaved;
  };
  const submit = () => submitOver(setting.rev);

  useReportDirty(settingKey, isDirty, { save: submit, discard: useDiscard(settingKey, form) });
  useSaveKeys({
    onSave: () => {
      if (isCurrent && isDirty) void submit();
    },
  });

  return (
    <Panel title={title} description={description}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Flex direction="column" gap="5">
          {theirs && (
            <Note kind="warning">
              <Text mb="2">Somebody else saved these settings in the meantime. What you typed is still here.</Text>
              <Flex gap="2" wrap="wrap">
                <Button
                  size="xs"
                  variant="outline"
                  onClick={() => {
                    takeTheirs();
                    form.reset(toInput(theirs.value));
                  }}
                >
                  Take theirs
                </Button>
                <Button size="xs" onClick={() => void submitOver(theirs.rev)}>
                  Save mine over theirs
                </Button>
              </Flex>
            </Note>
          )}
          {children(form)}
          <Flex gap="4" align="center" wrap="wrap">
            <Button type="submit" loading={isSubmitting} loadingText="Saving...">
              Save {title}
            </Button>
            <Text role="status" textStyle="sm" color={live?.type === 'failed' ? 'fg.error' : 'fg.muted'}>
              {isDirty ? 'Unsaved changes' : live && describeLive(live)}
              {!isDirty && live?.type === 'failed' && ` ${describeProblems(live)}`}
            </Text>
          </Flex>
        </Flex>
      </form>
    </Panel>
  );
}

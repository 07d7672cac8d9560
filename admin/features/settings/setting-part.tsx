import { Box, Flex } from '@chakra-ui/react';
import { canDraft } from '@frontage/model/permissions';
import { fieldLabels } from '@frontage/model/field-labels';
import { notices, settingsSaveFailed } from '@frontage/model/messages';
import { adminPaths, collections } from '@frontage/model/paths';
import { settingTabs, type SettingKey, type Settings } from '@frontage/model/kinds/settings';
import { baseAfter } from '@frontage/model/changes/document-writes';
import { useCallback, type ReactNode } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { FormFields, formValues, useFormEdit, type FormTable } from '../../editing/editor/form-fields.tsx';
import { useFormEditor } from '../../editing/session/use-editor.ts';
import { HistoryButton } from '../../editing/versions/history-button.tsx';
import { ImpactLine } from '../../editing/publish/impact-line.tsx';
import { usePreviewSource, type PreviewSource } from '../../editing/editor/places.ts';
import type { Tone } from '../../editing/editor/save-status.ts';
import { KeptDraft, Scheduling } from '../../editing/publish/publish-switch.tsx';
import { useEditing, type Editing } from '../../editing/use-editing.tsx';
import { useViewer } from '../../lib/session.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toSetting, type Setting } from './settings.queries.ts';

/** The form of a setting. */
export interface SettingForm<Key extends SettingKey, Input extends FieldValues, Fields extends object> {
  /** A sentence below the title. */
  description: string;
  schema: z.ZodType<Fields, Input>;
  fields: FormTable<Input, Fields>;
  /** The fields of a stored value; absent ones are empty. */
  fieldsOf(value: Settings[Key]): { readonly [Name in keyof Input]?: Input[Name] | null };
  valueOf(fields: Fields): Settings[Key];
}

/** One setting of a tab, independent of its fields. */
export interface SettingPart extends Editing {
  /** The display name. */
  title: string;
  isDirty: boolean;
  hasDraft: boolean;
  isSaving: boolean;
  /** Whether an unsaved edit of an earlier session was found. */
  hasUnsavedEdit: boolean;
  mustAskBeforeLeaving(): boolean;
  /** Validates and saves the setting; true if it was saved. */
  save(): Promise<boolean>;
  settle(): Promise<boolean>;
  saveDraft(): Promise<boolean>;
  discardDraft(): Promise<void>;
  discard(): string;
  /** The form values for the preview. */
  source: PreviewSource;
  /** The impact of publishing the setting. */
  impact: ReactNode;
  /** Focuses a field of the setting; false if it has no such field. */
  focus(field: string): boolean;
  /** The fields, and the schedule of the draft. */
  panel: ReactNode;
}

const words = { labels: fieldLabels[collections.settings] };

interface PartSetup<Key extends SettingKey, Input extends FieldValues, Fields extends object> {
  form: SettingForm<Key, Input, Fields>;
  setting: Setting<Key>;
  /** The key of the visible tab. */
  tab: string;
}

/** The edit of one setting, with the same behavior as the edit of a document. */
export function useSettingPart<Key extends SettingKey, Input extends FieldValues, Fields extends object>(
  key: Key,
  { form: { description, schema, fields, fieldsOf, valueOf }, setting, tab }: PartSetup<Key, Input, Fields>,
): SettingPart {
  const { title } = settingTabs[key];
  const isCurrent = settingTabs[key].tab === tab;
  const viewer = useViewer();
  const navigate = useNavigate();
  const blank = Object.fromEntries(Object.keys(fields).map((name) => [name, ''])) as Input;
  const originOf = ({ value, rev }: Setting<Key>) => ({
    values: formValues(blank, fieldsOf(value)),
    base: rev === 0 ? null : baseAfter(rev, {}),
  });
  const editor = useFormEditor<Input, Fields>({
    kind: 'setting',
    live: { id: key, ...originOf(setting), savedAt: setting.savedAt },
    opened: setting.draft,
    mayDraft: canDraft('setting', viewer, null),
    embed: null,
    schema: useCallback(() => schema, [schema]),
    nameOf: () => title,
    valuesOf: (theirs) => {
      const { values, base } = originOf(toSetting(key, theirs));
      return { values, base: base ?? baseAfter(0, {}) };
    },
    prepare: async (output) => ({ fields: { value: valueOf(output) }, companions: {} }),
    // Every setting appears on the site.
    isPublic: () => true,
    notices: { created: notices.settingsSaved, updated: notices.settingsSaved, failed: settingsSaveFailed },
    onSaved: () => [],
  });
  const source = usePreviewSource('setting', editor.origin.id, editor.form);
  const onGone = () => void navigate(adminPaths.dashboard);
  const { isDirty, status, unsaved, draft, mustAskBeforeLeaving, settle, discard } = editor;
  const { saveDraft, discardDraft } = editor;
  const edit = useFormEdit(editor, { kind: 'setting', canEdit: true, canPublish: true });
  return {
    ...useEditing(editor, { kind: 'setting', isEditing: isCurrent, canPublish: true, words, onGone }),
    title,
    isDirty,
    hasDraft: draft.kept !== null,
    isSaving: status.type === 'saving',
    hasUnsavedEdit: unsaved.offered !== null,
    mustAskBeforeLeaving,
    settle,
    saveDraft,
    discardDraft,
    save: () => editor.save(),
    discard,
    source,
    impact: (
      <ImpactLine key={key} source={source} rev={editor.origin.base?.rev ?? 0} isDue={isDirty || draft.kept !== null} />
    ),
    focus: (field) => {
      const name = Object.keys(editor.form.getValues()).find((known) => known === field);
      if (name !== undefined) editor.form.setFocus(name as Path<Input>);
      return name !== undefined;
    },
    panel: (
      <Panel key={key} title={title} description={description} position="relative">
        <Box position="absolute" top={{ base: '3', md: '5' }} insetEnd={{ base: '2', md: '4' }}>
          <HistoryButton {...{ editor, words }} kind="setting" canEdit label={`History of ${title}`} />
        </Box>
        <Flex direction="column" gap="5">
          <FormFields table={fields} edit={edit} />
        </Flex>
        {/* Loads only in the visible tab. */}
        {isCurrent && (
          <Box mt="6" _empty={{ display: 'none' }}>
            <KeptDraft value={draft.kept}>
              <Scheduling kind="setting" editor={editor} label={`Schedule of ${title}`} />
            </KeptDraft>
          </Box>
        )}
      </Panel>
    ),
  };
}

/** Saves the parts one after the other; stops with false at the first failure. */
export async function saveAll(parts: readonly SettingPart[]): Promise<boolean> {
  for (const part of parts) if (!(await part.save())) return false;
  return true;
}

const urgency: readonly Tone[] = ['bad', 'busy', 'waiting', 'good', 'quiet'];

/** The setting of a tab whose state the bar shows: first one that needs attention, then one being saved. */
export function mostUrgent<Part extends { line: { tone: Tone } }>(parts: readonly [Part, ...Part[]]): Part {
  return parts.reduce((most, part) =>
    urgency.indexOf(part.line.tone) < urgency.indexOf(most.line.tone) ? part : most,
  );
}

/** The settings saved by the tab's button: the changed ones, else the first, so that the button always responds. */
export function toSave<Part extends { isDirty: boolean }>(parts: readonly [Part, ...Part[]]): readonly Part[] {
  const dirty = parts.filter(({ isDirty }) => isDirty);
  return dirty.length > 0 ? dirty : [parts[0]];
}

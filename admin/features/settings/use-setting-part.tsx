import { Box } from '@chakra-ui/react';
import { adminPaths, collections } from '@frontage/model/paths';
import type { FieldValues, Path } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { ReactNode } from 'react';
import type { Editor } from '../../editing/editor.ts';
import { ImpactLine } from '../../editing/impact/impact-line.tsx';
import { usePreviewSource, type PreviewSource } from '../../editing/preview/places.ts';
import { HistoryButton } from '../../editing/history/history-button.tsx';
import { useEditing, type Editing } from '../../editing/use-editing.tsx';
import { Scheduling } from '../../editing/schedule/scheduling.tsx';
import { fieldLabels } from '@frontage/model/field-labels';
import { settingTabs, type SettingKey } from '@frontage/model/settings';

const words = { labels: fieldLabels[collections.settings] };

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
  /** The button that opens the revision history. */
  history: ReactNode;
  /** The schedule of its draft; renders nothing without a draft and a schedule. */
  scheduling: ReactNode;
}

export function useSettingPart<Input extends FieldValues, Fields>(
  editor: Editor<Input, Fields>,
  { settingKey, isCurrent }: { settingKey: SettingKey; isCurrent: boolean },
): SettingPart {
  const { title } = settingTabs[settingKey];
  const navigate = useNavigate();
  const source = usePreviewSource('setting', editor.origin.id, editor.form);
  const onGone = () => void navigate(adminPaths.dashboard);
  const { isDirty, status, unsaved, draft, mustAskBeforeLeaving, settle, discard } = editor;
  const { saveDraft, discardDraft } = editor;
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
      <ImpactLine
        key={settingKey}
        source={source}
        rev={editor.origin.base?.rev ?? 0}
        isDue={isDirty || draft.kept !== null}
      />
    ),
    focus: (field) => {
      const name = Object.keys(editor.form.getValues()).find((known) => known === field);
      if (name !== undefined) editor.form.setFocus(name as Path<Input>);
      return name !== undefined;
    },
    history: <HistoryButton {...{ editor, words }} kind="setting" canEdit label={`History of ${title}`} />,
    // Loads only in the visible tab.
    scheduling: isCurrent && (
      <Box mt="6" _empty={{ display: 'none' }}>
        <Scheduling kind="setting" editor={editor} label={`Schedule of ${title}`} />
      </Box>
    ),
  };
}

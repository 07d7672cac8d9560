import { Box } from '@chakra-ui/react';
import { adminPaths, collections } from '@frontage/model/paths';
import type { FieldValues, Path } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { ReactNode } from 'react';
import type { Editor } from '../../editing/editor.ts';
import { ImpactLine } from '../../editing/impact/impact-line.tsx';
import { usePreviewSource, type PreviewSource } from '../../editing/preview/preview-source.ts';
import { HistoryButton } from '../../editing/history/history-button.tsx';
import { useEditing, type Editing } from '../../editing/use-editing.tsx';
import { Scheduling } from '../../editing/schedule/scheduling.tsx';
import { fieldLabels } from '@frontage/model/field-labels';
import { settingPlaces, type SettingKey } from '@frontage/model/settings';

const words = { labels: fieldLabels[collections.settings] };

/** One setting of a tab, as far as the screen around it must know, whatever its fields are. */
export interface SettingPart extends Editing {
  /** What people call it. */
  title: string;
  isDirty: boolean;
  hasDraft: boolean;
  isSaving: boolean;
  /** Whether an earlier session left something behind. */
  isLeftBehind: boolean;
  mustAskBeforeLeaving(): boolean;
  /** True when saved. */
  save(): Promise<boolean>;
  settle(): Promise<boolean>;
  saveDraft(): Promise<boolean>;
  discardDraft(): Promise<void>;
  discard(): string;
  /** What its preview follows. */
  source: PreviewSource;
  /** What publishing it would change. */
  impact: ReactNode;
  /** Gives the focus to one of its fields; false where it has none of that name. */
  focus(field: string): boolean;
  /** Opens its versions. */
  history: ReactNode;
  /** When its draft is to be published; nothing where there is neither. */
  scheduling: ReactNode;
}

export function useSettingPart<Input extends FieldValues, Fields>(
  editor: Editor<Input, Fields>,
  { settingKey, isCurrent }: { settingKey: SettingKey; isCurrent: boolean },
): SettingPart {
  const { title } = settingPlaces[settingKey];
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
    isLeftBehind: unsaved.offered !== null,
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
    // Asked for only where it is seen.
    scheduling: isCurrent && (
      <Box mt="6" _empty={{ display: 'none' }}>
        <Scheduling kind="setting" editor={editor} label={`Schedule of ${title}`} />
      </Box>
    ),
  };
}

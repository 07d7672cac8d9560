import { Grid, Text } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { recommendedSizes } from '@frontage/model/limits';
import { notices } from '@frontage/model/messages';
import { buckets } from '@frontage/model/paths';
import {
  sectionForm,
  sectionKeys,
  sectionStatus,
  type SectionFields,
  type SectionInput,
} from '@frontage/model/section';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { abilities, canCreate, canDraft } from '@frontage/model/abilities';
import { useDocuments } from '../../lib/documents/documents.queries.ts';
import { documentName, isPublic, parseDocument, type Stored } from '../../lib/documents/document.ts';
import { baseAfter } from '@frontage/model/writes/plan-save';
import type { Data } from '@frontage/model/writes/write';
import { useViewer } from '../../lib/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import type { OpenedDraft } from '../../editing/draft/opened-draft.queries.ts';
import { initialValues } from '../../editing/draft/initial-values.ts';
import { EditorFrame } from '../../editing/editor-frame.tsx';
import { PublishSwitch } from '../../editing/frame/publish-switch.tsx';
import { ImageField } from '../../editing/image/image-field.tsx';
import { acceptedTypes } from '../../editing/image/image-file.ts';
import { MarkdownField } from '../../editing/markdown/markdown-field.tsx';
import { Scheduling } from '../../editing/schedule/scheduling.tsx';
import { useControl } from '../../editing/use-control.ts';
import { useEditor } from '../../editing/use-editor.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Switch } from '../../ui/toggle.tsx';
import { blankSection, sameKeyHint, sectionImageNotices, sectionValues, sectionWords } from './section-values.ts';
import { statusTones } from './status-tones.ts';

interface SectionEditorProps {
  id: string;
  stored: Stored<'section'> | null;
  opened: OpenedDraft | null;
  /** The order index proposed for a new section. */
  nextOrder: number;
  back: { to: string; label: string };
}

const keyOptions = [
  { value: '', label: 'Select a section key' },
  ...Object.entries(sectionKeys).map(([value, label]) => ({ value, label })),
];

const saveNotices = {
  created: notices.sectionSaved,
  updated: notices.sectionSaved,
  failed: (description: string) => ({ ...notices.saveFailed, description }),
};

// The form passes typed text, and numbers from other changes.
const asNumber = (entry: string | number): number => (String(entry).trim() === '' ? Number.NaN : Number(entry));

const schema = () => sectionForm;

export function SectionEditor({ id, stored, opened, nextOrder, back }: SectionEditorProps) {
  const navigate = useNavigate();
  const viewer = useViewer();
  const section = stored?.document ?? null;
  const canPublish = section ? abilities('section', viewer, section).canEdit : canCreate('section', viewer);
  const mayDraft = section !== null && canDraft('section', viewer, section);
  const canEdit = canPublish || mayDraft;
  const valuesAt = (data: Data) => {
    const { document } = parseDocument('section', id, data);
    return { values: sectionValues(document), base: baseAfter(document.rev, {}) };
  };
  const live = {
    id,
    base: section && baseAfter(section.rev, {}),
    values: section ? sectionValues(section) : { ...blankSection, order_index: nextOrder },
    savedAt: section?.updated_at ?? null,
  };
  const { start, first } = initialValues(live, opened, (data) => valuesAt(data).values);
  const form = useForm<SectionInput, unknown, SectionFields>({
    defaultValues: first,
    resolver: zodResolver(sectionForm),
    mode: 'onTouched',
  });
  const editor = useEditor<SectionInput, SectionFields>({
    kind: 'section',
    form,
    start,
    draft: { mayDraft, start: opened?.kept ?? null },
    schema,
    nameOf: documentName,
    valuesOf: valuesAt,
    isPublic,
    notices: saveNotices,
    onSaved: () => void navigate(back.to),
  });
  const { register, formState, control } = form;
  const { errors } = formState;
  const key = useWatch({ control, name: 'section_key' });
  const sections = useDocuments('section').data;
  const keyHint = sameKeyHint(sections?.map(({ document }) => document) ?? [], { id, key });
  const image = useControl({ control, name: 'image_url' });
  // The stored state: unsaved switches do not change it.
  const status = sectionStatus(editor.origin.values);

  return (
    <EditorFrame
      editor={editor}
      kind="section"
      title={section ? 'Edit Section' : 'Create New Section'}
      badge={section && <Badge tone={statusTones[status]}>{status}</Badge>}
      back={back}
      saveLabel={section ? 'Save Changes' : 'Create Section'}
      words={sectionWords}
      readOnlyReason={canEdit ? null : 'Only editors and administrators can edit the homepage.'}
      canPublish={canPublish}
      main={{
        key: 'content',
        title: 'Content',
        tab: 'Text',
        fields: ['section_key', 'title', 'content', 'order_index'],
        content: (
          <>
            <Grid gap="5" templateColumns={{ md: 'minmax(0, 1fr) 9rem' }}>
              <SelectField
                label="Section key"
                required
                options={keyOptions}
                help={keyHint}
                registration={register('section_key')}
                error={errors.section_key?.message}
              />
              <TextField
                label="Order index"
                help="0 comes first."
                registration={register('order_index', { setValueAs: asNumber })}
                input={{ type: 'number', min: 0, step: 1, inputMode: 'numeric' }}
                error={errors.order_index?.message}
              />
            </Grid>
            <TextField
              label="Title"
              required
              registration={register('title')}
              error={errors.title?.message}
              input={{ autoFocus: section === null }}
            />
            <MarkdownField
              label="Content"
              control={control}
              name="content"
              placeholder="The text of this section. Markdown is supported."
              bucket={buckets.homepageImages}
              notices={sectionImageNotices}
              isReadOnly={!canEdit}
            />
          </>
        ),
      }}
      side={[
        {
          key: 'publishing',
          title: 'Publishing',
          fields: ['is_visible', 'is_published'],
          content: (
            <>
              <Switch
                label="Visible"
                help="A hidden section stays off the homepage even when published."
                {...register('is_visible')}
              />
              <PublishSwitch
                editor={editor}
                label="Published"
                help="Visitors see sections that are published and visible."
              />
              {canEdit && <Scheduling kind="section" editor={editor} />}
            </>
          ),
        },
        {
          key: 'image',
          title: 'Image',
          fields: ['image_url'],
          content: (
            <ImageField
              label="Hero image"
              help={`Recommended size: ${recommendedSizes.hero.width}x${recommendedSizes.hero.height} px. JPG, PNG or WEBP, up to 5MB.`}
              {...image}
              bucket={buckets.homepageImages}
              accept={acceptedTypes(buckets.homepageImages)}
              notices={sectionImageNotices}
              ratio={recommendedSizes.hero.width / recommendedSizes.hero.height}
              isReadOnly={!canEdit}
            />
          ),
        },
        {
          key: 'action',
          title: 'Call to action',
          tab: 'Action',
          fields: ['cta_text', 'cta_url'],
          content: (
            <>
              <Text textStyle="sm" color="fg.muted">
                A button below the text. It needs a text and a URL.
              </Text>
              <TextField label="CTA text" registration={register('cta_text')} error={errors.cta_text?.message} />
              <TextField
                label="CTA URL"
                help="A URL, a path such as /demos, or #."
                registration={register('cta_url')}
                error={errors.cta_url?.message}
              />
            </>
          ),
        },
      ]}
    />
  );
}

import { recommendedSizes } from '@frontage/model/limits';
import { notices } from '@frontage/model/messages';
import { buckets } from '@frontage/model/paths';
import {
  sectionForm,
  sectionKeys,
  sectionStatus,
  type SectionFields,
  type SectionInput,
} from '@frontage/model/kinds/section';
import { useWatch } from 'react-hook-form';
import { DocumentEditor, DocumentScreen } from '../../editing/document-editor.tsx';
import type { WidgetProps } from '../../editing/editor/form-fields.tsx';
import { SelectWidget } from '../../editing/editor/widgets.tsx';
import { kindForm } from '../../editing/kind-form.tsx';
import { PublishWidget } from '../../editing/publish/publish-switch.tsx';
import { contentImageNotices, ImageWidget } from '../../editing/media/image-field.tsx';
import { MarkdownWidget } from '../../editing/text/markdown-field.tsx';
import { useDocuments } from '../../lib/documents/documents.queries.ts';
import { Badge } from '../../ui/note.tsx';
import { sameKeyHint, statusTones } from './sections.ts';

const { width, height } = recommendedSizes.hero;

const form = kindForm<'section', SectionInput, SectionFields>('section', {
  panels: [
    { key: 'content', title: 'Content', tab: 'Text' },
    { key: 'publishing', title: 'Publishing' },
    { key: 'image', title: 'Image' },
    {
      key: 'action',
      title: 'Call to action',
      tab: 'Action',
      intro: 'A button below the text. It needs a text and a URL.',
    },
  ],
  fields: {
    section_key: { widget: SectionKeyWidget },
    content: {
      widget: (field) => (
        <MarkdownWidget
          {...field}
          placeholder="The text of this section. Markdown is supported."
          bucket={buckets.homepageImages}
          notices={contentImageNotices}
        />
      ),
    },
    is_published: { widget: PublishWidget },
    image_url: {
      widget: (field) => (
        <ImageWidget {...field} bucket={buckets.homepageImages} notices={contentImageNotices} ratio={width / height} />
      ),
    },
  },
  titles: { create: 'Create New Section', edit: 'Edit Section' },
  staysOpen: false,
  badge: (values) => {
    const status = sectionStatus(values);
    return <Badge tone={statusTones[status]}>{status}</Badge>;
  },
  notices: {
    created: notices.sectionSaved,
    updated: notices.sectionSaved,
    failed: (description) => ({ ...notices.saveFailed, description }),
  },
  readOnlyReason: () => 'Only editors and administrators can edit the homepage.',
});

export function Component() {
  return (
    <DocumentScreen kind="section" title={form.titles.edit} back={form.back}>
      {(opened) => <DocumentEditor key={opened.id} {...opened} form={form} schema={schema} />}
    </DocumentScreen>
  );
}

const schema = () => sectionForm;

const keyOptions = [
  { value: '', label: 'Select a section key' },
  ...Object.entries(sectionKeys).map(([value, label]) => ({ value, label })),
];

/** The key, with a hint if another section has the same one. */
function SectionKeyWidget(field: WidgetProps<SectionInput, SectionFields>) {
  const { form: edited, origin } = field.edit.editor;
  const key = useWatch({ control: edited.control, name: 'section_key' });
  const sections = useDocuments('section').data?.map(({ document }) => document) ?? [];
  return (
    <SelectWidget {...field} isCompact options={keyOptions} help={sameKeyHint(sections, { id: origin.id, key })} />
  );
}

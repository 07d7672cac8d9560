import { invalid, notices } from '@frontage/model/messages';
import { wouldCycle } from '@frontage/model/navigation';
import { menuOrderFrom, newPage, pageForm, type PageFields, type PageInput } from '@frontage/model/kinds/page';
import { buckets } from '@frontage/model/paths';
import type { ListedPage } from '@frontage/model/summaries/listed';
import { useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { DocumentEditor, DocumentScreen, type OpenedDocument } from '../../editing/document-editor.tsx';
import { useFieldProps, type FormRow, type WidgetProps } from '../../editing/editor/form-fields.tsx';
import { NumberWidget } from '../../editing/editor/widgets.tsx';
import { kindForm } from '../../editing/kind-form.tsx';
import { PublishWidget } from '../../editing/publish/publish-switch.tsx';
import { contentImageNotices } from '../../editing/media/image-field.tsx';
import { MarkdownWidget } from '../../editing/text/markdown-field.tsx';
import { useKnownDocuments } from '../../lib/documents/documents.queries.ts';
import { Note } from '../../ui/note.tsx';
import { SelectField } from '../../ui/field.tsx';
import { parentOptions, whenDeleted, whenUnpublished, usePages } from './page-tree.ts';

type PageWidgetProps = WidgetProps<PageInput, PageFields>;

const besideEachOther: FormRow = { columns: { base: 1, md: 2, lg: 1 }, gap: '5' };

const form = kindForm<'page', PageInput, PageFields>('page', {
  panels: [
    { key: 'content', title: 'Page Content', tab: 'Text' },
    { key: 'publishing', title: 'Publishing' },
    { key: 'navigation', title: 'Navigation Settings', tab: 'Navigation' },
  ],
  fields: {
    body: {
      widget: (field) => (
        <MarkdownWidget
          {...field}
          placeholder="The text of this page. Markdown is supported; paste or drop images."
          bucket={buckets.demoImages}
          notices={contentImageNotices}
        />
      ),
    },
    is_published: {
      widget: (field) => (
        <PublishWidget
          {...field}
          denied="Only editors and administrators can publish pages."
          note={<PagesBelowNote {...field} />}
        />
      ),
    },
    parent_id: { widget: ParentWidget },
    menu_order: { row: besideEachOther, widget: (field) => <NumberWidget {...field} numberFrom={menuOrderFrom} /> },
    nav_label: { row: besideEachOther },
  },
  seo: { withoutDescription: 'Without a meta description, the page uses the beginning of its text.' },
  titles: { create: 'Create New Page', edit: 'Edit Page' },
  notices: {
    created: notices.pageCreated,
    updated: notices.pageUpdated,
    failed: (description) => ({ ...notices.pageSaveFailed, description }),
  },
});

export function Component() {
  return (
    <DocumentScreen kind="page" title={form.titles.edit} back={form.back}>
      {(opened) => <PageEditor key={opened.id} {...opened} />}
    </DocumentScreen>
  );
}

const schema = () => pageForm;

/** The values of a new page below page `parent_id`, after the pages there; a missing parent is ignored. */
function pageBelow(pages: readonly ListedPage[], parent_id: string, nextOrder: number): Required<PageInput> {
  // In a window that has not listed the pages, the page comes after all others.
  if (pages.length === 0) return { ...newPage, parent_id, menu_order: nextOrder };
  if (!pages.some(({ id }) => id === parent_id)) return { ...newPage, menu_order: nextOrder };
  const last = pages.reduce(
    (most, page) => (page.parent_id === parent_id ? Math.max(most, page.menu_order) : most),
    -1,
  );
  return { ...newPage, parent_id, menu_order: last < 0 ? 0 : Math.min(last + 1, Number.MAX_SAFE_INTEGER) };
}

function PageEditor(opened: OpenedDocument<'page'>) {
  // Only the parent picker depends on the other pages: the form does not re-render when they arrive.
  const knownPages = useKnownDocuments('page');
  const isBelowItself = (parentId: string | null) => wouldCycle(knownPages(), opened.id, parentId);
  const below = useSearchParams()[0].get('parent');
  // Chosen once: the address changes when the page gets its own.
  const [described] = useState(() =>
    below === null ? form : { ...form, blank: (nextOrder: number) => pageBelow(knownPages(), below, nextOrder) },
  );
  const titleOf = (id: string) => knownPages().find((page) => page.id === id)?.title;
  return (
    <DocumentEditor
      {...opened}
      form={described}
      schema={schema}
      withChecks={(page) => page.refine(({ parent_id }) => !isBelowItself(parent_id), parentCycle)}
      valueText={(field, value) => {
        if (field !== 'parent_id') return undefined;
        return typeof value === 'string' ? (titleOf(value) ?? 'Another page') : 'None (Top Level)';
      }}
      aboutUnpublishing={() => whenUnpublished(knownPages(), [opened.id])}
      aboutDeleting={() => whenDeleted(knownPages(), [opened.id])}
    />
  );
}

const parentCycle = { path: ['parent_id'], message: invalid.parentCycle };

const noneIfEmpty = (entry: string | null): string | null => (entry === '' ? null : entry);

/** The page above this one. */
function ParentWidget(field: PageWidgetProps) {
  const { form: edited, origin } = field.edit.editor;
  const pages = usePages();
  const parent = useWatch({ control: edited.control, name: 'parent_id' });
  const options = useMemo(() => parentOptions(pages, origin.id, parent), [pages, origin.id, parent]);
  return (
    <SelectField
      {...useFieldProps(field)}
      options={options}
      select={{ value: parent ?? '' }}
      registration={edited.register('parent_id', { setValueAs: noneIfEmpty })}
    />
  );
}

/** A note below a switched-off publish switch about the effect on child pages. */
function PagesBelowNote({ edit: { editor } }: PageWidgetProps) {
  const isPublished = useWatch({ control: editor.form.control, name: 'is_published' });
  const pages = usePages();
  if (isPublished) return null;
  const words = whenUnpublished(pages, [editor.origin.id]);
  return words !== '' && <Note kind="info">{words}</Note>;
}

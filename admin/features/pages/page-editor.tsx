import { Text } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { invalid } from '@frontage/model/messages';
import { wouldCycle } from '@frontage/model/navigation';
import { buckets, sitePaths } from '@frontage/model/paths';
import { newPage, pageForm, type PageFields, type PageInput } from '@frontage/model/page';
import { slugFromTitle } from '@frontage/model/slug';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { abilities, canCreate, canDraft } from '@frontage/model/abilities';
import { useKnownDocuments } from '../../lib/documents/documents.queries.ts';
import { documentName, isPublic, parseDocument, type Stored } from '../../lib/documents/document.ts';
import { baseAfter } from '@frontage/model/writes/plan-save';
import type { Data } from '@frontage/model/writes/write';
import { useFirebase } from '../../lib/firebase.tsx';
import { useViewer } from '../../lib/session.tsx';
import { PublishedBadge } from '../../ui/badge.tsx';
import type { OpenedDraft } from '../../editing/draft/opened-draft.queries.ts';
import { initialValues } from '../../editing/draft/initial-values.ts';
import { EditorFrame } from '../../editing/editor-frame.tsx';
import { PublishSwitch } from '../../editing/frame/publish-switch.tsx';
import { useLiveAddress } from '../../editing/live/live.queries.ts';
import { MarkdownField } from '../../editing/markdown/markdown-field.tsx';
import { Scheduling } from '../../editing/schedule/scheduling.tsx';
import { SeoPanel } from '../../editing/seo/seo-panel.tsx';
import { followTitle, SlugField } from '../../editing/slug/slug-field.tsx';
import { useEditor } from '../../editing/use-editor.ts';
import { TextField } from '../../ui/field.tsx';
import { NavigationSettings } from './navigation-settings.tsx';
import { PagesBelowNote } from './pages-below-note.tsx';
import { whenUnpublished } from './pages-below.ts';
import { pageImageNotices, pageNotices, pageSocialImage, pageValues, pageWords } from './page-values.ts';

interface PageEditorProps {
  id: string;
  stored: Stored<'page'> | null;
  opened: OpenedDraft | null;
  /** The menu order proposed for a new page. */
  nextOrder: number;
  back: { to: string; label: string };
}

const schema = () => pageForm;

export function PageEditor({ id: firstId, stored, opened, nextOrder, back }: PageEditorProps) {
  const navigate = useNavigate();
  const viewer = useViewer();
  const { config } = useFirebase();
  // Only the parent picker depends on the other pages: the form does not re-render when they arrive.
  const knownPages = useKnownDocuments('page');
  const page = stored?.document ?? null;
  const { canEdit, canPublish } = abilities('page', viewer, page ?? { created_by: viewer.uid, is_published: false });
  const mayDraft = page !== null && canDraft('page', viewer, page);
  const mayEdit = page ? canEdit || mayDraft : canCreate('page', viewer);
  const valuesAt = (data: Data) => {
    const { document } = parseDocument('page', firstId, data);
    return { values: pageValues(document), base: baseAfter(document.rev, { ...document }) };
  };
  const live = {
    id: firstId,
    base: page && baseAfter(page.rev, { ...page }),
    values: page ? pageValues(page) : { ...newPage, menu_order: nextOrder },
    savedAt: page?.updated_at ?? null,
  };
  const { start, first } = initialValues(live, opened, (data) => valuesAt(data).values);
  const isBelowItself = (parentId: string | null) => wouldCycle(knownPages(), firstId, parentId);
  const form = useForm<PageInput, unknown, PageFields>({
    defaultValues: first,
    resolver: zodResolver(pageForm.refine(({ parent_id }) => !isBelowItself(parent_id), parentCycle)),
    mode: 'onTouched',
  });
  const editor = useEditor<PageInput, PageFields>({
    kind: 'page',
    form,
    start,
    draft: { mayDraft, start: opened?.kept ?? null },
    schema,
    nameOf: documentName,
    valuesOf: valuesAt,
    isPublic,
    notices: pageNotices,
    onSaved: (wasNew) => {
      if (wasNew) void navigate(back.to);
    },
  });
  const { register, formState, control, getValues, setValue } = form;
  const { errors } = formState;
  const { id, base } = editor.origin;
  const [title, slug] = useWatch({ control, name: ['title', 'slug'] });
  const saved = editor.origin.values;
  const address = useLiveAddress('page', id, base && saved.is_published ? sitePaths.shortPage(saved.slug) : null);

  const followSlug = (next: string) => {
    const suggested = { before: slugFromTitle(title), after: slugFromTitle(next) };
    const followed = followTitle({ isNew: base === null, slug: getValues('slug') }, suggested);
    if (followed !== getValues('slug')) setValue('slug', followed, { shouldValidate: followed !== '' });
  };

  return (
    <EditorFrame
      editor={editor}
      kind="page"
      title={page ? 'Edit Page' : 'Create New Page'}
      badge={base && <PublishedBadge isPublished={editor.origin.values.is_published} />}
      view={address === null ? null : { label: 'View', href: config.siteOrigin + address }}
      back={back}
      saveLabel={base ? 'Save Changes' : 'Create Page'}
      words={pageWords((other) => knownPages().find((candidate) => candidate.id === other)?.title)}
      readOnlyReason={mayEdit ? null : readOnlyReason(viewer.roles.includes('author'))}
      canPublish={canPublish}
      aboutUnpublishing={() => whenUnpublished(knownPages(), [id])}
      main={{
        key: 'content',
        title: 'Page Content',
        tab: 'Text',
        fields: ['title', 'slug', 'body'],
        content: (
          <>
            <TextField
              label="Title"
              required
              registration={register('title', {
                onChange: (event: { target: { value: string } }) => followSlug(event.target.value),
              })}
              error={errors.title?.message}
              input={{ autoFocus: page === null }}
            />
            <SlugField
              label="URL slug"
              kind="page"
              id={id}
              value={slug}
              saved={base?.slug ?? null}
              prefix="/"
              onSuggest={(free) => setValue('slug', free, { shouldDirty: true, shouldValidate: true })}
              registration={register('slug')}
              error={errors.slug?.message}
            />
            <MarkdownField
              label="Body"
              control={control}
              name="body"
              placeholder="The text of this page. Markdown is supported; paste or drop images."
              bucket={buckets.demoImages}
              notices={pageImageNotices}
              isReadOnly={!mayEdit}
            />
          </>
        ),
      }}
      side={[
        {
          key: 'publishing',
          title: 'Publishing',
          fields: ['is_published'],
          content: canPublish ? (
            <>
              <PublishSwitch editor={editor} label="Publish" help="Visitors can read published pages." />
              <PagesBelowNote control={control} id={id} />
              <Scheduling kind="page" editor={editor} />
            </>
          ) : (
            <Text color="fg.muted" textStyle="sm">
              Only editors and administrators can publish pages.
            </Text>
          ),
        },
        {
          key: 'navigation',
          title: 'Navigation Settings',
          tab: 'Navigation',
          fields: ['parent_id', 'show_in_menu', 'menu_order', 'nav_label'],
          content: <NavigationSettings form={form} id={id} />,
        },
        {
          key: 'seo',
          title: 'SEO Settings',
          tab: 'SEO',
          fields: ['meta_title', 'meta_description', 'og_image_url'],
          content: (
            <SeoPanel
              form={form}
              title={title}
              path={sitePaths.page(slug)}
              image={pageSocialImage}
              isReadOnly={!mayEdit}
            />
          ),
        },
      ]}
    />
  );
}

const parentCycle = { path: ['parent_id'], message: invalid.parentCycle };

const readOnlyReason = (isAuthor: boolean): string =>
  isAuthor
    ? 'You can edit only your own drafts. This page is published or belongs to someone else.'
    : 'Your role can view pages but not edit them.';

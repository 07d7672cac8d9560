import { Text } from '@chakra-ui/react';
import { sitePaths } from '@frontage/model/paths';
import { slugFromHeading } from '@frontage/model/slug';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { useFirebase } from '../../lib/firebase.tsx';
import { useViewer } from '../../lib/session.tsx';
import { PublishedBadge } from '../../ui/badge.tsx';
import { EditorFrame } from '../../editing/editor-frame.tsx';
import { PublishSwitch } from '../../editing/frame/publish-switch.tsx';
import { useLiveAddress } from '../../editing/live/live.queries.ts';
import { Scheduling } from '../../editing/schedule/scheduling.tsx';
import { SeoPanel } from '../../editing/seo/seo-panel.tsx';
import { followTitle, SlugField } from '../../editing/slug/slug-field.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { Switch } from '../../ui/toggle.tsx';
import { demoSocialImage, demoWords } from './demo-values.ts';
import { EmbedPreview } from './embed-preview.tsx';
import { useDemoEditor, type EditedDemo } from './use-demo-editor.ts';

interface DemoEditorProps extends EditedDemo {
  back: { to: string; label: string };
}

export function DemoEditor(props: DemoEditorProps) {
  const { back, embed } = props;
  const navigate = useNavigate();
  const viewer = useViewer();
  const { config } = useFirebase();
  const { form, editor, demo, mayEdit, canPublish } = useDemoEditor(props, () => void navigate(back.to));
  const { register, formState, control, getValues, setValue } = form;
  const { errors } = formState;
  const { id, base, values: saved } = editor.origin;
  const names = ['heading', 'slug', 'iframe_url', 'is_password_protected'] as const;
  const [heading, slug, code, isProtected] = useWatch({ control, name: names });

  const address = useLiveAddress('demo', id, base && saved.is_published ? sitePaths.demo(saved.slug) : null);
  const isCodeHidden = demo !== null && embed === null && !mayEdit;

  const followSlug = (next: string) => {
    const suggested = { before: slugFromHeading(heading), after: slugFromHeading(next) };
    const followed = followTitle({ isNew: base === null, slug: getValues('slug') }, suggested);
    if (followed !== getValues('slug')) setValue('slug', followed, { shouldValidate: followed !== '' });
  };

  return (
    <EditorFrame
      editor={editor}
      kind="demo"
      title={demo ? 'Edit Demo' : 'Create Demo'}
      badge={base && <PublishedBadge isPublished={saved.is_published} />}
      view={address === null ? null : { label: 'Open live page', href: config.siteOrigin + address }}
      back={back}
      saveLabel={base ? 'Save Changes' : 'Create Demo'}
      words={demoWords}
      readOnlyReason={mayEdit ? null : readOnlyReason(viewer.roles.includes('author'))}
      canPublish={canPublish}
      main={{
        key: 'content',
        title: 'Demo',
        fields: ['heading', 'slug', 'iframe_url'],
        content: (
          <>
            <TextField
              label="Heading"
              required
              registration={register('heading', {
                onChange: (event: { target: { value: string } }) => followSlug(event.target.value),
              })}
              error={errors.heading?.message}
              input={{ autoFocus: base === null }}
            />
            <SlugField
              label="Slug"
              kind="demo"
              id={id}
              value={slug}
              saved={base?.slug ?? null}
              prefix="/demo/"
              onSuggest={(free) => setValue('slug', free, { shouldDirty: true, shouldValidate: true })}
              registration={register('slug')}
              error={errors.slug?.message}
            />
            <TextAreaField
              label="Embed code"
              required
              help={
                isCodeHidden
                  ? 'Only the owner, editors and administrators see the code of a protected demo.'
                  : 'A URL, iframe embed code, or script-based embed code.'
              }
              registration={register('iframe_url')}
              error={errors.iframe_url?.message}
              input={{
                rows: 3,
                maxH: '14rem',
                fontFamily: 'mono',
                textStyle: 'sm',
                spellCheck: false,
                autoCapitalize: 'none',
              }}
            />
            <EmbedPreview code={code} />
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
              <PublishSwitch
                editor={editor}
                label="Publish"
                help="Published demos are in the gallery and the sitemap."
              />
              <Scheduling kind="demo" editor={editor} />
            </>
          ) : (
            <Text color="fg.muted" textStyle="sm">
              Only editors and administrators can publish demos.
            </Text>
          ),
        },
        {
          key: 'access',
          title: 'Access and analytics',
          tab: 'Access',
          fields: ['is_password_protected', 'password', 'ga_tracking_enabled'],
          content: (
            <>
              <Switch
                label="Password protection"
                help="Visitors are asked for the password before they see the demo."
                {...register('is_password_protected')}
              />
              {isProtected && (
                <TextField
                  label="Password"
                  help={base?.isProtected ? 'Leave blank to keep existing password' : 'At least 8 characters.'}
                  registration={register('password')}
                  error={errors.password?.message}
                  input={{ type: 'password', autoComplete: 'new-password' }}
                />
              )}
              <Switch
                label="Google Analytics"
                help="Counts visits to this demo."
                {...register('ga_tracking_enabled')}
              />
            </>
          ),
        },
        {
          key: 'seo',
          title: 'SEO Settings',
          tab: 'SEO',
          fields: ['meta_title', 'meta_description', 'og_image_url'],
          content: (
            <SeoPanel
              form={form}
              title={heading}
              path={sitePaths.demo(slug)}
              image={demoSocialImage}
              isCapped
              isReadOnly={!mayEdit}
            />
          ),
        },
      ]}
    />
  );
}

const readOnlyReason = (isAuthor: boolean): string =>
  isAuthor
    ? 'You can edit only your own drafts. This demo is published or belongs to someone else.'
    : 'Your role can view demos but not edit them.';

import { abilities } from '@frontage/model/permissions';
import { newDemo } from '@frontage/model/kinds/demo';
import { type DemoFields, demoForm, type DemoInput } from '@frontage/model/kinds/demo-form';
import { recommendedSizes } from '@frontage/model/limits';
import { notices } from '@frontage/model/messages';
import { sitePaths } from '@frontage/model/paths';
import type { Base } from '@frontage/model/changes/document-writes';
import { useCallback, useMemo } from 'react';
import { Deferred } from '../../editing/editor/panels.tsx';
import { useWatch } from 'react-hook-form';
import { DocumentEditor, DocumentScreen, type OpenedDocument } from '../../editing/document-editor.tsx';
import { formValues, type WidgetProps } from '../../editing/editor/form-fields.tsx';
import { TextAreaWidget, TextWidget } from '../../editing/editor/widgets.tsx';
import { kindForm } from '../../editing/kind-form.tsx';
import { socialImageNotices } from '../../editing/media/image-field.tsx';
import { useGeneralSettings } from '../../editing/text/seo-fields.tsx';
import { useEmbed } from '../../lib/documents/documents.queries.ts';
import type { Stored } from '../../lib/documents/document.ts';
import { useFirebase } from '../../lib/firebase.tsx';
import { useViewer } from '../../lib/session.tsx';
import { BackLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { FailureState, FormSkeleton } from '../../ui/states.tsx';
import { EmbedPreview } from './embed-preview.tsx';
import { usePrepareDemo } from './prepare-demo.ts';

type DemoWidgetProps = WidgetProps<DemoInput, DemoFields>;

const form = kindForm<'demo', DemoInput, DemoFields>('demo', {
  panels: [
    { key: 'content', title: 'Demo' },
    { key: 'publishing', title: 'Publishing' },
    { key: 'access', title: 'Access and analytics', tab: 'Access' },
  ],
  fields: {
    iframe_url: { widget: EmbedWidget },
    password: { shownIf: 'is_password_protected', widget: PasswordWidget },
  },
  seo: {
    imageHelp: `Recommended size: ${recommendedSizes.ogImage.width}x${recommendedSizes.ogImage.height}. JPG, PNG or WEBP, up to 5MB.`,
    imageNotices: socialImageNotices,
    isCapped: true,
  },
  valuesOf: (demo, embed) => ({ ...formValues<Required<DemoInput>>(newDemo, demo), iframe_url: embed ?? '' }),
  staysOpen: false,
  view: { label: 'Open live page', path: sitePaths.demo },
  notices: {
    created: notices.demoCreated,
    updated: notices.demoUpdated,
    failed: (description) => ({ ...notices.demoSaveFailed, description }),
  },
});

export function Component() {
  return (
    <DocumentScreen kind="demo" title={form.titles.edit} back={form.back}>
      {({ stored, ...opened }) =>
        stored ? (
          <StoredDemo key={opened.id} {...opened} stored={stored} />
        ) : (
          <DemoEditor key={opened.id} {...opened} stored={null} embed={null} />
        )
      }
    </DocumentScreen>
  );
}

/**
 * Reads the embed code, which is stored separately: for a protected demo only its owner, editors and administrators can
 * read it.
 */
function StoredDemo(opened: OpenedDocument<'demo'> & { stored: Stored<'demo'> }) {
  const viewer = useViewer();
  const { document } = opened.stored;
  const isOpen = !document.is_password_protected || document.created_by === viewer.uid;
  const isReadable = isOpen || abilities('demo', viewer, document).canPublish;
  const embed = useEmbed(opened.id, isReadable);
  return (
    <Deferred value={embed.data}>
      {(code) =>
        isReadable && code === undefined ? (
          <>
            <PageHeader title={form.titles.edit} back={<BackLink to={form.back.to}>{form.back.label}</BackLink>} />
            {embed.isError ? (
              <FailureState error={embed.error} onRetry={() => void embed.refetch()} />
            ) : (
              <FormSkeleton fields={6} />
            )}
          </>
        ) : (
          <DemoEditor {...opened} embed={code ?? null} />
        )
      }
    </Deferred>
  );
}

const secretFields = ['password'] as const;

function DemoEditor(opened: OpenedDocument<'demo'> & { embed: string | null }) {
  const { config } = useFirebase();
  const { site_url } = useGeneralSettings();
  const ownOrigins = useMemo(
    () => [config.siteOrigin, location.origin, ...(site_url === null ? [] : [site_url])],
    [config, site_url],
  );
  const schema = useCallback(
    (base: Base | null) => demoForm({ hasPassword: base?.isProtected === true, ownOrigins }),
    [ownOrigins],
  );
  const prepare = usePrepareDemo();
  return <DocumentEditor {...opened} {...{ form, schema, prepare, secretFields, valueText }} />;
}

const valueText = (field: string, value: unknown) =>
  field === 'password' ? (value === '' ? 'No new password' : 'A new password') : undefined;

const codeInput = {
  rows: 3,
  maxH: '14rem',
  fontFamily: 'mono',
  textStyle: 'sm',
  spellCheck: false,
  autoCapitalize: 'none',
} as const;

/** The embed code with its preview. */
function EmbedWidget(field: DemoWidgetProps) {
  const { editor, canEdit } = field.edit;
  const code = useWatch({ control: editor.form.control, name: field.name });
  const { base, values } = editor.origin;
  const isHidden = !canEdit && base?.isProtected === true && values.iframe_url === '';
  return (
    <>
      <TextAreaWidget
        {...field}
        help={
          isHidden
            ? 'Only the owner, editors and administrators see the code of a protected demo.'
            : 'A URL, iframe embed code, or script-based embed code.'
        }
        input={codeInput}
      />
      <EmbedPreview code={String(code)} />
    </>
  );
}

/** A new password; the stored one is never shown. */
function PasswordWidget(field: DemoWidgetProps) {
  const isStored = field.edit.editor.origin.base?.isProtected === true;
  return (
    <TextWidget
      {...field}
      help={isStored ? 'Leave blank to keep existing password' : 'At least 8 characters.'}
      input={{ type: 'password', autoComplete: 'new-password' }}
    />
  );
}

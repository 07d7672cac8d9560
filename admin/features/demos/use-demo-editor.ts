import { zodResolver } from '@hookform/resolvers/zod';
import { newDemo } from '@frontage/model/demo';
import { demoForm, type DemoFields, type DemoInput } from '@frontage/model/demo-form';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { abilities, canCreate, canDraft } from '@frontage/model/abilities';
import { documentName, isPublic, parseDocument, type Stored } from '../../lib/documents/document.ts';
import { baseAfter, type Base } from '@frontage/model/writes/plan-save';
import type { Data } from '@frontage/model/writes/write';
import { useFirebase } from '../../lib/firebase.tsx';
import { useViewer } from '../../lib/session.tsx';
import { useGeneralSettings } from '../../editing/seo/general-settings.queries.ts';
import type { OpenedDraft } from '../../editing/draft/opened-draft.queries.ts';
import { initialValues } from '../../editing/draft/initial-values.ts';
import { useCopied, type Copied } from '../../editing/duplicate/duplicate-button.tsx';
import type { Editor } from '../../editing/editor.ts';
import { useEditor } from '../../editing/use-editor.ts';
import { demoNotices, demoValues, toPrepared } from './demo-values.ts';
import { usePasswordHash } from './use-password-hash.ts';

export interface EditedDemo {
  id: string;
  stored: Stored<'demo'> | null;
  opened: OpenedDraft | null;
  /** The embed code; null for a new demo, or if this user may not read it. */
  embed: string | null;
}

const secretFields = ['password'] as const;

/** The edit of a demo with its code and password, and the user's permissions. */
export function useDemoEditor({ id: firstId, stored, opened, embed }: EditedDemo, onSaved: () => void) {
  const viewer = useViewer();
  const hashPassword = usePasswordHash();
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
  const demo = stored?.document ?? null;
  const { canEdit, canPublish } = abilities('demo', viewer, demo ?? { created_by: viewer.uid, is_published: false });
  const mayDraft = demo !== null && canDraft('demo', viewer, demo);
  const mayEdit = demo ? canEdit || mayDraft : canCreate('demo', viewer);
  const valuesAt = (data: Data, code: string | null) => {
    const { document } = parseDocument('demo', firstId, data);
    return { values: demoValues(document, code), base: baseAfter(document.rev, { ...document }) };
  };
  const live = {
    id: firstId,
    base: demo && baseAfter(demo.rev, { ...demo }),
    values: demo ? demoValues(demo, embed) : newDemo,
    savedAt: demo?.updated_at ?? null,
  };
  const { start, first } = initialValues(live, opened, (data) => valuesAt(data, embed).values);
  const form: UseFormReturn<DemoInput, unknown, DemoFields> = useForm<DemoInput, unknown, DemoFields>({
    defaultValues: first,
    // Depends on whether a password is stored, which may change when another user's version is loaded.
    resolver: (...entered) => zodResolver(schema(editor.origin.base))(...entered),
    mode: 'onTouched',
  });
  const editor: Editor<DemoInput, DemoFields> = useEditor<DemoInput, DemoFields>({
    kind: 'demo',
    form,
    start,
    draft: { mayDraft, start: opened?.kept ?? null },
    schema,
    nameOf: documentName,
    valuesOf: valuesAt,
    prepare: async (fields, origin) => {
      const isNew = fields.is_password_protected && fields.password !== '';
      return toPrepared(fields, origin, isNew ? await hashPassword(fields.password) : null);
    },
    isPublic,
    secretFields,
    notices: demoNotices,
    onSaved,
  });
  useCopiedValues(editor, useCopied());
  return { form, editor, demo, mayEdit, canPublish };
}

/** Fills the form of a new demo with copied values: a copy of a protected demo is saved only with a new password. */
function useCopiedValues(editor: Editor<DemoInput, DemoFields>, copied: Copied['copied'] | null) {
  const latest = useRef(editor);
  useEffect(() => {
    if (copied === null || latest.current.origin.base !== null) return;
    latest.current.replaceValues(latest.current.valuesOf(copied.fields, copied.embed));
  }, [copied]);
}

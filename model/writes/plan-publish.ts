import type { z } from 'zod';
import { demoForm } from '../demo-form.ts';
import type { Draft } from '../draft.ts';
import { type Savable } from '../kinds.ts';
import { pageForm } from '../page.ts';
import { sectionForm } from '../section.ts';
import { settingSchemas, type SettingKey } from '../settings.ts';
import type { ReadVersion } from './plan-draft.ts';
import { baseAfter, planSave, type SaveIntent } from './plan-save.ts';
import type { Data, Write } from './write.ts';

/** A draft and its document, read together. */
export interface Publication {
  kind: Savable;
  id: string;
  /** The stored document; null for a setting that was never saved. */
  document: (Data & { rev: number }) | null;
  draft: Pick<Draft, 'data' | 'base_rev' | 'authors' | 'review'>;
  /** Embed code of a demo: that of the draft, else the published one. Null for other kinds. */
  embed: string | null;
  read: ReadVersion;
  uid: string;
}

export type PublishPlan =
  | { ok: true; rev: number; fields: Data; writes: Write[] }
  /** The document changed since the draft's base. */
  | { ok: false; reason: 'moved' }
  | { ok: false; reason: 'invalid'; problems: { field: string; message: string }[] };

/** One batch that publishes a draft and deletes it. Used for publishing by users and by schedules. */
export function planPublish(publication: Publication): PublishPlan {
  const { kind, id, document, draft, embed, read, uid } = publication;
  if (draft.base_rev !== (document?.rev ?? 0)) return { ok: false, reason: 'moved' };
  const parsed = formOf(publication).safeParse(enteredIn(publication));
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => ({ field: String(path[0] ?? ''), message }));
    return { ok: false, reason: 'invalid', problems };
  }
  const fields = kind === 'setting' ? { value: parsed.data } : publishedFields(parsed.data as Data, document);
  const intent: SaveIntent = {
    kind,
    id,
    base: document && baseAfter(document.rev, document),
    fields,
    companions: kind === 'demo' && read.hasEmbed && embed !== null ? { embed } : {},
    uid,
    draft: { ...read, draft },
  };
  const { rev, writes } = planSave(intent);
  return { ok: true, rev, fields, writes };
}

function formOf({ kind, id, document }: Publication): z.ZodType {
  if (kind === 'page') return pageForm;
  if (kind === 'section') return sectionForm;
  // A draft contains no password. If one is required and none is stored, the draft is invalid until a user enters one.
  if (kind === 'demo') return demoForm({ hasPassword: document?.['is_password_protected'] === true });
  return settingSchemas[id as SettingKey];
}

/**
 * The form fields stored in the document. Publishing the draft of an unpublished document publishes it, regardless of
 * the draft's switch: proposals keep it off. The draft of a published document may unpublish it.
 */
const publishedFields = ({ iframe_url: _, password: __, ...content }: Data, document: Data | null): Data =>
  document?.['is_published'] === true ? content : { ...content, is_published: true };

function enteredIn({ kind, id, draft: { data }, embed }: Publication): unknown {
  if (kind === 'demo') return { ...data, iframe_url: embed ?? '', password: '' };
  return kind === 'setting' && id === 'ga4_id' ? data['ga4_id'] : data;
}

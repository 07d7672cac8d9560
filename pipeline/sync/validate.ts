import type { z } from 'zod';
import type { Problem } from '@frontage/model/build-state';
import { demoEmbedDocument } from '@frontage/model/kinds/demo-form';
import {
  currentFields,
  type DocumentsByCollection,
  fieldsOfType,
  hasEmbed,
  hasSlugs,
  type KindCollection,
  kindNames,
  kindOf,
  kinds,
  type SlugKind,
} from '@frontage/model/kinds/kinds';
import { type Media, mediaDocument, type MediaView } from '@frontage/model/media';
import type { ContentCollection } from '@frontage/model/content-collections';
import { collections } from '@frontage/model/paths';
import { redirectDocument, type RedirectFields } from '@frontage/model/redirect';
import { settingDocument, settingSchemas, type SettingKey, type Settings } from '@frontage/model/kinds/settings';
import { slugDocument } from '@frontage/model/slug';
import type { JsonObject } from './source.ts';
import { isRefused, tooSlowToParse } from './text-screen.ts';

/** The parsed type of a valid document per collection. */
export interface ValueOf extends DocumentsByCollection {
  /** Embed code. */
  demo_embeds: string;
  /** One setting under its key. */
  site_settings: Partial<Settings>;
  slugs: SlugRecord;
  redirects: RedirectFields;
  media: MediaValue;
}

/** The description of an upload, a text that changes with its file, and whether no release has shown it. */
type MediaValue = MediaView & Pick<Media, 'md5' | 'is_unshown'>;

/** The document that last took a slug. */
export interface SlugRecord {
  kind: SlugKind;
  slug: string;
  /** The document's id. */
  id: string;
}

export type Validated<Value> = { ok: true; value: Value } | { ok: false; problems: Problem[] };

interface Raw {
  path: string;
  id: string;
  data: JsonObject;
}

// Limits the problems reported about one document.
const reportedIssues = 10;

/** Validates a document against the schema of its collection. Every problem names the document and the field. */
export function validateDocument<C extends ContentCollection>(
  collection: C,
  id: string,
  data: JsonObject,
): Validated<ValueOf[C]> {
  return validators[collection]({ path: `${collection}/${id}`, id, data });
}

type Validators<C extends ContentCollection> = { [Name in C]: (raw: Raw) => Validated<ValueOf[Name]> };

const validators: Validators<ContentCollection> = {
  ...(Object.fromEntries(
    kindNames.map((kind) => [
      kinds[kind].collection,
      (raw: Raw) => withId({ ...raw, data: currentFields(kind, raw.data) }, kinds[kind].schema),
    ]),
  ) as unknown as Validators<KindCollection>),
  demo_embeds: (raw) => {
    const embed = parse(raw.path, demoEmbedDocument, raw.data);
    return embed.ok ? { ok: true, value: embed.value.iframe_url } : embed;
  },
  site_settings: ({ path, id, data }) => {
    const stored = parse(path, settingDocument, data);
    if (!stored.ok) return stored;
    if (!isSettingKey(id)) return unknownDocument(path, `There is no setting "${id}"`);
    const setting = parse(path, settingSchemas[id], stored.value.value);
    return setting.ok ? { ok: true, value: { [id]: setting.value } } : setting;
  },
  slugs: ({ path, id, data }) => {
    const stored = parse(path, slugDocument, data);
    if (!stored.ok) return stored;
    const [kind = '', name = ''] = id.split(/:(.*)/s, 2);
    if (!hasSlugs(kind)) return unknownDocument(path, `There are no slugs of "${kind}"`);
    const slug = slugSchema(kind).safeParse(name);
    if (!slug.success) return unknownDocument(path, slug.error.issues[0]?.message ?? '');
    return { ok: true, value: { kind, slug: slug.data, id: stored.value.id } };
  },
  redirects: ({ path, data }) => {
    const stored = parse(path, redirectDocument, data);
    if (!stored.ok) return stored;
    const { from, to, status } = stored.value;
    return { ok: true, value: { from, to, status } };
  },
  media: ({ path, data }) => {
    const stored = parse(path, mediaDocument, data);
    if (!stored.ok) return stored;
    const { alt, is_decorative, focal, md5, is_unshown } = stored.value;
    return { ok: true, value: { alt, is_decorative, focal, md5, ...(is_unshown && { is_unshown }) } };
  },
};

/** The schema of the stored slugs of a kind. */
function slugSchema(kind: SlugKind): z.ZodType<string> {
  const { collection, schema } = kinds[kind];
  const [field = ''] = fieldsOfType(collection, ['slug']);
  return schema.shape[field] as z.ZodType<string>;
}

const unknownDocument = (document: string, message: string): Validated<never> => ({
  ok: false,
  problems: [{ document, field: null, message }],
});

const isSettingKey = (id: string): id is SettingKey => Object.hasOwn(settingSchemas, id);

function withId<Schema extends z.ZodType<object>>(
  { path, id, data }: Raw,
  schema: Schema,
): Validated<z.output<Schema> & { id: string }> {
  const read = parse(path, schema, data);
  return read.ok ? { ok: true, value: { ...read.value, id } } : read;
}

function parse<Schema extends z.ZodType>(path: string, schema: Schema, data: unknown): Validated<z.output<Schema>> {
  const read = schema.safeParse(data);
  if (read.success) return { ok: true, value: read.data };
  const problems = read.error.issues.slice(0, reportedIssues).map((issue) => ({
    document: path,
    field: issue.path.length > 0 ? issue.path.join('.') : null,
    message: isRefused(fieldOf(data, issue.path[0])) ? tooSlowToParse : issue.message,
  }));
  return { ok: false, problems };
}

const fieldOf = (data: unknown, field: PropertyKey | undefined): unknown =>
  field !== undefined && typeof data === 'object' && data !== null ? Reflect.get(data, field) : undefined;

/**
 * Whether an earlier valid version of a document may stay live although a newer version, `data`, exists and may be
 * invalid. It may not if `data` restricts visibility, or lacks the fields that would show that it does not.
 */
export function mayStayLive(collection: ContentCollection, data: JsonObject, earlier: JsonObject): boolean {
  const kind = kindOf(collection);
  if (kind === null) {
    // An invalid redirect must not keep its previous target.
    return collection !== collections.slugs && collection !== collections.redirects;
  }
  const isHidden = 'is_visible' in kinds[kind].fields && data['is_visible'] !== true;
  const isRevealed =
    hasEmbed(kind) && data['is_password_protected'] !== false && earlier['is_password_protected'] !== true;
  return data['is_published'] === true && !isHidden && !isRevealed;
}

import { z } from 'zod';
import { counted } from '../dates.ts';
import {
  documentId,
  optionalImage,
  optionalTarget,
  optionalText,
  optionalUrl,
  order,
  requiredText,
} from '../fields.ts';
import { limits } from '../limits.ts';
import { invalid, tagProblems } from '../messages.ts';
import { foldTag } from '../slug.ts';

/** The readers of a field and its look in the form. A kind states them beside the field's type. */
interface FieldUses {
  /** The label in forms, comparisons and the audit log. */
  label: string;
  /** The panel of the form; the first one if absent. */
  panel?: string;
  help?: string;
  /** Whether lists and pickers of staff have it. */
  listed?: true;
  /** Whether staff find the document by its text. */
  searched?: true;
  /** Whether templates can read it. A change of other fields renders no pages. */
  shown?: true;
  /** Whether lists on the site show it. */
  card?: true;
  /** Whether lists on the site can be filtered by it. */
  filtered?: true;
  /** Whether lists on the site can be sorted by it. */
  sorted?: true;
}

/** Fields that may be empty can be added to a kind that has documents. */
interface OptionalUses extends FieldUses {
  /** Whether documents of an earlier version lack it. */
  addedLater?: true;
}

/** The types of fields. Form widgets, rules, import and tests derive from them. */
export type FieldType =
  | 'text'
  | 'markdown'
  | 'url'
  | 'image'
  | 'target'
  | 'slug'
  | 'choice'
  | 'option'
  | 'color'
  | 'email'
  | 'language'
  | 'date'
  | 'time'
  | 'order'
  | 'count'
  | 'number'
  | 'switch'
  | 'choices'
  | 'tags'
  | 'document'
  | 'link'
  | 'links'
  | 'groups'
  | 'companion';

/** A field of a kind of content. */
export interface Field<Schema extends z.ZodType = z.ZodType> extends OptionalUses {
  readonly type: FieldType;
  /** The schema of the form's value. */
  readonly schema: Schema;
  /** The schema of the stored value, if it differs. */
  readonly stored?: Schema;
  /** The value in the form of a new document. */
  readonly blank: unknown;
  readonly required: boolean;
  /** The maximum length of a text in UTF-16 code units, the largest number, or the maximum number of tags, links or rows. */
  readonly max?: number;
  /** The smallest number. */
  readonly min?: number;
  /** The number of characters of a text that lists show: of Markdown, those of the excerpt without markup. */
  readonly preview?: number;
  /** The pattern of a slug, valid in JavaScript and RE2. */
  readonly pattern?: string;
  /** Slugs that documents of the kind cannot have, besides those that the site reserves for all kinds. */
  readonly reserved?: readonly string[];
  /** The values of a choice or of choices with their labels. */
  readonly options?: Readonly<Record<string, string>>;
  /** The kinds of documents that a link to a document can name. */
  readonly to?: readonly string[];
  /** The fields of each row of a list of groups. */
  readonly row?: Fields;
  /** The noun for one row in buttons and messages: 'figure'. */
  readonly one?: string;
  /** The collection of the companion that exists if and only if a switch is on. */
  readonly companionIn?: string;
}

export type Fields = Readonly<Record<string, Field>>;

interface TextUses extends FieldUses {
  max: number;
  preview?: number;
  /** The message for a longer text; one with the label if absent. */
  tooLong?: string;
}

const tooLongOf = ({ label, max, tooLong }: TextUses): string =>
  tooLong ?? `${label} must be less than ${max.toLocaleString('en')} characters`;

/** A line of text that may be empty; an empty one is stored as null. */
export const text = <const Uses extends TextUses & OptionalUses>(uses: Uses) => ({
  ...uses,
  type: 'text' as const,
  schema: optionalText(uses.max, tooLongOf(uses)),
  blank: '',
  required: false,
});

/** A text of at least one visible character. */
export const required = <const Uses extends TextUses & { missing?: string }>(uses: Uses) => ({
  ...uses,
  type: 'text' as const,
  schema: requiredText(uses.max, { missing: uses.missing ?? `${uses.label} is required`, tooLong: tooLongOf(uses) }),
  blank: '',
  required: true,
});

/** A text in Markdown with blocks. */
export const markdown = <const Uses extends TextUses & OptionalUses>(uses: Uses) => ({
  ...text(uses),
  type: 'markdown' as const,
});

/** An http or https address, or empty. */
export const url = <const Uses extends OptionalUses>(uses: Uses) => ({
  ...uses,
  type: 'url' as const,
  schema: optionalUrl,
  blank: '',
  required: false,
});

/** The address of an image: an upload, a path on this site, or an https address; or empty. */
export const image = <const Uses extends OptionalUses>(uses: Uses) => ({
  ...uses,
  type: 'image' as const,
  schema: optionalImage,
  blank: '',
  required: false,
});

/** The target of a link: an address, a path on this site, or `#`; or empty. */
export const target = <const Uses extends OptionalUses>(uses: Uses) => ({
  ...uses,
  type: 'target' as const,
  schema: optionalTarget,
  blank: '',
  required: false,
});

/** A position among others: a whole number of at least 0. */
export const position = <const Uses extends FieldUses>(uses: Uses) => ({
  ...uses,
  type: 'order' as const,
  schema: order,
  blank: 0,
  required: false,
});

/** On or off. */
export const toggle = <const Uses extends FieldUses & { blank?: boolean; companionIn?: string }>(uses: Uses) => ({
  ...uses,
  type: 'switch' as const,
  schema: z.boolean(),
  blank: uses.blank ?? false,
  required: false,
});

/** One of a few values. A new document has none, so that the editor chooses. */
export const choice = <Value extends string, const Uses extends FieldUses & { missing?: string }>(
  options: Readonly<Record<Value, string>>,
  uses: Uses,
) => ({
  ...uses,
  type: 'choice' as const,
  schema: z.enum(Object.keys(options) as [Value, ...Value[]], uses.missing),
  options,
  blank: '',
  required: true,
});

/** One of a few values; `usual` if it is missing or empty. The labels of the values are those of its widget. */
export const option = <Value extends string, const Uses extends OptionalUses & { usual: Value }>(
  options: readonly Value[],
  uses: Uses,
) => ({
  ...uses,
  type: 'option' as const,
  schema: z
    .enum(options)
    .or(z.literal(''))
    .nullish()
    .transform((value): Value => value || uses.usual),
  options: Object.fromEntries(options.map((value): [string, string] => [value, value])),
  blank: '',
  required: false,
});

const matching = (isValid: (value: string) => boolean, message: string) =>
  z
    .string()
    .nullish()
    .refine((value) => !value || isValid(value), message)
    .transform((value) => (value ? value : null));

/** A color as `#` and six hexadecimal digits, or empty. */
export const color = <const Uses extends OptionalUses>(uses: Uses) => ({
  ...uses,
  type: 'color' as const,
  schema: matching((value) => /^#[0-9a-fA-F]{6}$/.test(value), invalid.hexColor),
  blank: '',
  required: false,
});

/** Pattern of an email address, valid in JavaScript and RE2: firestore.rules contains the same one. */
export const emailPattern =
  '(?:[A-Za-z0-9_+\\x27-]+\\.)*[A-Za-z0-9_+\\x27-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\\.)+[A-Za-z]{2,}';
const emailAddress = new RegExp(`^${emailPattern}$`);

/** An email address, or empty. */
export const email = <const Uses extends OptionalUses>(uses: Uses) => ({
  ...uses,
  type: 'email' as const,
  schema: matching((value) => value.length <= limits.email && emailAddress.test(value), invalid.email),
  max: limits.email,
  blank: '',
  required: false,
});

/** Pattern of a BCP 47 tag of language, script and region, such as `zh-Hant-TW`; valid in JavaScript and RE2. */
export const languagePattern = '[A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|[0-9]{3}))?';
const languageTag = new RegExp(`^${languagePattern}$`);

/** A tag of a language, or empty. */
export const language = <const Uses extends OptionalUses>(uses: Uses) => ({
  ...uses,
  type: 'language' as const,
  schema: matching((value) => languageTag.test(value), invalid.language),
  blank: '',
  required: false,
});

const leapYear = '(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)';

/** Pattern of a calendar date such as `2026-11-29`; valid in JavaScript and RE2. */
export const datePattern =
  '(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)' +
  `|02-(?:0[1-9]|1[0-9]|2[0-8]))|${leapYear}-02-29)`;
const calendarDate = new RegExp(`^${datePattern}$`);

/** A calendar date such as `2026-11-29`, or empty. */
export const date = <const Uses extends OptionalUses>(uses: Uses) => ({
  ...uses,
  type: 'date' as const,
  schema: matching((value) => calendarDate.test(value), `${uses.label} must be a valid date`),
  blank: '',
  required: false,
});

/** Pattern of a moment in UTC such as `2026-11-29T08:30:00Z`, with or without milliseconds; valid in JavaScript and RE2. */
export const timePattern = `${datePattern}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:[.][0-9]{3})?Z`;
const utcTime = new RegExp(`^${timePattern}$`);

/** A date and time, stored as an ISO moment in UTC with milliseconds, or empty. */
export const time = <const Uses extends OptionalUses>(uses: Uses) => ({
  ...uses,
  type: 'time' as const,
  schema: matching(
    (value) => utcTime.test(value),
    `${uses.label} must be a date and time such as 2026-11-29T08:30:00Z`,
  ).transform((value) => value && new Date(value).toISOString()),
  blank: '',
  required: false,
});

/** A number with or without decimals, or null. Both limits are included. */
export const number = <const Uses extends OptionalUses & { min?: number; max?: number }>(uses: Uses) => {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = uses;
  const range = [
    ...(uses.min === undefined ? [] : [`from ${String(uses.min)}`]),
    ...(uses.max === undefined ? [] : [`to ${String(uses.max)}`]),
  ];
  const message = ['Enter a number', ...range].join(' ');
  return {
    ...uses,
    type: 'number' as const,
    schema: z
      .number(message)
      .min(min, message)
      .max(max, message)
      .nullish()
      .transform((value) => value ?? null),
    min,
    max,
    blank: null as number | null,
    required: false,
  };
};

/** A whole number from 0 to `max`. */
export const count = <const Uses extends FieldUses & { max: number }>(uses: Uses) => {
  const message = `Enter a whole number from 0 to ${String(uses.max)}`;
  return {
    ...uses,
    type: 'count' as const,
    schema: z.int(message).min(0, message).max(uses.max, message),
    blank: 0,
    required: false,
  };
};

/** Several of a few values, in the order of the table. */
export const choices = <Value extends string, const Uses extends OptionalUses>(
  options: Readonly<Record<Value, string>>,
  uses: Uses,
) => {
  const known = Object.keys(options) as Value[];
  const message = `${uses.label} must be a list of: ${known.join(', ')}`;
  return {
    ...uses,
    type: 'choices' as const,
    schema: z
      // The values are checked on the list, because the form shows one message for each field.
      .array(z.string(message).meta({ enum: known }))
      .max(known.length, message)
      .nullish()
      .refine((chosen) => !chosen?.some((value) => !Object.hasOwn(options, value)), message)
      .transform((chosen) => known.filter((value) => chosen?.includes(value))),
    options,
    blank: [] as readonly Value[],
    required: false,
  };
};

/** Pattern of a tag: a line of at most `limits.tag` characters without commas; valid in JavaScript and RE2. */
export const tagPattern = `[^\\p{Cc},]{1,${String(limits.tag)}}`;
const tagText = new RegExp(`^${tagPattern}$`, 'u');

/** The message about the first invalid tag of a list; null if all are valid. */
function invalidTag(tags: readonly string[]): string | null {
  const tag = tags.find((one) => !tagText.test(one) || foldTag(one) === '');
  if (tag === undefined) return null;
  if (foldTag(tag) === '') return tagProblems.withoutAddress;
  return tag.length > limits.tag ? tagProblems.tooLong : tagProblems.format;
}

function distinctTags(tags: readonly string[]): string[] {
  const addresses = tags.map(foldTag);
  const distinct = tags.filter((_, index) => addresses.indexOf(addresses[index] ?? '') === index);
  return distinct.map((tag) => tag.trim().replaceAll(/\s+/g, ' '));
}

/**
 * A list of short texts such as topics. Of tags that fold to one address (`foldTag`), the first one stays. The rules do not
 * check that a tag has an address.
 */
export const tags = <const Uses extends OptionalUses & { max?: number }>(uses: Uses) => {
  const { label, max = limits.tags } = uses;
  return {
    ...uses,
    type: 'tags' as const,
    schema: z
      .array(z.string(`${label} must be a list of texts`))
      .max(max, `${label} must have at most ${counted(max, 'entry', 'entries')}`)
      .nullish()
      .superRefine((entered, context) => {
        // On the list, because the form shows one message for each field.
        const message = invalidTag(entered ?? []);
        if (message !== null) context.addIssue({ code: 'custom', message });
      })
      .transform((entered) => distinctTags(entered ?? [])),
    max,
    blank: [] as readonly string[],
    required: false,
  };
};

/** The id of another document of the same kind, or null. */
export const otherDocument = <const Uses extends FieldUses>(uses: Uses) => ({
  ...uses,
  type: 'document' as const,
  schema: documentId.nullable(),
  blank: null,
  required: false,
});

interface LinkUses {
  /** The names of the kinds whose documents can be linked. They have addresses. */
  to: readonly [string, ...string[]];
}

/** Pattern of a link to a document without an anchor; valid in JavaScript and RE2. The id is encoded as in texts. */
export const linkPattern = (to: readonly string[]): string => `(?:${to.join('|')}):(?:[A-Za-z0-9_.~-]|%[0-9A-F]{2})+`;

const linkTo = (to: readonly string[]) => new RegExp(`^${linkPattern(to)}$`);

/** A link to a document as `{kind}:{id}`, or empty. */
export const link = <const Uses extends OptionalUses & LinkUses>(uses: Uses) => ({
  ...uses,
  type: 'link' as const,
  schema: matching(
    (value) => value.length <= limits.url && linkTo(uses.to).test(value),
    `${uses.label} must be a document of the list`,
  ),
  blank: '',
  required: false,
});

/** An ordered list of links to different documents, at most `max`. */
export const links = <const Uses extends OptionalUses & LinkUses & { max: number }>(uses: Uses) => {
  const message = `${uses.label} must be documents of the list`;
  return {
    ...uses,
    type: 'links' as const,
    schema: z
      .array(z.string().regex(linkTo(uses.to), message))
      .max(uses.max, `${uses.label} can have at most ${String(uses.max)} documents`)
      .refine((all) => all.join(' ').length <= limits.url * uses.max, message)
      .refine((all) => new Set(all).size === all.length, `${uses.label} must not name a document twice`)
      .nullish()
      .transform((all) => all ?? []),
    blank: [] as readonly string[],
    required: false,
  };
};

/** The types of fields that a row cannot have: those of a whole document, long texts and lists. */
export const excludedInRows: readonly FieldType[] = [
  ...(['slug', 'document', 'companion', 'order', 'markdown', 'links', 'groups'] as const),
];

/**
 * A list of at most `max` rows, each with the same fields. The rules check only type and size of the list; form, functions
 * and pipeline check the rows.
 */
export const groups = <const Uses extends OptionalUses & { max: number; row: Fields; one: string }>(uses: Uses) => ({
  ...uses,
  type: 'groups' as const,
  schema: z
    .array(z.object(formShape<Uses['row']>(uses.row)))
    .max(uses.max, `${uses.label} can have at most ${uses.max.toLocaleString('en')} rows`)
    .nullish()
    .transform((rows) => rows ?? []),
  blank: [] as readonly Readonly<Record<string, unknown>>[],
  required: false,
});

/** The rows of a value of a list of groups. Other values have none, and an entry that is no row has no fields. */
export const rowsIn = (value: unknown): Readonly<Record<string, unknown>>[] =>
  Array.isArray(value)
    ? value.map((row: unknown) => (typeof row === 'object' && row !== null ? (row as Record<string, unknown>) : {}))
    : [];

/** The last part of the document's address. */
export const slug = <const Uses extends FieldUses>(
  rule: { schema: z.ZodString; stored: z.ZodString; pattern: string; reserved: readonly string[] },
  uses: Uses,
) => ({ ...uses, type: 'slug' as const, ...rule, blank: '', required: true });

/** A field of the form whose value is in a companion document, with its own schema. */
export const companion = <const Uses extends FieldUses & { required: boolean }>(uses: Uses) => ({
  ...uses,
  type: 'companion' as const,
  schema: z.string(),
  blank: '',
});

/** The names of the fields with a use. */
export type Named<F extends Fields, Use extends keyof OptionalUses> = {
  [Name in keyof F]: F[Name] extends Readonly<Record<Use, true>> ? Name : never;
}[keyof F];

/** The names of the fields with a use: `namesOf(fields, 'listed')`. */
export const namesOf = <
  F extends Fields,
  const Use extends 'listed' | 'searched' | 'shown' | 'card' | 'filtered' | 'sorted' | 'addedLater',
>(
  fields: F,
  use: Use,
): Named<F, Use>[] => Object.keys(fields).filter((name) => fields[name]?.[use] === true) as Named<F, Use>[];

type Stored<F extends Fields> = {
  [Name in keyof F as F[Name]['type'] extends 'companion' ? never : Name]: F[Name]['schema'];
};

/** The schemas of the form's values, without companions. */
export const formShape = <F extends Fields>(fields: F): Stored<F> => shapeOf(fields, ({ schema }) => schema);

/** The schemas of the stored values. */
export const storedShape = <F extends Fields>(fields: F): Stored<F> =>
  shapeOf(fields, ({ schema, stored }) => stored ?? schema);

const shapeOf = <F extends Fields>(fields: F, schemaOf: (field: Field) => z.ZodType): Stored<F> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => (field.type === 'companion' ? [] : [[name, schemaOf(field)]])),
  ) as Stored<F>;

/**
 * The texts in the fields of some types, also those of lists and rows, each with the name of its field, in rows with the
 * index: `figures.0.logo`.
 */
export const textsOf = (
  fields: Fields,
  value: unknown,
  types: readonly FieldType[],
): { field: string; text: string }[] =>
  Object.entries(fields).flatMap(([field, { type, row }]) => {
    if (row !== undefined)
      return rowsIn(Reflect.get(Object(value), field)).flatMap((held, index) =>
        textsOf(row, held, types).map((found) => ({ ...found, field: `${field}.${String(index)}.${found.field}` })),
      );
    const held: unknown = types.includes(type) ? Reflect.get(Object(value), field) : null;
    return [held].flat().flatMap((text) => (typeof text === 'string' ? [{ field, text }] : []));
  });

/** The form's values of a new document. */
export const blankOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, { blank }]) => [name, blank])) as {
    [Name in keyof F]: F[Name]['blank'];
  };

/** The labels of the form's fields. */
export const labelsOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label])) as Record<keyof F, string>;

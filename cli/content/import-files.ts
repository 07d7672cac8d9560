import { isUtf8 } from 'node:buffer';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { textProblems } from '@frontage/model/markdown';
import { messageOf } from '@frontage/model/messages';
import { OperatorError } from '@frontage/model/operator-error';
import { demoEmbedDocument, embedCode } from '@frontage/model/kinds/demo-form';
import { documentId, isStamp, optionalImage, optionalTarget, optionalUrl } from '@frontage/model/fields';
import { type Field, type Fields, rowsIn } from '@frontage/model/kinds/field';
import { fieldsOfType, hasEmbed, kindNames, kinds, type SlugKind, slugKindOf } from '@frontage/model/kinds/kinds';
import { collections, isDocumentId, isNameable } from '@frontage/model/paths';
import { settingSchemas, type SettingKey } from '@frontage/model/kinds/settings';
import { fieldAt } from '@frontage/model/watch-fields';
import { z } from 'zod';

const longId = 'id: is too long: drafts, versions and the trash could not contain it. Use at most 100 characters';

/** The files that an import reads. Each contains an object of fields by document id. `text` is the field with Markdown. */
const files = kindNames.map((kind) => {
  const { collection, form } = kinds[kind];
  return {
    file: `${collection}.json`,
    collection,
    schema: hasEmbed(kind) ? z.object({ ...form.shape, ...demoEmbedDocument.shape }) : form,
    fields: kinds[kind].fields,
    slugKind: slugKindOf(kind),
    text: fieldsOfType(collection, ['markdown'])[0] ?? null,
  };
});

const settingsFile = 'site_settings.json';

/** Values whose form is not evident from their JSON type. */
const valueForms = new Map<z.ZodType, string>([
  [documentId, 'id of a page'],
  [embedCode, 'an https URL, an iframe, or a script'],
  [optionalImage, 'URL or path of an image'],
  [optionalTarget, 'URL or path'],
  [optionalUrl, 'URL'],
  ...kindNames.flatMap((kind) => Object.values(kinds[kind].fields).flatMap(formsOf)),
]);

/** The forms of links to documents of some kinds and of rows, each with its schema. */
function formsOf({ type, schema, to = [], max = 0, row }: Field): [z.ZodType, string][] {
  if (row !== undefined) {
    const names = Object.keys(row).join(' and ');
    return [[schema, `a list of at most ${String(max)} objects with ${names}`], ...Object.values(row).flatMap(formsOf)];
  }
  const one = to.map((kind) => `${kind}:ID`).join(' or ');
  if (type === 'link') return [[schema, one]];
  return type === 'links' ? [[schema, `a list of ${one}`]] : [];
}

/** Help lines that list the allowed files and fields, with the values that each field accepts. */
export function importFormat(): string[] {
  const documents = files.flatMap(({ file, schema, text }) => [`  ${file}`, ...fieldLines(schema, text)]);
  const settings = Object.entries(settingSchemas).flatMap(([key, schema]) =>
    schema instanceof z.ZodObject ? [`    ${key}`, ...fieldLines(schema, null, '      ')] : fieldLine(key, schema),
  );
  return [...documents, `  ${settingsFile}`, ...settings];
}

const fieldLines = (schema: z.ZodObject, markdown: string | null, indent = '    '): string[] =>
  Object.entries(schema.shape).flatMap(([name, field]) =>
    fieldLine(name, field as z.ZodType, { indent, isMarkdown: name === markdown }),
  );

function fieldLine(name: string, field: z.ZodType, { indent = '    ', isMarkdown = false } = {}): string[] {
  const form = isMarkdown ? 'Markdown' : valueForm(field);
  const [first = '', ...rest] = wrapped((field.safeParse(undefined).success ? form : `required: ${form}`).split(', '));
  return [`${indent}${name.padEnd(32 - indent.length)}${first}`, ...rest.map((line) => ' '.repeat(32) + line)];
}

/** The values that a field accepts, in words. */
function valueForm(field: z.ZodType): string {
  if (field instanceof z.ZodNullable) return `${valueForm(field.unwrap() as z.ZodType)}, or null`;
  return valueForms.get(field) ?? jsonForm(z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }));
}

function jsonForm({ type, enum: options, anyOf, items }: z.core.JSONSchema.BaseSchema): string {
  if (options) return options.join(', ');
  if (typeof items === 'object' && !Array.isArray(items) && items.type === 'string')
    return items.enum ? `a list of: ${items.enum.join(', ')}` : 'a list of texts';
  const [form = ''] = (anyOf ?? []).map(jsonForm).filter((one) => one !== '');
  const [name = ''] = [type ?? ''].flat();
  return form || (jsonTypes[name] ?? '');
}

const jsonTypes: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  object: 'an object of fields',
  string: 'text',
};

/** A valid document to import, with the values to store. */
export interface Entry {
  /** `{collection}/{id}`. */
  document: string;
  id: string;
  /** Fields without those that the server adds. */
  fields: Record<string, unknown>;
  /** The slug that the document requests; null for documents without a slug. */
  slug: { kind: SlugKind; slug: string } | null;
  /** Embed code of a demo, which is stored in a separate document; null for others. */
  embed: string | null;
}

/** A document that is not imported. Problems have the form `field: message`. */
export interface Refused {
  document: string;
  problems: string[];
}

/** The mistakes in the blocks of an imported document. Problems have the form `field, line 3, block: message`. */
export type BlockMistakes = Refused;

export interface ImportFolder {
  entries: Entry[];
  refused: Refused[];
  mistakes: BlockMistakes[];
  /** Names of other JSON files. */
  ignored: string[];
}

/**
 * Reads and checks a folder of JSON files.
 * @throws OperatorError if the folder contains none of the files of an import, or one that cannot be read.
 */
export function readImport(folder: string): ImportFolder {
  const known = [...files.map(({ file }) => file), settingsFile];
  const names = namesIn(folder).filter((name) => name.endsWith('.json'));
  if (!names.some((name) => known.includes(name))) {
    throw new OperatorError(
      `${folder} contains no content`,
      `Add one of ${known.join(', ')}; see: npx frontage import --help`,
    );
  }
  const ignored = names.filter((name) => !known.includes(name));
  const read: ImportFolder = { entries: [], refused: [], mistakes: [], ignored };
  const add = (document: string, result: Entry | string[]): void => {
    if (Array.isArray(result)) read.refused.push({ document, problems: result });
    else read.entries.push(result);
  };
  for (const { file, collection, schema, fields: described, slugKind, text } of files.filter(({ file }) =>
    names.includes(file),
  )) {
    for (const [id, given] of Object.entries(readObject(join(folder, file)))) {
      const document = `${collection}/${id}`;
      const parsed = parse(schema, given, described);
      const broken = brokenTexts(parsed.data);
      if (!isDocumentId(id)) add(document, ['id: is not a valid document id']);
      else if (!isNameable(collection, id)) add(document, [longId]);
      else if (!parsed.success) add(document, parsed.problems);
      else if (broken.length > 0) add(document, broken);
      else {
        const { iframe_url, ...fields }: Record<string, unknown> = parsed.data;
        const embed = typeof iframe_url === 'string' ? iframe_url : null;
        const slug = slugKind && { kind: slugKind, slug: String(fields['slug']) };
        add(document, { document, id, fields, slug, embed });
        const problems = text === null ? [] : mistakesIn(text, fields);
        if (problems.length > 0) read.mistakes.push({ document, problems });
      }
    }
  }
  if (!names.includes(settingsFile)) return read;
  for (const [id, given] of Object.entries(readObject(join(folder, settingsFile)))) {
    const document = `${collections.settings}/${id}`;
    const parsed = Object.hasOwn(settingSchemas, id) ? parse(settingSchemas[id as SettingKey], given) : null;
    const broken = brokenTexts(parsed?.data);
    if (!parsed) add(document, [`id: is not a setting. ${suggestion(id, Object.keys(settingSchemas))}`]);
    else if (!parsed.success) add(document, parsed.problems);
    else if (broken.length > 0) add(document, broken);
    else add(document, { document, id, fields: { value: parsed.data }, slug: null, embed: null });
  }
  return read;
}

function mistakesIn(field: string, fields: Record<string, unknown>): string[] {
  const problems = textProblems(String(fields[field] ?? ''));
  return problems.map(({ line, block, message }) => `${field}, line ${line + 1}, ${block}: ${message}`);
}

function namesIn(folder: string): string[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return readdirSync(folder);
  throw new OperatorError(`There is no folder ${folder}`, 'Check the spelling; see: npx frontage import --help');
}

/** Parses a JSON file with an object. @throws OperatorError with line and column if it is not one. */
function readObject(file: string): Record<string, unknown> {
  const bytes = readFileSync(file);
  const next = 'Fix the file and run it again: nothing was written';
  // Other encodings would be read with a replacement character in place of each special letter.
  if (!isUtf8(bytes))
    throw new OperatorError(`${file} is not UTF-8`, `Save the file as UTF-8 and run it again: nothing was written`);
  const text = bytes.toString().replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new OperatorError(`${file}:${placeOf(messageOf(error), text)} is not JSON`, next, { cause: error });
  }
  // The parsed record is not returned, because it lacks a document with the id `__proto__`.
  if (!z.record(z.string(), z.unknown()).safeParse(value).success)
    throw new OperatorError(`${file}:1:1 is not an object of documents by id`, next);
  const repeated = repeatedKey(text);
  if (repeated) throw new OperatorError(`${file}:${repeated.line} repeats the document "${repeated.key}"`, next);
  return value as Record<string, unknown>;
}

/** The first key of a JSON object that occurs twice, of which `JSON.parse` keeps the last; null if there is none. */
function repeatedKey(text: string): { key: string; line: number } | null {
  const keys = new Set<string>();
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (character !== '"') continue;
    // One expression for a whole string would need more stack than there is for a long text.
    const start = at;
    for (at += 1; text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1;
    if (depth !== 1 || !/^\s*:/.test(text.slice(at + 1, at + 100))) continue;
    const key = JSON.parse(text.slice(start, at + 1)) as string;
    if (keys.has(key)) return { key, line: text.slice(0, start).split('\n').length };
    keys.add(key);
  }
  return null;
}

/** Texts that would be stored with replacement characters, as problems. `path` names the value. */
function brokenTexts(value: unknown, path = ''): string[] {
  if (typeof value === 'string')
    return value.isWellFormed() ? [] : [`${path || 'document'}: Must not contain half of a surrogate pair`];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => brokenTexts(part, path === '' ? name : `${path}.${name}`));
}

/** Line and column of a syntax error, from its message; the end of the text if the message has none. */
function placeOf(message: string, text: string): string {
  const position = /line (\d+) column (\d+)/.exec(message);
  if (position) return `${position[1]}:${position[2]}`;
  const lines = text.split('\n');
  return `${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
}

/** Joins words with commas into lines of about 70 characters. */
function wrapped(words: readonly string[]): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length > 70) lines.push(word);
    else lines[lines.length - 1] = `${last}, ${word}`;
  }
  return lines;
}

type Parsed<Output> = { success: true; data: Output } | { success: false; data?: undefined; problems: string[] };

/** Parses a document or setting. Fields that its schema lacks are problems, because their values would be lost. */
function parse<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
  fields: Fields = {},
): Parsed<z.output<Schema>> {
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : null;
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
  const unknown = names && isObject ? Object.keys(given).filter((name) => !names.includes(name)) : [];
  const unknownInRows = isObject ? unknownRowFields(given, fields) : [];
  // Issues without a message in the schema get an empty one, and below a plain text.
  const parsed = schema.safeParse(given, { error: () => '' });
  if (parsed.success && unknown.length + unknownInRows.length === 0) return { success: true, data: parsed.data };
  const issues = (parsed.error?.issues ?? []).map(({ path, message }) => {
    const [name, , inner] = path;
    if (name === undefined) return `document: ${message || describeValue(given, schema)}`;
    const field = schema instanceof z.ZodObject ? (schema.shape[String(name)] as z.ZodType) : schema;
    const described = fields[String(name)]?.row?.[String(inner)]?.schema ?? field;
    const value = isObject ? fieldAt(given, inner === undefined ? [String(name)] : path.map(String)) : given;
    return `${placeOfField(path)}: ${message || describeValue(value, described)}`;
  });
  const problems = [...unknown.map((name) => describeUnknown(name, names ?? [])), ...unknownInRows, ...new Set(issues)];
  return { success: false, problems };
}

/** The place of a field in a document, in words: `figures, row 2, label`. */
export const placeOfField = ([name, index, inner]: readonly PropertyKey[]): string =>
  [
    String(name),
    ...(index === undefined ? [] : [`row ${String(Number(index) + 1)}`]),
    ...(inner === undefined ? [] : [String(inner)]),
  ].join(', ');

/** Fields of rows that are not in their table. */
const unknownRowFields = (given: object, fields: Fields): string[] =>
  Object.entries(fields).flatMap(([list, { row }]) => {
    if (row === undefined) return [];
    const names = Object.keys(row);
    return rowsIn(Reflect.get(given, list)).flatMap((values, index) =>
      Object.keys(values)
        .filter((name) => !names.includes(name))
        .map((name) => `${placeOfField([list, index])}, ${describeUnknown(name, names)}`),
    );
  });

function describeUnknown(name: string, names: readonly string[]): string {
  if (isStamp(name)) return `${name}: is set by the import. Remove it`;
  if (/^password/i.test(name)) return `${name}: is not imported. Set passwords in the admin`;
  return `${name}: is not a field. ${suggestion(name, names)}`;
}

/** A message for a missing value or one of the wrong type, with the values that the field accepts. */
function describeValue(value: unknown, field: z.ZodType): string {
  const expected = `Expected: ${valueForm(field)}`;
  if (value === undefined) return `is missing. ${expected}`;
  if (Array.isArray(value)) return `is a list. ${expected}`;
  if (typeof value === 'object' && value !== null) return `is an object. ${expected}`;
  return `is ${JSON.stringify(value).slice(0, 80)}. ${expected}`;
}

/** A sentence that names the known name nearest to a given one, and all names if none is near. */
function suggestion(given: string, names: readonly string[]): string {
  const [nearest] = names
    .map((name) => ({ name, changes: changesBetween(given, name) }))
    .sort((a, b) => a.changes - b.changes);
  const isNear = nearest && nearest.changes <= Math.max(2, given.length / 3);
  return isNear ? `Did you mean "${nearest.name}"?` : `Known names: ${names.join(', ')}`;
}

const wordsOf = (name: string): string[] =>
  name
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** The edit distance of two names without case and separators; 1 if one has every word of the other. */
function changesBetween(given: string, name: string): number {
  const [givenWords, nameWords] = [wordsOf(given.slice(0, 100)), wordsOf(name)];
  const [a, b] = [givenWords.join(''), nameWords.join('')];
  if (a === b) return 0;
  const isPart = a.length > 2 && givenWords.every((word) => b.includes(word));
  if (isPart || nameWords.every((word) => a.includes(word))) return 1;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [index, letter] of Array.from(a).entries()) {
    const next = [index + 1];
    for (let at = 1; at <= b.length; at += 1) {
      const replaced = (row[at - 1] ?? 0) + (letter === b[at - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

import { isUtf8 } from 'node:buffer';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { textProblems } from '@frontage/model/markdown';
import { messageOf } from '@frontage/model/messages';
import { OperatorError } from '@frontage/model/operator-error';
import { demoDocument } from '@frontage/model/demo';
import { demoEmbedDocument } from '@frontage/model/demo-form';
import { pageForm } from '@frontage/model/page';
import { collections, type SlugKind, isDocumentId } from '@frontage/model/paths';
import { sectionForm } from '@frontage/model/section';
import { settingSchemas, type SettingKey } from '@frontage/model/settings';
import { z } from 'zod';

const demoFields = demoDocument.omit({
  rev: true,
  created_at: true,
  created_by: true,
  updated_at: true,
  updated_by: true,
});

/** The files that an import reads. Each contains an object of fields by document id. `text` is the field with Markdown. */
const files = [
  {
    file: 'homepage_sections.json',
    collection: collections.sections,
    schema: sectionForm,
    slugKind: null,
    text: 'content',
  },
  { file: 'pages.json', collection: collections.pages, schema: pageForm, slugKind: 'page', text: 'body' },
  {
    file: 'demo_pages.json',
    collection: collections.demos,
    schema: z.object({ ...demoFields.shape, ...demoEmbedDocument.shape }),
    slugKind: 'demo',
    text: null,
  },
] as const;

const settingsFile = 'site_settings.json';

/** Help lines that list the allowed files with their fields. */
export function importFormat(): string[] {
  const fields = files.flatMap(({ file, schema }) => [`  ${file}`, ...wrapped(Object.keys(schema.shape))]);
  return [...fields, `  ${settingsFile} (each key holds its setting)`, ...wrapped(Object.keys(settingSchemas))];
}

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
  for (const { file, collection, schema, slugKind, text } of files.filter(({ file }) => names.includes(file))) {
    for (const [id, given] of Object.entries(readObject(join(folder, file)))) {
      const document = `${collection}/${id}`;
      const parsed = schema.safeParse(given);
      const broken = brokenTexts(parsed.data);
      if (!isDocumentId(id)) add(document, ['id: is not a valid document id']);
      else if (!parsed.success) add(document, parsed.error.issues.map(describeIssue));
      else if (broken.length > 0) add(document, broken);
      else {
        const { iframe_url: embed = null, ...fields } = { iframe_url: undefined, ...parsed.data };
        const slug = slugKind && 'slug' in fields ? { kind: slugKind, slug: fields.slug } : null;
        add(document, { document, id, fields, slug, embed });
        const problems = text === null ? [] : mistakesIn(text, fields);
        if (problems.length > 0) read.mistakes.push({ document, problems });
      }
    }
  }
  if (!names.includes(settingsFile)) return read;
  for (const [id, given] of Object.entries(readObject(join(folder, settingsFile)))) {
    const document = `${collections.settings}/${id}`;
    const parsed = Object.hasOwn(settingSchemas, id) ? settingSchemas[id as SettingKey].safeParse(given) : null;
    const broken = brokenTexts(parsed?.data);
    if (!parsed) add(document, [`id: is not one of ${Object.keys(settingSchemas).join(', ')}`]);
    else if (!parsed.success) add(document, parsed.error.issues.map(describeIssue));
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

const describeIssue = (issue: z.core.$ZodIssue): string => `${issue.path.join('.') || 'document'}: ${issue.message}`;

/** Joins words with commas into help lines of about 100 characters. */
function wrapped(words: readonly string[]): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length > 100) lines.push(`    ${word}`);
    else lines[lines.length - 1] = `${last}, ${word}`;
  }
  return lines;
}

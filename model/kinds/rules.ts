import { kinds } from './kinds.ts';
import { settingFields } from './settings.ts';
import { contentStamps } from '../fields.ts';
import type { Field, Fields } from './field.ts';

// The part of firestore.rules that states fields: which a document and its draft may have, and the shape of each.

const width = 120;

const quoted = (names: readonly string[]): string[] => names.map((name) => `'${name}'`);

/** A list of words in lines of at most `width` characters, indented by `indent`. */
function wrapped(words: readonly string[], indent: number): string {
  const lines: string[] = [];
  for (const [index, word] of words.entries()) {
    const ended = index === words.length - 1 ? word : `${word},`;
    const last = lines.at(-1);
    if (last !== undefined && indent + last.length + ended.length + 1 <= width)
      lines[lines.length - 1] = `${last} ${ended}`;
    else lines.push(ended);
  }
  return lines.map((line) => ' '.repeat(indent) + line).join('\n');
}

/** The condition that a stored value of a field meets; null if another rule states it. */
function conditionOf(holder: string, name: string, field: Field): string | null {
  const value = field.addedLater === true ? `${holder}.get('${name}', null)` : `${holder}.${name}`;
  switch (field.type) {
    case 'text':
    case 'markdown':
      return `${field.required ? 'text' : 'optionalText'}(${value}, ${String(field.max)})`;
    case 'url':
      return `optionalUrl(${value})`;
    case 'image':
      return `optionalImage(${value})`;
    case 'target':
      return `optionalTarget(${value})`;
    case 'slug':
      return `${value}.matches('${field.pattern ?? ''}') && slugAllowed(${value}) && slugKept(${value}, resource)`;
    case 'choice':
      return `${value} in ${listOf(Object.keys(field.options ?? {}), { start: `          && ${value} in `, indent: 10 })}`;
    case 'option': {
      const options = ['null', "''", ...quoted(Object.keys(field.options ?? {}))];
      return `${value} in [${options.join(', ')}]`;
    }
    case 'color':
      return `optionalColor(${value})`;
    case 'email':
      return `optionalText(${value}, ${String(field.max)}) && (${value} in [null, ''] || emailAddress(${value}))`;
    case 'language':
      return `(${value} in [null, ''] || languageTag(${value}))`;
    case 'count':
      return `position(${value}) && ${value} <= ${String(field.max)}`;
    case 'order':
      return `position(${value})`;
    case 'switch':
      // Compared with the existence of its companion, which also requires a boolean.
      return field.companionIn === undefined ? `${value} is bool` : null;
    case 'document':
      return `(${value} == null || (documentId(${value}) && ${value} != id))`;
    case 'companion':
      return null;
  }
}

const storedNames = (fields: Fields): string[] =>
  Object.keys(fields).filter((name) => fields[name]?.type !== 'companion');

interface Shape {
  fields: Fields;
  /** The name of the map in the rules. */
  holder: 'data' | 'value';
  /** The names of further fields, which other rules check. */
  more: readonly string[];
}

/** A function that returns whether all fields of a map are valid. */
function validity(name: string, { fields, holder, more }: Shape): string {
  const conditions = Object.entries(fields).flatMap(
    ([field, described]) => conditionOf(holder, field, described) ?? [],
  );
  const parameters = Object.values(fields).some(({ type }) => type === 'document') ? `id, ${holder}` : holder;
  const start = `        return ${holder}.keys().hasOnly(`;
  return `      function ${name}(${parameters}) {
${start}${listOf([...storedNames(fields), ...more], { start, indent: 10 })})
${conditions.map((condition) => `          && ${condition}`).join('\n')};
      }`;
}

/** A list of texts: in the line that begins with `start` if it fits, else in lines of its elements. */
function listOf(names: readonly string[], { start, indent }: { start: string; indent: number }): string {
  const list = `[${quoted(names).join(', ')}]`;
  if (start.length + list.length < width) return list;
  return `[\n${wrapped(quoted(names), indent + 2)}\n${' '.repeat(indent)}]`;
}

const listed = (name: string, names: readonly string[]): string => {
  const start = `          '${name}': `;
  return start + listOf(names, { start, indent: 10 });
};

/** The names of the fields in the drafts of each kind and setting. */
const formFields = (): string => `      function formFields(collection, id) {
        return collection == 'site_settings' ? {
${Object.entries(settingFields)
  .map(([key, fields]) => listed(key, Object.keys(fields)))
  .join(',\n')}
        }[id] : {
${Object.values(kinds)
  .map(({ collection, fields }) => listed(collection, storedNames(fields)))
  .join(',\n')}
        }[collection];
      }`;

/** `social_links` as the name of a function: `socialLinksValid`. */
const functionOf = (name: string): string =>
  `${name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}Valid`;

const document = (fields: Fields) => (name: string) =>
  validity(name, { fields, holder: 'data', more: Object.keys(contentStamps) });

const setting = (fields: Fields) => (name: string) => validity(name, { fields, holder: 'value', more: [] });

// The analytics id is a single text, and requiring a second factor also depends on the caller: both are written by hand.
const { ga4_id: _text, security: _ofCaller, ...settings } = settingFields;

/** The text of each generated function, given its name. */
const parts: Record<string, (name: string) => string> = {
  ...Object.fromEntries(Object.entries(kinds).map(([kind, { fields }]) => [functionOf(kind), document(fields)])),
  ...Object.fromEntries(Object.entries(settings).map(([key, fields]) => [functionOf(key), setting(fields)])),
  formFields,
};

/** Writes the generated parts, each between two marks, into the text of firestore.rules. Throws if a mark is missing. */
export const generateRules = (source: string): string =>
  Object.entries(parts).reduce((text, [name, write]) => {
    const [start, end] = [`      // Generated by \`npm run generate\`: ${name}\n`, `\n      // End of ${name}\n`];
    const [from, to] = [text.indexOf(start), text.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`firestore.rules has no part for ${name}`);
    return text.slice(0, from + start.length) + write(name) + text.slice(to);
  }, source);

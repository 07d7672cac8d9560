import type { KindDefinition, Policy } from './kind.ts';
import { kinds } from './kinds.ts';
import { settingFields } from './settings.ts';
import { contentStamps, isStamp } from '../fields.ts';
import { limits } from '../limits.ts';
import { type AcceptedField, acceptedFields, changeProblems, type FieldChange } from './field-changes.ts';
import { datePattern, excludedInRows, type Field, type Fields, linkPattern, tagPattern, timePattern } from './field.ts';
import { isListable } from '../lists.ts';
import { collections } from '../paths.ts';
import { archiveNames } from '../slug.ts';

// The parts of firestore.rules that follow from the kinds: the rights on their documents, and the fields of a document and
// its draft.

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

// Without an exponent, which the language of the rules does not have.
const literal = (number = 0): string => number.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 });

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
    case 'slug': {
      const { pattern = '', reserved = [] } = field;
      const isFree = reserved.length === 0 ? '' : ` && !(${value} in [${quoted(reserved).join(', ')}])`;
      return `${value}.matches('${pattern}') && slugAllowed(${value}) && slugKept(${value}, resource)${isFree}`;
    }
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
    case 'date':
      return `(${value} == null || ${value}.matches('(${datePattern})?'))`;
    case 'count':
      return `position(${value}) && ${value} <= ${String(field.max)}`;
    case 'order':
      return `position(${value})`;
    case 'switch':
      // Compared with the existence of its companion, which also requires a boolean.
      return field.companionIn === undefined ? `${value} is bool` : null;
    case 'time':
      return `(${value} == null || ${value}.matches('(${timePattern})?'))`;
    case 'number':
      return `(${value} == null || (${value} >= ${literal(field.min)} && ${value} <= ${literal(field.max)}))`;
    case 'choices': {
      const known = quoted(Object.keys(field.options ?? {}));
      return `(${value} == null || (${value}.size() <= ${String(known.length)} && ${value}.hasOnly([${known.join(', ')}])))`;
    }
    case 'tags': {
      // Rules cannot loop: they check the joined list.
      const pattern = `(${tagPattern}(\\n${tagPattern})*)?`.replaceAll('\\', '\\\\');
      return `(${value} == null || (${value}.size() <= ${String(field.max)} && ${value}.join('\\n').matches('${pattern}')))`;
    }
    case 'document':
      return `(${value} == null || (documentId(${value}) && ${value} != id))`;
    case 'link':
      return `(${value} in [null, ''] || ${documentLink(value, field)})`;
    case 'links':
      return linkList(value, field);
    case 'groups':
      return `(${value} == null || (${value} is list && ${value}.size() <= ${String(field.max)}))`;
    case 'companion':
      return null;
  }
}

const documentLink = (value: string, { to = [] }: Field): string =>
  `(${value}.size() <= ${String(limits.url)} && ${value}.matches('${linkPattern(to)}'))`;

/** Rules cannot loop: the joined list has the pattern, and split again it is the list, so that no element has a space. */
function linkList(value: string, { max = 0, to = [] }: Field): string {
  const one = linkPattern(to);
  const joined = `${value}.join(' ')`;
  const isValid = [
    `${value}.size() <= ${String(max)}`,
    `${joined}.size() <= ${String(limits.url * max)}`,
    `${joined}.matches('${one}(?: ${one})*')`,
    `${joined}.split(' ') == ${value}`,
    `${value}.toSet().size() == ${value}.size()`,
  ];
  return `(${value} in [null, []] || (${isValid.join(' && ')}))`;
}

/** The condition on a field that may have an earlier name, or be missing in documents of the earlier shape. */
function acceptedCondition(holder: string, { field, names, mayBeMissing }: AcceptedField): string[] {
  const [name] = names;
  if (names.length === 1 && !mayBeMissing) return [conditionOf(holder, name, field) ?? []].flat();
  const isStored = names.map((one) => `'${one}' in ${holder}`);
  const isValid = names.flatMap((one, index) => {
    const condition = conditionOf(holder, one, field);
    return condition === null ? [] : [`(!(${String(isStored[index])}) || (${condition}))`];
  });
  return [...(mayBeMissing || field.addedLater === true ? [] : [`(${isStored.join(' || ')})`]), ...isValid];
}

/** Whether the shape depends on the id of the document: it may not refer to itself. */
const namesDocument = (kind: Pick<KindDefinition, 'fields' | 'changes'>): boolean =>
  acceptedFields(kind).some(({ field }) => field.type === 'document');

const isStoredField = ({ field }: AcceptedField): boolean => field.type !== 'companion';

/** The names under which documents of a kind, or drafts, store its fields. */
const storedNames = (kind: Pick<KindDefinition, 'fields' | 'changes'>): string[] =>
  acceptedFields(kind)
    .filter(isStoredField)
    .flatMap(({ names }) => names);

interface Shape {
  fields: Fields;
  changes?: readonly FieldChange[] | undefined;
  /** The name of the map in the rules. */
  holder: 'data' | 'value';
  /** The names of further fields, which other rules check. */
  more: readonly string[];
}

/** A function that returns whether all fields of a map are valid. */
function validity(name: string, { fields, changes = [], holder, more }: Shape): string {
  const lines = acceptedFields({ fields, changes }).flatMap((one) => [
    ...(one.field.row === undefined ? [] : ['// Form, functions and pipeline check the rows.']),
    ...acceptedCondition(holder, one).map((condition) => `&& ${condition}`),
  ]);
  const parameters = namesDocument({ fields, changes }) ? `id, ${holder}` : holder;
  const start = `        return ${holder}.keys().hasOnly(`;
  return `      function ${name}(${parameters}) {
${start}${listOf([...storedNames({ fields, changes }), ...more], { start, indent: 10 })})
${lines.map((line) => `          ${line}`).join('\n')};
      }`;
}

/** A list of texts: in the line that begins with `start` if it fits, else in lines of its elements. */
function listOf(names: readonly string[], { start, indent }: { start: string; indent: number }): string {
  const list = `[${quoted(names).join(', ')}]`;
  if (start.length + list.length < width) return list;
  return `[\n${wrapped(quoted(names), indent + 2)}\n${' '.repeat(indent)}]`;
}

/** The kinds by name. */
type KindsByName = Readonly<Record<string, KindDefinition>>;

/** The function in the rules that checks the fields of a kind or setting: `socialLinksValid` for `social_links`. */
export const validityFunction = (name: string): string =>
  `${name.replaceAll(/[_-](\w)/g, (_, letter: string) => letter.toUpperCase())}Valid`;

/** The conditions of each policy in the rules, which `permissions.ts` states as a table. */
const policies: Readonly<Record<Policy, (collection: string) => Record<'create' | 'update' | 'delete', string>>> = {
  articles: (collection) => ({
    create: `mayCreate('${collection}', id, request.resource.data)`,
    update: 'mayUpdate(resource.data, request.resource.data)',
    delete: 'mayDelete(resource.data)',
  }),
  sections: () => ({ create: 'isEditor()', update: 'isEditor()', delete: 'isAdmin()' }),
  admin: () => ({ create: 'isAdmin()', update: 'isAdmin()', delete: 'isAdmin()' }),
};

/** The rules of a kind's documents. */
function matchBlock(name: string, { collection, policy, fields, changes, address, hasEmbed }: KindDefinition): string {
  const may = policies[policy](collection);
  const isRelated = namesDocument({ fields, changes });
  const isValid = `${validityFunction(name)}(${isRelated ? 'id, ' : ''}request.resource.data)`;
  const create = [
    may.create,
    isValid,
    `stampedCreate('${collection}', id, request.resource.data)`,
    `originRight('${collection}_' + id, {}, request.resource.data)`,
    ...(address === null ? [] : [`slugTaken('${name}', request.resource.data.slug, id)`]),
    ...(hasEmbed ? [`existsAfter(at('${collections.demoEmbeds}', id))`, 'secretMatches(id)'] : []),
  ];
  const update = [
    may.update,
    isValid,
    'stampedUpdate(resource.data, request.resource.data)',
    `originRight('${collection}_' + id, resource.data, request.resource.data)`,
    ...(address === null ? [] : [`slugMoved('${name}', id)`]),
    ...(hasEmbed ? ['secretMatches(id)'] : []),
  ];
  const remove = [
    may.delete,
    `trashedNow('${collection}', id)`,
    ...(hasEmbed ? [`!existsAfter(at('${collections.demoEmbeds}', id))`] : []),
  ];
  const all = (conditions: readonly string[]): string => conditions.join('\n        && ');
  return `    match /${collection}/{id} {
      allow read: if isStaff();
      allow create: if ${all(create)};
      allow update: if ${all(update)};
      allow delete: if ${all(remove)};

${validity(validityFunction(name), { fields, changes, holder: 'data', more: Object.keys(contentStamps) })}
    }`;
}

const patternOf = (names: readonly string[]): string => names.join('|');

/**
 * An expression that is the value of the case with a known name. It compares the name as often as the logarithm of the
 * number of cases, so that the cost of one kind does not depend on the number of kinds.
 */
function caseOf(variable: string, cases: readonly (readonly [string, string])[], indent: string): string {
  const [first, ...others] = cases;
  if (first === undefined) return 'null';
  if (others.length === 0) return first[1];
  const middle = cases.length >> 1;
  const [below, rest] = [cases.slice(0, middle), cases.slice(middle)];
  const deeper = `${indent}  `;
  return `${variable} < '${rest[0]?.[0] ?? ''}'
${deeper}? ${nested(caseOf(variable, below, `${deeper}  `), below)}
${deeper}: ${nested(caseOf(variable, rest, `${deeper}  `), rest)}`;
}

const nested = (text: string, cases: readonly unknown[]): string => (cases.length > 1 ? `(${text})` : text);

const byName = <Case extends readonly [string, string]>(cases: readonly Case[]): Case[] =>
  cases.toSorted(([one], [other]) => (one < other ? -1 : 1));

/** The rules of all kinds, and the functions by which other rules know the kinds. */
function kindRules(registered: KindsByName): string {
  const entries = Object.entries(registered);
  const names = entries.map(([, { collection }]) => collection);
  const articles = entries.filter(([, { policy }]) => policy === 'articles').map(([, { collection }]) => collection);
  const addressed = entries.filter(([, { address }]) => address !== null);
  const owners = byName(addressed.map(([name, { collection }]) => [name, `'${collection}'`] as const));
  return `    function isKind(collection) {
      return collection.matches('${patternOf(names)}');
    }

    function isArticle(collection) {
      return collection.matches('${patternOf(articles)}');
    }

    // Whether \`name\` is that of a document's or a setting's draft.
    function isDraftName(name) {
      return name.matches('(${patternOf([...names, collections.settings])})_[A-Za-z0-9_-]{1,64}');
    }

    function hasSlugs(kind) {
      return kind.matches('${patternOf(addressed.map(([name]) => name))}');
    }

    // The collection of the documents of a kind with slugs.
    function slugCollection(kind) {
      return ${caseOf('kind', owners, '      ')};
    }

${entries.map(([name, kind]) => matchBlock(name, kind)).join('\n\n')}`;
}

const listed = (name: string, names: readonly string[]): string => {
  const start = `          '${name}': `;
  return start + listOf(names, { start, indent: 10 });
};

/** The names of the fields in the drafts of each kind and setting. */
function formFields(registered: KindsByName): string {
  const cases = Object.values(registered).map(
    (kind) => [kind.collection, `[\n${wrapped(quoted(storedNames(kind)), 12)}\n          ]`] as const,
  );
  return `      function formFields(collection, id) {
        return collection == 'site_settings' ? {
${Object.entries(settingFields)
  .map(([key, fields]) => listed(key, Object.keys(fields)))
  .join(',\n')}
        }[id] : kindFields(collection);
      }

      function kindFields(collection) {
        return ${caseOf('collection', byName(cases), '        ')};
      }`;
}

const setting = (fields: Fields) => (name: string) => validity(name, { fields, holder: 'value', more: [] });

// The analytics id is a single text, and requiring a second factor also depends on the caller: both are written by hand.
const { ga4_id: _text, security: _ofCaller, ...settings } = settingFields;

/** The text of each generated part, given its name. */
const partsOf = (registered: KindsByName): Record<string, (name: string) => string> => ({
  kinds: () => kindRules(registered),
  ...Object.fromEntries(Object.entries(settings).map(([key, fields]) => [validityFunction(key), setting(fields)])),
  formFields: () => formFields(registered),
});

/** Collections of other documents with drafts, launches or trash. Ids of these contain the name of the collection. */
const otherCollections = [collections.settings, collections.redirects, collections.media];

/** Names that collide or that the rules cannot contain. Each problem names the kind, collection or field. */
function kindProblems(registered: KindsByName): string[] {
  const entries = Object.entries(registered);
  const names = [...entries.map(([, { collection }]) => collection), ...otherCollections];
  const withEmbed = entries.filter(([, { hasEmbed }]) => hasEmbed).map(([name]) => name);
  return [
    ...entries.flatMap(([name, definition]) => ownProblems(name, definition)),
    ...entries.flatMap(([name, { fields }]) => linkProblems(name, { fields, registered })),
    ...entries.flatMap(([name, { fields }]) => rowProblems(name, fields)),
    ...names.flatMap((name, index) => [
      ...(names.indexOf(name) < index ? [`Two kinds have the collection "${name}"`] : []),
      // The ids of drafts begin with the name of the collection and `_`.
      ...names
        .filter((other) => name.startsWith(`${other}_`))
        .map((other) => `The collection "${name}" continues the name of "${other}"`),
    ]),
    ...(withEmbed.length > 1 ? [`Only one kind can have embed code, not ${withEmbed.join(' and ')}`] : []),
  ];
}

/** Why the archive of a kind cannot work. */
function archiveProblems(name: string, { fields, address, archive }: KindDefinition): string[] {
  if (archive === undefined) return [];
  const { sort, pageSize, tags } = archive;
  const isFree = Object.values(fields).some(
    ({ type, reserved = [] }) => type === 'slug' && archiveNames.every((one) => reserved.includes(one)),
  );
  return [
    ...(address === null ? [`"${name}" has an archive but no address`] : []),
    ...(isFree ? [] : [`"${name}" has an archive: its slug needs archiveSlugs, because the archive uses some slugs`]),
    ...(fields[sort] === undefined ? [`The archive of "${name}" is sorted by "${sort}", which is not a field`] : []),
    ...(isListable({ fields }) ? [] : [`"${name}" has an archive but no field with "card"`]),
    ...(Number.isInteger(pageSize) && pageSize > 0 ? [] : [`The page size of the archive of "${name}" is not above 0`]),
    ...(tags === undefined || (fields[tags]?.type === 'tags' && fields[tags].filtered === true)
      ? []
      : [`The archive of "${name}" has pages for "${tags}", which is not a field of tags with "filtered"`]),
  ];
}

function ownProblems(name: string, kind: KindDefinition): string[] {
  const { collection, fields, nameField } = kind;
  const problems: string[] = [];
  // The name of a kind is the namespace of its slugs: `{kind}:{slug}`.
  if (!/^[a-z][a-zA-Z0-9]*$/.test(name))
    problems.push(`The name of the kind "${name}" must have only letters and digits`);
  if (!/^[a-z][a-z0-9_]*$/.test(collection))
    problems.push(`The collection "${collection}" must have only lowercase letters, digits and _`);
  const stamps = storedNames(kind).filter((field) => field === 'id' || isStamp(field));
  for (const field of stamps) problems.push(`The field "${field}" of "${name}" has the name of a stamp`);
  if (fields[nameField] === undefined) problems.push(`"${name}" has no field "${nameField}" for its name`);
  return [
    ...problems,
    ...archiveProblems(name, kind),
    ...changeProblems(kind).map((problem) => `${problem} (kind "${name}")`),
  ];
}

/** Fields of rows with a type that a row cannot have. */
const rowProblems = (name: string, fields: Fields): string[] =>
  Object.entries(fields).flatMap(([field, { row = {} }]) =>
    Object.entries(row)
      .filter(([, { type }]) => excludedInRows.includes(type))
      .map(
        ([inner, { type }]) => `The rows "${field}" of "${name}" cannot have the field "${inner}" of type "${type}"`,
      ),
  );

/** Links to kinds that do not exist or whose documents have no address. */
const linkProblems = (name: string, { fields, registered }: { fields: Fields; registered: KindsByName }): string[] =>
  Object.entries(fields).flatMap(([field, { to = [], row = {} }]) => [
    ...linkProblems(name, { fields: row, registered }),
    ...to
      .filter((kind) => !registered[kind]?.address)
      .map((kind) => `The field "${field}" of "${name}" links to "${kind}", which is not a kind with addresses`),
  ]);

// Firestore accepts 256 KB.
const largestRules = 200_000;

/**
 * Writes the generated parts, each between two marks, into the text of firestore.rules.
 * @throws if a mark is missing, names of kinds collide, or the rules become too large.
 */
export function generateRules(source: string, registered: KindsByName = kinds): string {
  const [problem] = kindProblems(registered);
  if (problem !== undefined) throw new Error(problem);
  const generated = Object.entries(partsOf(registered)).reduce((text, [name, write]) => {
    const start = `// Generated by \`npm run generate\`: ${name}\n`;
    const from = text.indexOf(start) + start.length;
    const length = from < start.length ? -1 : text.slice(from).search(new RegExp(`\\n *// End of ${name}\\n`));
    if (length < 0) throw new Error(`firestore.rules has no part for ${name}`);
    return text.slice(0, from) + write(name) + text.slice(from + length);
  }, source);
  if (generated.length > largestRules)
    throw new Error(
      `firestore.rules would have ${String(generated.length)} characters, more than ${String(largestRules)}`,
    );
  return generated;
}

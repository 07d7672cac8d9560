import { z } from 'zod';
import type { Field, Fields } from '@frontage/model/kinds/field';
import { type FieldChange, formerName } from '@frontage/model/kinds/field-changes';
import type { KindDefinition } from '@frontage/model/kinds/kind';
import { collections } from '@frontage/model/paths';

// The kinds of content of a deployed project are stored in it, so that a later version can be compared with them before it
// is deployed.

const plainField = z.object({
  type: z.string(),
  required: z.boolean(),
  addedLater: z.boolean(),
  max: z.number().nullable(),
  /** The values of a choice, or the kinds to which a field links. */
  options: z.array(z.string()).nullable(),
});

/** `row`: the fields of each row of a list of groups. */
const storedField = plainField.extend({ row: z.record(z.string(), plainField).optional() });

const storedKind = z.object({
  collection: z.string(),
  many: z.string(),
  fields: z.record(z.string(), storedField),
  /** The changes of fields that `frontage migrate` has not carried out yet. */
  due: z.array(z.string()),
});

/** The stored kinds of a project, by name. */
export const storedKinds = z.object({ kinds: z.record(z.string(), storedKind) });

export type StoredKind = z.output<typeof storedKind>;
export type StoredKinds = z.output<typeof storedKinds>;

/** The path of the document with the kinds of a project. */
export const storedKindsPath = `${collections.system}/kinds`;

type KindsByName = Readonly<Record<string, KindDefinition>>;

const describeField = ({ type, required, addedLater, max, options, to, row }: Field): z.output<typeof storedField> => ({
  type,
  required,
  addedLater: addedLater ?? false,
  max: max ?? null,
  options: options === undefined ? (to === undefined ? null : [...to]) : Object.keys(options),
  ...(row !== undefined && {
    row: Object.fromEntries(Object.entries(row).map(([name, field]) => [name, describeField(field)])),
  }),
});

/** A change in words: 'summary renamed to lead'. */
function describeChange(change: FieldChange): string {
  if ('added' in change) return `${change.added} added`;
  return 'removed' in change ? `${change.removed} removed` : `${change.renamed} renamed to ${change.to}`;
}

const openChanges = ({ changes = [] }: KindDefinition): FieldChange[] =>
  changes.filter(({ settled }) => settled !== true);

/**
 * The kinds to store in a project, given those that it has. Documents of a stored kind lack the changes that its stored
 * fields lack, and those that were due. Without stored kinds, an earlier version may have written documents.
 */
export const describeKinds = (kinds: KindsByName, stored: StoredKinds | null): StoredKinds => ({
  kinds: Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => {
      const own = Object.entries(kind.fields).filter(([, { type }]) => type !== 'companion');
      const fields: StoredKind['fields'] = Object.fromEntries(own.map(([field, one]) => [field, describeField(one)]));
      const before = stored?.kinds[name];
      const isDue = (change: FieldChange): boolean => {
        if (before === undefined) return stored === null;
        if (before.due.includes(describeChange(change))) return true;
        const former = formerName(change);
        return former === null
          ? 'added' in change && before.fields[change.added] === undefined
          : former in before.fields;
      };
      const due = openChanges(kind).filter(isDue).map(describeChange);
      return [name, { collection: kind.collection, many: kind.nouns.many, fields, due }];
    }),
  ),
});

/** A change of a kind that is not stated, or that would lose data. */
export interface KindProblem {
  kind: string;
  /** Null for the kind as a whole. */
  field: string | null;
  what: string;
  next: string;
}

const migrateFirst = 'Deploy the previous version and run its npx frontage migrate, then deploy this one';

/** The reasons against deploying these kinds to a project that has stored ones. */
export const compareKinds = (stored: StoredKinds, kinds: KindsByName): KindProblem[] =>
  Object.entries(stored.kinds).flatMap(([name, before]) => {
    const now = kinds[name];
    if (now === undefined)
      return {
        kind: name,
        field: null,
        what: `The project has ${before.many}, but the kind "${name}" is not in model/kinds/kinds.ts`,
        next: `Add it again, or remove its documents: npx frontage migrate --remove ${name}`,
      };
    if (now.collection !== before.collection)
      return {
        kind: name,
        field: null,
        what: `The collection of "${name}" was ${before.collection} and is ${now.collection}`,
        next: `Name it ${before.collection} again: documents cannot be moved`,
      };
    return compareFields(name, before, now);
  });

function compareFields(kind: string, before: StoredKind, definition: KindDefinition): KindProblem[] {
  const { fields, changes = [] } = definition;
  const problem = (field: string, what: string, next: string): KindProblem => ({
    kind,
    field,
    what: `The field "${field}" of "${kind}" ${what}`,
    next,
  });
  const open = openChanges(definition);
  const unfinished = before.due.filter((due) => !open.some((change) => describeChange(change) === due));
  if (unfinished.length > 0)
    return unfinished.map((due) =>
      problem(due.split(' ')[0] ?? '', `was changed (${due}) but not migrated`, migrateFirst),
    );

  // The stored fields under the names that they have after the stated changes.
  const known = new Map(Object.entries(before.fields));
  const added = new Set<string>();
  for (const change of open) {
    const former = formerName(change);
    if (former === null && 'added' in change) added.add(change.added);
    const field = former === null ? undefined : known.get(former);
    if (former === null || field === undefined) continue;
    known.delete(former);
    if ('to' in change) known.set(change.to, field);
  }
  return [
    ...[...known].flatMap(([name, field]) => {
      const now = fields[name];
      if (now === undefined) {
        const isSettled = changes.some((change) => formerName(change) === name);
        const next = `State it in the changes of "${kind}": { renamed: '${name}', to: … } or { removed: '${name}', field: … }`;
        return isSettled
          ? problem(name, 'is stated as settled, but not migrated', migrateFirst)
          : problem(name, 'is missing and not stated as renamed or removed', next);
      }
      const loss = narrowing(field, describeField(now)) ?? narrowedRow(field.row ?? {}, now.row ?? {});
      const next = 'Keep it as it is, or add a new field and move the texts';
      return loss === null ? [] : problem(name, `${loss}, so that stored values could become invalid`, next);
    }),
    ...Object.entries(fields).flatMap(([name, field]) => {
      const isKnown = known.has(name) || added.has(name) || field.addedLater === true || field.type === 'companion';
      const next = `State it: addedLater: true, or in the changes of "${kind}" { added: '${name}', value: … }`;
      return isKnown ? [] : problem(name, 'is new and not stated, but stored documents lack it', next);
    }),
  ];
}

/** How rows accept less than before; null if they accept every stored row. Changes of rows cannot be stated. */
function narrowedRow(before: NonNullable<z.output<typeof storedField>['row']>, now: Fields): string | null {
  for (const [name, field] of Object.entries(before)) {
    const current = now[name];
    if (current === undefined) return `lost the field "${name}" of its rows`;
    const loss = narrowing(field, describeField(current));
    if (loss !== null) return `has rows whose field "${name}" ${loss}`;
  }
  const added = Object.keys(now).find(
    (name) => before[name] === undefined && !now[name]?.schema.safeParse(undefined).success,
  );
  return added === undefined ? null : `has rows with the new field "${added}", which stored rows lack`;
}

/** How a field accepts less than before; null if it accepts every stored value. */
function narrowing(before: z.output<typeof storedField>, now: z.output<typeof storedField>): string | null {
  const isText = (type: string): boolean => type === 'text' || type === 'markdown';
  if (before.type !== now.type && !(isText(before.type) && isText(now.type)))
    return `had the type ${before.type} and has the type ${now.type}`;
  if (!before.required && now.required) return 'was optional and is required';
  if (before.addedLater && !now.addedLater) return 'may be missing in documents, but has no addedLater';
  if (now.max !== null && (before.max === null || now.max < before.max))
    return `had the limit ${String(before.max ?? 'none')} and has ${String(now.max)}`;
  const lost = before.options?.find((option) => !now.options?.includes(option));
  return lost === undefined ? null : `lost the choice "${lost}"`;
}

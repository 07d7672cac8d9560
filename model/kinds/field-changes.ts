import type { Field, Fields } from './field.ts';

/**
 * A change of the fields of a kind that has documents. Documents, drafts and versions of the earlier shape are read as if
 * they had the new one, and the rules accept both shapes. `settled`: all projects have migrated and no tab of the earlier
 * version is open, so the rules accept the new shape only; the statement stays, because versions are never rewritten.
 */
export type FieldChange = { readonly settled?: true } & (
  | {
      /** The name of a field that stored documents lack. */
      readonly added: string;
      /** Its value in these documents. */
      readonly value: string | number | boolean | null | readonly string[];
    }
  | {
      /** The earlier name of a field. */
      readonly renamed: string;
      readonly to: string;
    }
  | {
      /** The name of a field that documents no longer have. */
      readonly removed: string;
      /** The field as it was stated. */
      readonly field: Field;
    }
);

/** The fields of a kind, and their changes, oldest first. */
export interface ChangedFields {
  readonly fields: Fields;
  readonly changes?: readonly FieldChange[] | undefined;
}

/** The name of a field that a change takes away; null if it adds one. */
export function formerName(change: FieldChange): string | null {
  if ('renamed' in change) return change.renamed;
  return 'removed' in change ? change.removed : null;
}

type Data = Readonly<Record<string, unknown>>;

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * Stored fields in the current shape; the same object if they have it. A form of the earlier version stores a text under
 * its earlier name beside the current one: the text under the earlier name is the newer one, because later versions remove
 * it.
 */
export function inCurrentShape({ changes = [] }: Pick<ChangedFields, 'changes'>, data: Data): Data {
  let current = data;
  for (const change of changes) {
    if ('added' in change) {
      if (current[change.added] === undefined) current = { ...current, [change.added]: change.value };
      continue;
    }
    const former = formerName(change) ?? '';
    if (!(former in current)) continue;
    const { [former]: value, ...others } = current;
    const isKept = 'to' in change && (!isEmpty(value) || !(change.to in others));
    current = isKept ? { ...others, [change.to]: value } : others;
  }
  return current;
}

/** The values of a draft in the current shape. A field that was added has its value in the document, or its default. */
export function draftInCurrentShape(kind: Pick<ChangedFields, 'changes'>, draft: Data, document: Data | null): Data {
  const { changes = [] } = kind;
  if (changes.length === 0) return draft;
  const stored = inCurrentShape(kind, document ?? {});
  const added = changes.flatMap((change) => ('added' in change ? [change.added] : []));
  const known = Object.fromEntries(added.flatMap((name) => (name in stored ? [[name, stored[name]]] : [])));
  const renamed = changes.filter((change) => !('added' in change));
  return { ...known, ...inCurrentShape({ changes: renamed }, draft) };
}

/** The earlier names of fields that a save replaces: those of renamed fields among the written ones. */
export const replacedNames = ({ changes = [] }: Pick<ChangedFields, 'changes'>, written: Data): string[] =>
  changes.flatMap((change) => ('renamed' in change && change.to in written ? [change.renamed] : []));

/** A field of documents of both shapes, by each name under which it may be stored. */
export interface AcceptedField {
  field: Field;
  names: readonly [string, ...string[]];
  /** Whether a document may lack it. */
  mayBeMissing: boolean;
}

/** The fields that rules accept while changes are not settled. */
export function acceptedFields({ fields, changes = [] }: ChangedFields): AcceptedField[] {
  const open = changes.filter(({ settled }) => settled !== true);
  const formerNames = (name: string): string[] =>
    open.flatMap((change) =>
      'renamed' in change && change.to === name ? [change.renamed, ...formerNames(change.renamed)] : [],
    );
  const isAdded = (name: string): boolean => open.some((change) => 'added' in change && change.added === name);
  const current = Object.entries(fields).map(([name, field]): AcceptedField => ({
    field,
    names: [name, ...formerNames(name)],
    mayBeMissing: isAdded(name),
  }));
  const removed = open.flatMap((change): AcceptedField[] =>
    'removed' in change
      ? [{ field: change.field, names: [change.removed, ...formerNames(change.removed)], mayBeMissing: true }]
      : [],
  );
  return [...current, ...removed];
}

/** Fields whose names are known to rules, slugs and templates of every kind. */
const fixedNames = ['slug', 'is_published', 'is_visible', 'is_password_protected'];

/** Statements that contradict the fields; each problem names the field. */
export function changeProblems({ fields, changes = [] }: ChangedFields): string[] {
  return changes.flatMap((change, index) => {
    const later = changes.slice(index + 1).map(formerName);
    const former = formerName(change);
    if (former !== null && fields[former] !== undefined)
      return [`The field "${former}" is stated as ${'to' in change ? 'renamed' : 'removed'}, but the kind has it`];
    if (former !== null && fixedNames.includes(former)) return [`The field "${former}" cannot be renamed or removed`];
    if ('removed' in change) return [];
    const name = 'added' in change ? change.added : change.to;
    const field = fields[name];
    if (field === undefined)
      return later.includes(name) ? [] : [`The field "${name}" is stated as a change, but the kind lacks it`];
    if (!('added' in change) || field.schema.safeParse(change.value).success) return [];
    return [`The field "${name}" has the invalid default ${JSON.stringify(change.value)}`];
  });
}

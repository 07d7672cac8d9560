import type { ContentCollection } from './content-collections.ts';
import { labelsOf } from './kinds/field.ts';
import { embedKind, type KindCollection, kindNames, kindOf, kinds } from './kinds/kinds.ts';
import { collections } from './paths.ts';
import { settingFields } from './kinds/settings.ts';

const kindLabels = Object.fromEntries(
  kindNames.map((kind) => [kinds[kind].collection, labelsOf(kinds[kind].fields)]),
) as Record<KindCollection, Record<string, string>>;

/** The labels of form fields, by the collection of their document. */
export const fieldLabels = {
  ...kindLabels,
  [collections.demoEmbeds]: embedKind === null ? {} : kindLabels[kinds[embedKind].collection],
  [collections.settings]: Object.assign({}, ...Object.values(settingFields).map(labelsOf)) as Record<string, string>,
  [collections.slugs]: {},
  [collections.redirects]: { from: 'From', to: 'To', status: 'Status' },
  [collections.media]: { title: 'Title', alt: 'Alt text', is_decorative: 'Decorative', focal: 'Focal point' },
} satisfies Record<ContentCollection, Record<string, string>>;

/**
 * The form label of a field, given the document's path: that of `figures.0.label` is 'Figures, row 1: Label'. For another
 * nested field, the label of the innermost labeled part.
 */
export function fieldLabel(document: string, field: string): string {
  const kind = kindOf(document.split('/', 1)[0] ?? '');
  const [list = '', index, inner = ''] = field.split('.');
  const listed = kind === null ? undefined : kinds[kind].fields[list];
  if (listed?.row !== undefined && index !== undefined) {
    const row = `${listed.label}, row ${String(Number(index) + 1)}`;
    return inner === '' ? row : `${row}: ${listed.row[inner]?.label ?? inner}`;
  }
  const labels: Readonly<Record<string, Readonly<Record<string, string>>>> = fieldLabels;
  const known = labels[document.split('/', 1)[0] ?? ''] ?? {};
  const name = field.split('.').findLast((part) => Object.hasOwn(known, part));
  return (name === undefined ? undefined : known[name]) ?? field;
}

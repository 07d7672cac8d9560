import fc from 'fast-check';

/** A kind of content with random fields, as the text of its file in model/kinds/. */
export interface RandomKind {
  key: string;
  source: string;
}

/** The builder of a field and its own arguments, before its uses. Every type that needs no further document is here. */
const builders = [
  ['text', 'max: 12'],
  ['required', 'max: 12'],
  ['markdown', 'max: 400'],
  ['url', ''],
  ['image', ''],
  ['target', ''],
  ['color', ''],
  ['email', ''],
  ['language', ''],
  ['date', ''],
  ['count', 'max: 9'],
  ['position', ''],
  ['toggle', ''],
  ['otherDocument', ''],
  ['tags', 'max: 3'],
  ['link', "to: ['page', 'demo']"],
  ['links', "to: ['page'], max: 2"],
] as const;

const withoutAddedLater = ['required', 'email', 'language', 'count', 'position', 'toggle', 'otherDocument', 'choice'];

const uses = fc.record({ listed: fc.boolean(), searched: fc.boolean(), shown: fc.boolean(), addedLater: fc.boolean() });

const field = fc.tuple(fc.constantFrom(...builders), uses).map(([[builder, own], chosen]) => ({
  builder,
  write: (label: string): string => {
    const names = (Object.keys(chosen) as (keyof typeof chosen)[]).filter(
      (use) => chosen[use] && (use !== 'addedLater' || !withoutAddedLater.includes(builder)),
    );
    const parts = [`label: '${label}'`, own, ...names.map((use) => `${use}: true`)].filter((part) => part !== '');
    return `${builder}({ ${parts.join(', ')} })`;
  },
}));

const choices = fc.constantFrom(
  "choice({ a: 'A', b: 'B' }, { label: 'Choice', shown: true })",
  "option(['a', 'b'], { label: 'Option', usual: 'a', addedLater: true })",
);

const definition = fc.record({
  policy: fc.constantFrom('articles', 'sections', 'admin'),
  hasPage: fc.boolean(),
  fields: fc.array(field, { minLength: 1, maxLength: 8 }),
  choice: fc.option(choices),
});

/** The text of a kind's file. */
function sourceOf(
  key: string,
  { policy, hasPage, fields, choice }: typeof definition extends fc.Arbitrary<infer D> ? D : never,
): string {
  const lines = [
    "name: required({ label: 'Name', max: 40, listed: true, shown: true }),",
    ...(hasPage ? ["slug: slug(pageSlugs, { label: 'URL slug', listed: true, shown: true }),"] : []),
    ...fields.map(({ write }, index) => `field_${String(index)}: ${write(`Field ${String(index)}`)},`),
    ...(choice === null ? [] : [`choice: ${choice},`]),
    "is_published: toggle({ label: 'Publish', listed: true }),",
  ];
  const address = hasPage ? `{ prefixes: ['/${key}/'], priority: 0.5, slugFrom: slugFromTitle }` : 'null';
  return `import { z } from 'zod';
import { contentStamps } from '../fields.ts';
import { pageSlugs, slugFromTitle } from '../slug.ts';
import * as types from './field.ts';

const { ${[...builders.map(([name]) => name), 'choice', 'option', 'slug', 'formShape', 'storedShape'].join(', ')} } = types;
const fields = {
  ${lines.join('\n  ')}
};
void [pageSlugs, slugFromTitle, slug];

export const ${key} = {
  collection: '${key}_documents',
  plural: '${key}s',
  nouns: { one: '${key}', many: '${key}s' },
  label: '${key}',
  title: '${key}',
  description: '${key}',
  area: '${key}',
  adminPath: '/admin/${key}',
  nameField: 'name',
  policy: '${policy}',
  fields,
  form: z.object(formShape(fields)),
  schema: z.object({ ...storedShape(fields), ...contentStamps }),
  address: ${address},
};
`;
}

/** Kinds with random fields, with and without pages. Their names are no part of each other's names. */
export const randomKinds = (count: number, seed: number): RandomKind[] =>
  fc.sample(definition, { numRuns: count, seed }).map((drawn, index) => {
    const key = `random${String.fromCharCode(97 + index)}`;
    return { key, source: sourceOf(key, drawn) };
  });

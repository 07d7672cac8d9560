import type { QueryName } from '@frontage/model/content';

/** A query with its argument or with some fields of its answer: `navigation`, `page:about`, `site{year}`. */
export type QueryKey = string;

/** The key of these fields of a query's answer. */
export const fieldsKey = (name: QueryName, fields: Iterable<string>): QueryKey =>
  `${name}{${[...fields].sort().join(',')}}`;

/** The key of a query with these arguments. A query has at most one argument. */
export function queryKey(name: QueryName, args: readonly string[]): QueryKey {
  return args.length === 0 ? name : `${name}:${args[0] ?? ''}`;
}

/** A query key in readable form, such as `page("about")` or `site().{year}`. */
export function describeQuery(key: QueryKey): string {
  const some = fieldsIn(key);
  if (some !== null) return `${some.of}().{${some.fields.join(',')}}`;
  const colon = key.indexOf(':');
  return colon < 0 ? `${key}()` : `${key.slice(0, colon)}(${JSON.stringify(key.slice(colon + 1))})`;
}

const ofFields = /^(\w+)\{(.*)\}$/;

/** The query and the fields that a key such as `site{year}` names; null if the key names a whole answer. */
export function fieldsIn(key: QueryKey): { of: QueryKey; fields: string[] } | null {
  const [, of, fields] = ofFields.exec(key) ?? [];
  return of === undefined || fields === undefined ? null : { of, fields: fields.split(',') };
}

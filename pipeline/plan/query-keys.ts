import type { QueryName } from '@frontage/model/content';

/** A query and its argument, or some fields of its answer: `navigation`, `page:about`, `site{branding.logo_url,year}`. */
export type QueryKey = string;

/** The key of these fields of a query's answer. */
export const fieldsKey = (name: QueryName, fields: Iterable<string>): QueryKey =>
  `${name}{${[...fields].sort().join(',')}}`;

/** The key of a query asked with these arguments. */
export function queryKey(name: QueryName, args: readonly string[]): QueryKey {
  return args.length === 0 ? name : `${name}:${args[0] ?? ''}`;
}

/** How a reader is told of a query: `page("about")`. */
export function describeQuery(key: QueryKey): string {
  const some = fieldsIn(key);
  if (some !== null) return `${some.of}().{${some.fields.join(',')}}`;
  const colon = key.indexOf(':');
  return colon < 0 ? `${key}()` : `${key.slice(0, colon)}(${JSON.stringify(key.slice(colon + 1))})`;
}

const ofFields = /^(\w+)\{(.*)\}$/;

/** Which fields of which answer a key is of; null where it is of a whole one. */
export function fieldsIn(key: QueryKey): { of: QueryKey; fields: string[] } | null {
  const [, of, fields] = ofFields.exec(key) ?? [];
  return of === undefined || fields === undefined ? null : { of, fields: fields.split(',') };
}

import { accessTo } from './engine.ts';
import type { Call, Reading } from './engine.ts';
import type { Predicate } from './filter.ts';
import type { View } from './history.ts';
import { selected } from './read-queries.ts';
import { readQuery } from './query.ts';
import { parseDocumentName, parseParent } from './resource-name.ts';
import { membershipOf, runQuery } from './run-query.ts';
import { invalid } from './status.ts';
import type { Document } from './value.ts';
import type { WireTarget } from './wire.ts';

/** A listen target: a query, or documents by name. */
export interface Target {
  /** The named documents; empty for a query. */
  paths: ReadonlySet<string>;
  /** Whether a document with this content may be a result. */
  matches: Predicate;
  run(view: View): Document[];
  /** Refuses if the caller may not read the results. */
  authorize(reading: Reading): void;
}

export function openTarget(call: Call, project: string, wire: WireTarget): Target {
  switch (wire.targetType) {
    case 'query':
      return queryTarget(call, project, wire.query);
    case 'documents':
      return documentsTarget(call, project, wire.documents.documents);
    default:
      return invalid('A target must be a query or documents.');
  }
}

function queryTarget(call: Call, project: string, { parent, queryType, structuredQuery }: WireTarget['query']): Target {
  const place = parseParent(parent);
  if (place.project !== project) invalid("The query must be of the request's database.");
  if (queryType === undefined) invalid('A structured query is required.');
  const query = readQuery(project, place.path, structuredQuery);
  call.engine.checkIndex(query);
  return {
    paths: new Set(),
    matches: membershipOf(query),
    run: (view) => runQuery(view, query).documents.map((document) => selected(query, document)),
    authorize: (reading) => accessTo(call, reading, 1).list(query),
  };
}

function documentsTarget(call: Call, project: string, names: readonly string[]): Target {
  const paths = new Set(
    names.map((name) => {
      const place = parseDocumentName(name);
      if (place.project !== project) invalid("The documents must all be of the request's database.");
      return place.path;
    }),
  );
  return {
    paths,
    matches: ({ path }) => paths.has(path),
    run: (view) => [...paths].map((path) => view.get(path)).filter((document) => document !== null),
    authorize(reading) {
      const access = accessTo(call, reading, paths.size);
      for (const path of paths) access.get(path, reading.view.get(path));
    },
  };
}

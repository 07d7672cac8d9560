import { aggregate, readAggregations } from './aggregate.ts';
import { accessTo, openReading } from './engine.ts';
import type { Call, Reading } from './engine.ts';
import { project as projectFields } from './field-path.ts';
import { documentToProto, mapToProto, timeToProto } from './proto-value.ts';
import { readQuery } from './query.ts';
import type { Query } from './query.ts';
import { parseParent } from './resource-name.ts';
import { countResults, membershipOf, runQuery } from './run-query.ts';
import { invalid, refuse } from './status.ts';
import type { Document } from './value.ts';
import type { WireAggregation, WireConsistency, WireQuery } from './wire.ts';

export interface QueryRequest extends WireConsistency {
  parent: string;
  explainOptions: object | null;
  queryType?: 'structuredQuery';
  structuredQuery: WireQuery;
}

export function runQueryRequest(call: Call, request: QueryRequest): object[] {
  const { project, path } = parseParent(request.parent);
  if (request.explainOptions !== null) refuse('UNIMPLEMENTED', 'Explaining queries is not supported.');
  if (request.queryType === undefined) invalid('A structured query is required.');
  const query = readQuery(project, path, request.structuredQuery);
  const reading = startReading(call, { query, consistency: request });
  const { documents, skipped } = runQuery(reading.view, query);
  const readTime = timeToProto(reading.time);
  const responses: object[] = documents.map((document) => ({
    document: documentToProto(project, selected(query, document)),
    readTime,
  }));
  if (skipped > 0) responses.unshift({ skippedResults: skipped, readTime });
  if (documents.length === 0 && skipped === 0) responses.push({ readTime });
  if (reading.begun !== null) responses.unshift({ transaction: reading.begun });
  return responses;
}

export function selected(query: Query, document: Document): Document {
  return query.select === null ? document : { ...document, fields: projectFields(document.fields, query.select) };
}

interface Search {
  query: Query;
  consistency: WireConsistency;
}

function startReading(call: Call, { query, consistency }: Search): Reading {
  const reading = openReading(call, query.project, consistency);
  accessTo(call, reading, 1).list(query);
  call.engine.checkIndex(query);
  reading.transaction?.queries.push(membershipOf(query));
  return reading;
}

export interface AggregationRequest extends WireConsistency {
  parent: string;
  explainOptions: object | null;
  queryType?: 'structuredAggregationQuery';
  structuredAggregationQuery: {
    queryType?: 'structuredQuery';
    structuredQuery: WireQuery;
    aggregations: WireAggregation[];
  };
}

export function runAggregation(call: Call, request: AggregationRequest): object[] {
  const { project, path } = parseParent(request.parent);
  if (request.explainOptions !== null) refuse('UNIMPLEMENTED', 'Explaining queries is not supported.');
  const wire = request.structuredAggregationQuery;
  if (request.queryType === undefined || wire.queryType === undefined)
    invalid('A structured aggregation query is required.');
  const aggregations = readAggregations(wire.aggregations);
  const aggregated = aggregations.flatMap(({ path: field }) => (field === null ? [] : [field]));
  const query = { ...readQuery(project, path, wire.structuredQuery), aggregated };
  const reading = startReading(call, { query, consistency: request });
  const isCount = aggregations.every(({ kind }) => kind === 'count');
  const documents = isCount ? [] : runQuery(reading.view, query).documents;
  const count = isCount ? countResults(reading.view, query) : documents.length;
  return [
    {
      result: { aggregateFields: mapToProto(aggregate({ documents, count }, aggregations)) },
      readTime: timeToProto(reading.time),
      ...(reading.begun === null ? {} : { transaction: reading.begun }),
    },
  ];
}

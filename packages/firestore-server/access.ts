import type { Log } from './log.ts';
import { UNKNOWN_ANCESTORS, UNKNOWN_ID } from '@frontage/rules-engine/ruleset';
import type { Ruleset, RulesReader, RulesRequest } from '@frontage/rules-engine/ruleset';
import type { RulesValue } from '@frontage/rules-engine/values';
import type { Caller } from './caller.ts';
import { formatFieldPath } from './field-path.ts';
import type { Filter } from './filter.ts';
import type { View } from './history.ts';
import type { Query } from './query.ts';
import { documentsRoot, join } from './resource-name.ts';
import { rulesMap } from './rules-values.ts';
import { refuse } from './status.ts';
import { Reference } from './value.ts';
import type { Document, Value } from './value.ts';

/** Checks a request against the rules; refuses with PERMISSION_DENIED. */
export interface Access {
  get(path: string, document: Document | null): void;
  list(query: Query): void;
  write(path: string, before: Document | null, after: Document | null): void;
}

export interface AccessOptions {
  caller: Caller;
  rules: Ruleset | null;
  view: View;
  /** The state after the request's writes; equal to `view` for reads. */
  viewAfter: View;
  /** Microseconds. */
  time: number;
  /** The number of documents of the request: one, or a batch. */
  documents: number;
  log: Log;
}

/** Access calls for all writes or reads of a batch together; each also has the ruleset's own limit. */
const batchBudget = 20;

const unrestricted: Access = { get: () => {}, list: () => {}, write: () => {} };

export function openAccess({ caller, rules, view, viewAfter, time, documents, log }: AccessOptions): Access {
  if (caller.admin) return unrestricted;
  const { auth } = caller;
  const budget = documents > 1 ? { remaining: batchBudget, seen: new Set<string>() } : null;
  const fieldsAt = (from: View, path: string): Map<string, RulesValue> | null => {
    const document = from.get(path);
    return document === null ? null : rulesMap(document.fields);
  };
  const reader: RulesReader = {
    get: (path) => fieldsAt(view, path),
    getAfter: (path) => fieldsAt(viewAfter, path),
  };
  const base = { service: 'cloud.firestore' as const, auth, time: new Date(time / 1000) };

  function decide(request: RulesRequest): void {
    if (rules === null) return denied(request, 'no rules are loaded');
    const { allowed, reason } = rules.evaluate(request, reader, budget);
    if (!allowed) denied(request, reason);
  }

  function denied({ method, path }: RulesRequest, reason: string): never {
    log({ level: 'warn', source: 'firestore', message: `${method} of ${path} denied: ${reason}` });
    return refuse('PERMISSION_DENIED', `Missing or insufficient permissions. ${reason}`);
  }

  const dataOf = (document: Document | null): Map<string, RulesValue> | null =>
    document === null ? null : rulesMap(document.fields);

  return {
    get(path, document) {
      decide({ ...base, path, method: 'get', resource: dataOf(document), requestResource: null });
    },
    list(query) {
      const { limit, offset, orderBy } = query;
      decide({
        ...base,
        path: listPath(query),
        method: 'list',
        resource: null,
        requestResource: null,
        query: {
          limit: limit === null ? null : BigInt(limit),
          offset: offset === 0 ? null : BigInt(offset),
          orderBy: orderBy.length === 0 ? null : orderBy.map(({ path }) => formatFieldPath(path)).join(', '),
        },
        knownFields: knownFields(query.where),
      });
    },
    write(path, before, after) {
      const method = after === null ? 'delete' : before === null ? 'create' : 'update';
      decide({ ...base, path, method, resource: dataOf(before), requestResource: dataOf(after) });
    },
  };
}

/** The path pattern of the documents that a listing may return. */
function listPath({ project, parent, collectionId, allDescendants, where }: Query): string {
  if (allDescendants) return join(parent, `${UNKNOWN_ANCESTORS}/${collectionId ?? UNKNOWN_ID}/${UNKNOWN_ID}`);
  const collection = join(parent, collectionId ?? UNKNOWN_ID);
  const fixed = fixedValues(where).get('__name__');
  const prefix = `${documentsRoot(project)}/${collection}/`;
  const known = fixed instanceof Reference && fixed.name.startsWith(prefix);
  return `${collection}/${known ? fixed.name.slice(prefix.length) : UNKNOWN_ID}`;
}

/** The fields, by formatted path, that must have exactly this value in every result. */
function fixedValues(filter: Filter | null): Map<string, Value> {
  const fixed = new Map<string, Value>();
  const collect = (inner: Filter): void => {
    if (inner.kind === 'field') {
      if (inner.op === '==' || inner.op === 'is-null') fixed.set(formatFieldPath(inner.path), inner.value);
    } else if (inner.kind === 'and' || inner.filters.length === 1) inner.filters.forEach(collect);
  };
  if (filter !== null) collect(filter);
  return fixed;
}

function knownFields(filter: Filter | null): Map<string, RulesValue> {
  const fields = fixedValues(filter);
  fields.delete('__name__');
  return rulesMap(fields);
}

import type { RE2JS } from 're2js';
import type { Coverage } from './coverage.ts';
import { LIMITS } from './limits.ts';
import { type Budget, type RulesReader, type RulesRequest, UNKNOWN_ANCESTORS, UNKNOWN_ID } from './request.ts';
import type { Outcome, RulesMap, RulesValue, Value } from './values.ts';
import { pathOf, RulesError, timestampOfDate } from './values.ts';
import { partialOf } from './partial.ts';

export interface SessionInput {
  readonly request: RulesRequest;
  readonly reader: RulesReader;
  readonly budget: Budget | null;
  readonly pattern: (source: string) => RE2JS | RulesError;
  readonly coverage: Coverage | null;
}

/** The state and used budget of one evaluation. */
export class Session {
  /** The complete path, starting with `databases` (or `b`). */
  readonly segments: readonly string[];
  /**
   * Whether the path may contain unknown segments. Only Firestore queries have them; a `list` of Storage has a prefix.
   */
  readonly isQuery: boolean;
  readonly pattern: SessionInput['pattern'];
  readonly coverage: Coverage | null;
  readonly debugged: string[] = [];
  /** The error of an exceeded limit: the request is denied regardless of other rules. */
  fatal: RulesError | null = null;
  accessCalls = 0;
  /** The number of evaluated expressions. */
  expressions = 0;

  #request: RulesMap | null = null;
  #resource: Value | undefined;
  readonly #read = new Map<string, RulesMap | null>();
  readonly #input: SessionInput;

  constructor(input: SessionInput) {
    const { service, path, method } = input.request;
    const own = path.split('/');
    this.segments = service === 'cloud.firestore' ? ['databases', '(default)', 'documents', ...own] : own;
    this.isQuery = method === 'list' && service === 'cloud.firestore';
    this.pattern = input.pattern;
    this.coverage = input.coverage;
    this.#input = input;
  }

  /** Counts evaluated expressions. Returns whether the evaluation must stop. */
  spend(expressions: number): boolean {
    this.expressions += expressions;
    if (this.expressions <= LIMITS.expressions) return this.fatal !== null;
    this.fatal ??= new RulesError(`More than ${LIMITS.expressions} expressions to evaluate`);
    return true;
  }

  get request(): RulesMap {
    return (this.#request ??= this.#buildRequest());
  }

  /** The current document or object; null if it does not exist. */
  get resource(): Value {
    return this.#resource === undefined ? (this.#resource = this.#buildResource()) : this.#resource;
  }

  /**
   * Reads the document at a path below `documents`, before or after the batch. A repeated call of the same function is
   * free; `exists` and `get` of one document are two calls, as in Google's runtime.
   */
  read(path: string, { name, isAfter }: { name: string; isAfter: boolean }): RulesMap | null | RulesError {
    const key = `${name} ${path}`;
    const known = this.#read.get(key);
    if (known !== undefined) return known;
    const { request, reader, budget } = this.#input;
    if (budget?.seen?.has(key) !== true) {
      this.accessCalls++;
      const limit = LIMITS.accessCalls[request.service];
      const isBeyondBatch = budget !== null && --budget.remaining < 0;
      if (this.accessCalls > limit || isBeyondBatch) {
        this.fatal ??= new RulesError(
          `Too many document access calls${isBeyondBatch ? ' in the batch' : `: at most ${limit}`}`,
        );
        return this.fatal;
      }
      budget?.seen?.add(key);
    }
    const found = isAfter ? reader.getAfter(path) : reader.get(path);
    this.#read.set(key, found);
    return found;
  }

  #buildRequest(): RulesMap {
    const { request } = this.#input;
    const map = new Map<string, RulesValue>([
      [
        'auth',
        request.auth === null
          ? null
          : new Map<string, RulesValue>([
              ['uid', request.auth.uid],
              ['token', request.auth.token],
            ]),
      ],
      ['method', request.method],
      ['time', request.time instanceof Date ? timestampOfDate(request.time) : request.time],
      ['resource', this.#wrap(request.requestResource)],
    ]);
    const isUnknown = this.segments.some((segment) => this.isUnknown(segment, UNKNOWN_ANCESTORS));
    if (!isUnknown) map.set('path', pathOf(this.segments.filter((segment) => !this.#isPlaceholder(segment))));
    if (request.query !== undefined) {
      const { limit, offset, orderBy } = request.query;
      map.set(
        'query',
        new Map<string, RulesValue>([
          ['limit', limit],
          ['offset', offset],
          ['orderBy', orderBy],
        ]),
      );
    }
    return map;
  }

  #buildResource(): Value {
    const { request } = this.#input;
    if (!this.isQuery) return this.#wrap(request.resource);
    const data: Outcome = partialOf(request.knownFields ?? new Map<string, RulesValue>());
    const known = new Map<string, Value>([['data', data]]);
    const id = this.segments.at(-1) ?? UNKNOWN_ID;
    if (!this.segments.some((segment) => this.#isPlaceholder(segment))) {
      known.set('id', id).set('__name__', pathOf(this.segments));
    }
    return { kind: 'partial', known };
  }

  /** Whether the segment is the given marker for a document or ancestors that a query does not specify. */
  isUnknown(segment: string, marker: string): boolean {
    return this.isQuery && segment === marker;
  }

  #isPlaceholder(segment: string): boolean {
    return this.isUnknown(segment, UNKNOWN_ID) || this.isUnknown(segment, UNKNOWN_ANCESTORS);
  }

  #wrap(data: RulesMap | null): RulesMap | null {
    if (data === null || this.#input.request.service === 'firebase.storage') return data;
    return documentMap(data, this.segments);
  }
}

/** A document as a value of the rules: its fields as `data`, its `id` and its `__name__`. */
export function documentMap(data: RulesMap, segments: readonly string[]): RulesMap {
  return new Map<string, RulesValue>([
    ['data', data],
    ['id', segments.at(-1) ?? ''],
    ['__name__', pathOf(segments)],
  ]);
}

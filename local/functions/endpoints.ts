import type { IncomingMessage, ServerResponse } from 'node:http';
import { declaredParams } from 'firebase-functions/params';
import type { ScheduledFunction } from './schedules.ts';

export interface HttpEndpoint {
  name: string;
  regions: string[];
  handle(request: IncomingMessage, response: ServerResponse): unknown;
}

/** Fields shared by document and object triggers. */
interface Trigger {
  name: string;
  /** The CloudEvents type of its events. */
  eventType: string;
  /** Whether hosted Firebase would retry the function after a failure. */
  retry: boolean;
  timeoutMs: number;
  /** The maximum number of concurrent calls of an instance. */
  concurrency: number;
  run(event: object): unknown;
}

export interface DocumentTrigger extends Trigger {
  matches: PathPattern;
}

export interface ObjectTrigger extends Trigger {
  bucket: string;
}

export interface Endpoints {
  http: HttpEndpoint[];
  documents: DocumentTrigger[];
  objects: ObjectTrigger[];
  schedules: ScheduledFunction[];
  /** Functions of unsupported kinds. */
  unsupported: { name: string; reason: string }[];
}

/**
 * The manifest that firebase-functions attaches to each function; values may be parameters, which are resolved when
 * read.
 */
interface Manifest {
  region?: unknown;
  timeoutSeconds?: unknown;
  concurrency?: unknown;
  httpsTrigger?: object;
  callableTrigger?: object;
  scheduleTrigger?: { schedule?: unknown; timeZone?: unknown; retryConfig?: { retryCount?: unknown } };
  eventTrigger?: {
    eventType: string;
    eventFilters?: Record<string, unknown>;
    eventFilterPathPatterns?: Record<string, unknown>;
    retry?: unknown;
  };
}

type FunctionExport = ((...args: unknown[]) => unknown) & { __endpoint: Manifest; run?(event: object): unknown };

const DOCUMENT_EVENT =
  /^google\.cloud\.firestore\.document\.v1\.(created|updated|deleted|written)(\.withAuthContext)?$/;
const OBJECT_EVENT = /^google\.cloud\.storage\.object\.v1\.(finalized|deleted|metadataUpdated|archived)$/;
const DEFAULT_TIMEOUT_SECONDS = 60;
// Hosted functions have 80. Here all functions share one process, so a backlog of one must not starve the others.
const DEFAULT_CONCURRENCY = 8;
/** The time zone of hosted schedules without one. */
const DEFAULT_TIME_ZONE = 'America/Los_Angeles';

/**
 * Reads the exports of a functions module, groups included (`export const billing = { charge }` is named
 * `billing-charge`).
 */
export function readEndpoints(functions: Record<string, unknown>, defaultRegion: string): Endpoints {
  applyParameterDefaults(process.env);
  const endpoints: Endpoints = { http: [], documents: [], objects: [], schedules: [], unsupported: [] };
  for (const [name, found] of namedFunctions(functions)) addEndpoint(endpoints, { name, found, defaultRegion });
  return endpoints;
}

function* namedFunctions(group: Record<string, unknown>, prefix = ''): Generator<[string, FunctionExport]> {
  for (const [key, value] of Object.entries(group)) {
    if (isFunctionExport(value)) yield [prefix + key, value];
    else if (isGroup(value)) yield* namedFunctions(value, `${prefix}${key}-`);
  }
}

function isFunctionExport(value: unknown): value is FunctionExport {
  return typeof value === 'function' && '__endpoint' in value;
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function addEndpoint(
  endpoints: Endpoints,
  { name, found, defaultRegion }: { name: string; found: FunctionExport; defaultRegion: string },
): void {
  const manifest = found.__endpoint;
  if (manifest.httpsTrigger !== undefined || manifest.callableTrigger !== undefined) {
    const regions = listOf(resolve(manifest.region));
    endpoints.http.push({
      name,
      regions: regions.length > 0 ? regions : [defaultRegion],
      handle: found,
    });
    return;
  }
  const timeoutMs = (Number(resolve(manifest.timeoutSeconds)) || DEFAULT_TIMEOUT_SECONDS) * 1_000;
  const { scheduleTrigger } = manifest;
  const cron = cronOf(String(resolve(scheduleTrigger?.schedule)));
  if (scheduleTrigger !== undefined && cron !== null) {
    const timeZone = String(resolve(scheduleTrigger.timeZone) ?? DEFAULT_TIME_ZONE);
    const retries = Number(resolve(scheduleTrigger.retryConfig?.retryCount)) || 0;
    endpoints.schedules.push({ name, cron, timeZone, retries, timeoutMs, run: (tick) => found.run?.(tick) });
    return;
  }
  const event = manifest.eventTrigger;
  const trigger: Trigger = {
    name,
    eventType: event?.eventType ?? '',
    retry: resolve(event?.retry) === true,
    timeoutMs,
    concurrency: Number(resolve(manifest.concurrency)) || DEFAULT_CONCURRENCY,
    run: (cloudEvent) => found(cloudEvent),
  };
  if (DOCUMENT_EVENT.test(trigger.eventType)) {
    const pattern = resolve(event?.eventFilterPathPatterns?.['document'] ?? event?.eventFilters?.['document']);
    endpoints.documents.push({ ...trigger, matches: compilePathPattern(String(pattern)) });
  } else if (OBJECT_EVENT.test(trigger.eventType)) {
    endpoints.objects.push({ ...trigger, bucket: String(resolve(event?.eventFilters?.['bucket'])) });
  } else {
    const kind = Object.keys(manifest).find((key) => key.endsWith('Trigger')) ?? 'unknown trigger';
    endpoints.unsupported.push({ name, reason: event === undefined ? kind : trigger.eventType });
  }
}

/** The value of a parameter of firebase-functions/params, or the value itself. */
function resolve(value: unknown): unknown {
  const expression = value as { value?: () => unknown } | null | undefined;
  return typeof expression === 'object' && typeof expression?.value === 'function' ? expression.value() : value;
}

function listOf(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value.map(resolve) : [value];
  return values.filter((item) => typeof item === 'string');
}

/**
 * The unix-cron form of a function's schedule, which is given in this form or in an equivalent English form of Cloud
 * Scheduler ("every 5 minutes", "every day 03:00"). Null for a schedule without a cron form.
 */
export function cronOf(schedule: string): string | null {
  const text = schedule.trim().toLowerCase();
  if (/^[\d*,/-]+ [\d*,/-]+ \S+ \S+ \S+$/.test(text)) return text;
  const [, count, unit] = /^every (\d+) (minute|min|hour)s?$/.exec(text) ?? [];
  const step = Number(count);
  // Steps that do not divide the hour or the day would restart in each one.
  if (unit === 'hour') return step > 0 && 24 % step === 0 ? `0 */${step} * * *` : null;
  if (unit !== undefined) return step > 0 && 60 % step === 0 ? `*/${step} * * * *` : null;
  const [, hour, minute] = /^every day (\d{1,2}):(\d{2})$/.exec(text) ?? [];
  return hour === undefined ? null : `${Number(minute)} ${Number(hour)} * * *`;
}

/**
 * Sets the declared parameters that are missing in the environment to their defaults, like a deployment: at run time
 * firebase-functions reads only the environment.
 */
function applyParameterDefaults(env: Record<string, string | undefined>): void {
  for (const { name, options } of declaredParams) {
    const value: unknown = 'default' in options ? options.default : undefined;
    if (['string', 'number', 'boolean'].includes(typeof value)) env[name] ??= String(value);
  }
}

/**
 * Eventarc path patterns of function triggers: `pages/{id}`, `a/{x}/b/{y}`, `files/{rest=**}`, `*` and `**`. A single
 * wildcard matches one segment, a multi-segment one any number of them, including none.
 */
type PathPattern = (path: string) => boolean;

type Segment = { kind: 'literal'; text: RegExp } | { kind: 'rest' };

export function compilePathPattern(pattern: string): PathPattern {
  const segments = splitPath(pattern).map(compileSegment);
  return (path) => matches(segments, splitPath(path));
}

function splitPath(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

function compileSegment(source: string): Segment {
  const captured = /^\{[^=}]+(?:=(.*))?\}$/.exec(source);
  const glob = captured === null ? source : (captured[1] ?? '*');
  if (glob === '**') return { kind: 'rest' };
  const escaped = glob.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*');
  return { kind: 'literal', text: new RegExp(`^${escaped}$`, 's') };
}

function matches([first, ...others]: readonly Segment[], path: readonly string[]): boolean {
  if (first === undefined) return path.length === 0;
  if (first.kind === 'rest') {
    for (let taken = 0; taken <= path.length; taken += 1) if (matches(others, path.slice(taken))) return true;
    return false;
  }
  return path[0] !== undefined && first.text.test(path[0]) && matches(others, path.slice(1));
}

import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { collections } from '@frontage/model/paths';
import type * as Playwright from 'playwright-core';
import { relatedDocuments, kindOf, type RecordedRequest, type Wire } from './recorded-request.ts';

// Preloaded into the browser tests of the recorded version (record.ts). Patches Playwright to record the admin's
// requests.

const { chromium } = createRequire(join(process.cwd(), 'any.js'))('playwright-core') as typeof Playwright;
const output = process.env['RECORD_TO'] ?? '';
const seen = new Set<string>();

const launch = chromium.launch.bind(chromium);
chromium.launch = async (options) => {
  const browser = await launch(options);
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (settings) => {
    const context = await newContext(settings);
    await context.route(/\/documents:(commit|batchGet|runQuery)\b|\/demo-[^/]+\/[a-z0-9-]+\/[a-zA-Z]+$/, record);
    return context;
  };
  return browser;
};

/** Continues a request, and records it if it is the first successful one of its kind. */
async function record(route: Playwright.Route): Promise<void> {
  const request = route.request();
  // In some tests services are down or windows close. Such requests are not recorded.
  const observed = await observe(request).catch(() => null);
  await route.continue().catch(() => undefined);
  if (observed === null) return;
  const isKept = await keep(request, observed.recorded).catch(() => false);
  if (!isKept) seen.delete(observed.kind);
}

interface Observed {
  kind: string;
  recorded: RecordedRequest;
}

/** A request with the documents before it; null if one of its kind is recorded or being recorded. */
async function observe(request: Playwright.Request): Promise<Observed | null> {
  if (request.method() !== 'POST') return null;
  const [, method] = /\/documents:(\w+)/.exec(request.url()) ?? [];
  const name = method ?? new URL(request.url()).pathname.split('/').at(-1) ?? '';
  const token = payloadOf(request.headers()['authorization']);
  const body = JSON.parse(request.postData() ?? '{}') as Wire;
  const at = Date.now();
  const user = await documentAt(`${collections.userRoles}/${String(token?.['user_id'])}`);
  const kind = kindOf({ name, body, roles: JSON.stringify(user?.['roles'] ?? null) });
  if (seen.has(kind)) return null;
  seen.add(kind);
  const before = relatedDocuments([body, token], await allDocuments());
  const service = method === undefined ? 'functions' : 'firestore';
  return { kind, recorded: { service, at, name, token, body, answer: null, before } };
}

async function keep(request: Playwright.Request, recorded: RecordedRequest): Promise<boolean> {
  const response = await request.response();
  if (!response?.ok()) return false;
  const answer: unknown = recorded.service === 'functions' ? await response.json() : null;
  appendFileSync(output, `${JSON.stringify({ ...recorded, answer })}\n`);
  return true;
}

function payloadOf(authorization: string | undefined): Wire | null {
  const [, payload] = authorization?.split('.') ?? [];
  return payload === undefined ? null : (JSON.parse(Buffer.from(payload, 'base64url').toString()) as Wire);
}

/** Collections that grow with each request and that no request depends on. */
const ignored = new Set<string>([
  collections.audit,
  collections.releases,
  collections.buildState,
  collections.rateLimits,
]);

/** All documents of the other collections, by path. */
async function allDocuments(): Promise<Record<string, Wire>> {
  const names = Object.values(collections).filter((name) => !ignored.has(name));
  const lists = await Promise.all(names.map(documentsOf));
  return Object.fromEntries(lists.flat());
}

const root = 'projects/demo-frontage/databases/(default)/documents';

/** Sends a request to Firestore that bypasses the rules. */
const sendQuery = (path: string, body?: object): Promise<Response> =>
  fetch(`http://${process.env['FIRESTORE_EMULATOR_HOST'] ?? ''}/v1/${root}${path}`, {
    headers: { authorization: 'Bearer owner' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });

async function documentAt(path: string): Promise<Wire | null> {
  const response = await sendQuery(`/${path}`);
  return response.ok ? (((await response.json()) as { fields?: Wire }).fields ?? null) : null;
}

async function documentsOf(collectionId: string): Promise<[string, Wire][]> {
  const response = await sendQuery(':runQuery', { structuredQuery: { from: [{ collectionId }] } });
  const answers = (await response.json()) as { document?: { name: string; fields?: Wire } }[];
  return answers.flatMap(({ document }) =>
    document ? [[document.name.split('/documents/').at(-1) ?? '', document.fields ?? {}] as [string, Wire]] : [],
  );
}

import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { collections } from '@frontage/model/paths';
import type * as Playwright from 'playwright-core';
import { concerned, kindOf, type RecordedRequest, type Wire } from './recorded-request.ts';

// Loaded before everything else into the browser tests of a version (record.ts): keeps what its back office sends.

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

/** Lets a request pass, and keeps it if it is the first of its kind and is answered. */
async function record(route: Playwright.Route): Promise<void> {
  const request = route.request();
  const [, method] = /\/documents:(\w+)/.exec(request.url()) ?? [];
  const name = method ?? new URL(request.url()).pathname.split('/').at(-1) ?? '';
  const token = payloadOf(request.headers()['authorization']);
  const documents = request.method() === 'POST' ? await allDocuments() : null;
  const at = Date.now();
  await route.continue();
  if (documents === null) return;
  const body = JSON.parse(request.postData() ?? '{}') as Wire;
  const roles = JSON.stringify(documents[`user_roles/${String(token?.['user_id'])}`]?.['roles'] ?? null);
  const kind = kindOf({ name, body, roles });
  if (seen.has(kind)) return;
  seen.add(kind);
  const response = await request.response();
  if (!response?.ok()) {
    seen.delete(kind);
    return;
  }
  const recorded: RecordedRequest = {
    service: method === undefined ? 'functions' : 'firestore',
    at,
    name,
    token,
    body,
    answer: method === undefined ? await response.json() : null,
    before: concerned([body, token], documents),
  };
  appendFileSync(output, `${JSON.stringify({ kind, recorded })}\n`);
}

function payloadOf(authorization: string | undefined): Wire | null {
  const [, payload] = authorization?.split('.') ?? [];
  return payload === undefined ? null : (JSON.parse(Buffer.from(payload, 'base64url').toString()) as Wire);
}

/** What no request of a back office depends on, and grows with each. */
const left = new Set<string>([collections.audit, collections.releases, collections.buildState, collections.rateLimits]);

/** Every document but those, by path. */
async function allDocuments(): Promise<Record<string, Wire>> {
  const names = Object.values(collections).filter((name) => !left.has(name));
  const lists = await Promise.all(names.map(documentsOf));
  return Object.fromEntries(lists.flat());
}

async function documentsOf(collectionId: string): Promise<[string, Wire][]> {
  const host = process.env['FIRESTORE_EMULATOR_HOST'] ?? '';
  const root = `projects/demo-frontage/databases/(default)/documents`;
  const response = await fetch(`http://${host}/v1/${root}:runQuery`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner' },
    body: JSON.stringify({ structuredQuery: { from: [{ collectionId }] } }),
  });
  const answers = (await response.json()) as { document?: { name: string; fields?: Wire } }[];
  return answers.flatMap(({ document }) =>
    document ? [[document.name.split('/documents/').at(-1) ?? '', document.fields ?? {}] as [string, Wire]] : [],
  );
}

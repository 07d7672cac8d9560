import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RulesIssue } from '@frontage/rules-engine/ruleset';
import type { Ruleset } from '@frontage/rules-engine/ruleset';
import type { Change } from './history.ts';
import { coveragePage, coverageReport } from './rule-coverage.ts';
import { errorBody, parseBody, readBody, sendJson } from './rest.ts';
import { refuse, statusCodes, statusOf } from './status.ts';
import type { Store } from './store.ts';

export interface Control {
  store: Store;
  setRules(project: string, source: string): RulesIssue[];
  rulesOf(project: string): Ruleset | null;
}

const rulesUpload = /^\/emulator\/v1\/projects\/([^/:?]+):securityRules$/;
const coverage = /^\/emulator\/v1\/projects\/([^/:?]+):ruleCoverage(\.html)?$/;
const documents = /^\/emulator\/v1\/projects\/([^/?]+)\/databases\/(?:\(default\)|%28default%29)\/documents$/i;

/**
 * The control endpoints of the official emulator: upload and coverage of rules, removal of all documents.
 * Source: "Connect your app to the Firestore emulator", "Generate test reports".
 */
export async function handleControl(
  control: Control,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '').split('?')[0] ?? '';
  const upload = rulesUpload.exec(path);
  const clear = documents.exec(path);
  const covered = coverage.exec(path);
  try {
    if (upload !== null && request.method === 'PUT') {
      const issues = control.setRules(upload[1] ?? '', rulesSource(parseBody(await readBody(request))));
      if (issues.length === 0) return sendJson(response, 200, {});
      const message = issues.map(({ line, column, message: text }) => `L${line}:${column} ${text}`).join('\n');
      return sendJson(response, 400, { ...errorBody({ status: 'INVALID_ARGUMENT', message }), issues });
    }
    if (covered !== null && request.method === 'GET') {
      const ruleset = control.rulesOf(covered[1] ?? '') ?? refuse('NOT_FOUND', 'No rules are loaded.');
      return covered[2] === undefined
        ? sendJson(response, 200, coverageReport(ruleset))
        : sendPage(response, coveragePage(ruleset));
    }
    if (clear !== null && request.method === 'DELETE') {
      clearDocuments(control.store, clear[1] ?? '');
      return sendJson(response, 200, {});
    }
    sendJson(
      response,
      404,
      errorBody({ status: 'NOT_FOUND', message: `No endpoint is served at ${request.method} ${path}.` }),
    );
  } catch (error) {
    const status = statusOf(error);
    sendJson(response, statusCodes[status.status].http, errorBody(status));
  }
}

function sendPage(response: ServerResponse, html: string): void {
  response.writeHead(200, {
    'content-type': 'text/html; charset=UTF-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'x-content-type-options': 'nosniff',
  });
  response.end(html);
}

function rulesSource(body: Record<string, unknown>): string {
  const { files } = (body['rules'] ?? {}) as { files?: { content?: unknown }[] };
  const content = files?.[0]?.content;
  return typeof content === 'string' ? content : '';
}

/** Removes all documents. Listeners receive the removals; triggers do not, as in the official emulator. */
function clearDocuments(store: Store, project: string): void {
  const database = store.database(project);
  const changes: Change[] = [];
  for (const collection of database.collections()) {
    for (const document of database.documents(collection)) {
      changes.push({ path: document.path, before: document, after: null });
    }
  }
  database.commit({ time: store.tick(), changes }, true);
}

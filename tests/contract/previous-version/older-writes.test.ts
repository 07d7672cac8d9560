import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTarget, type Target } from '../target.ts';
import { readRecordings } from './recording.ts';
import { incompatibleRequests } from './replay.ts';

// Reads and writes of earlier admin versions, which browser tabs send that stay open during a deployment.
// docs/decisions/062-version-compatibility.md describes the recordings.

const root = join(import.meta.dirname, '../../..');

// Version 0.1.0 schedules publications without a document version, so that an author could replace the content before.
// These are rejected until the tab is reloaded. Schedules to unpublish and deletions of schedules are accepted.
const refusedOnPurpose = /^commit .*"action":\{"stringValue":"publish(?:_draft)?"\}.*"draft_rev"/;
const refusals = new Map([['2edcd5f', 3]]);

const recordings = readRecordings().map(({ version, requests }) => ({
  version,
  requests: requests.filter(({ service }) => service === 'firestore'),
}));

it('the recordings contain writes to all collections of the admin', () => {
  const commits = recordings.flatMap(({ requests }) => requests.filter(({ name }) => name === 'commit'));
  const written = new Set(commits.flatMap(({ body }) => JSON.stringify(body).match(/(?<=\/documents\/)[a-z_]+/g)));
  expect([...written].toSorted()).toEqual([
    'demo_embeds',
    'demo_pages',
    'demo_secrets',
    'draft_embeds',
    'drafts',
    'homepage_sections',
    'pages',
    'presence',
    'profiles',
    'redirects',
    'schedules',
    'site_settings',
    'slugs',
    'trash',
  ]);
});

let target: Target;
beforeAll(async () => {
  target = await openTarget({
    only: ['firestore'],
    local: { firestoreRules: join(root, 'firestore.rules'), firestoreIndexes: join(root, 'firestore.indexes.json') },
  });
});
afterAll(() => target.stop());

describe.each(recordings)('the admin of $version', ({ version, requests }) => {
  it('has its reads and writes accepted by the rules', async () => {
    const { hosts, project } = target;
    const documents = `http://${hosts.firestore}/emulator/v1/projects/${project}/databases/(default)/documents`;
    const refused = await incompatibleRequests(target, requests, () => fetch(documents, { method: 'DELETE' }));
    const isOnPurpose = (request: string): boolean => refusals.has(version) && refusedOnPurpose.test(request);
    expect(refused.filter((request) => !isOnPurpose(request))).toEqual([]);
    expect(refused).toHaveLength(refusals.get(version) ?? 0);
  });
});

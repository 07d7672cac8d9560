import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openTarget } from '../target.ts';
import { readRecording } from './recording.ts';
import { incompatibleRequests } from './replay.ts';

// Reads and writes of the previous admin version, which browser tabs send that stay open during a deployment.
// docs/decisions/062-version-compatibility.md describes the recording.

const root = join(import.meta.dirname, '../../..');
const requests = readRecording().requests.filter(({ service }) => service === 'firestore');

it('the recording contains writes to all collections of the admin', () => {
  const commits = requests.filter(({ name }) => name === 'commit');
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

// The previous version schedules publications without a document version, so that an author could replace the content
// before. These are rejected until the tab is reloaded. Schedules to unpublish and deletions of schedules are accepted.
const refusedOnPurpose = /^commit .*"action":\{"stringValue":"publish(?:_draft)?"\}.*"draft_rev"/;

it('the rules accept the reads and writes of the previous admin', async () => {
  const target = await openTarget({
    only: ['firestore'],
    local: { firestoreRules: join(root, 'firestore.rules'), firestoreIndexes: join(root, 'firestore.indexes.json') },
  });
  const { hosts, project } = target;
  const documents = `http://${hosts.firestore}/emulator/v1/projects/${project}/databases/(default)/documents`;
  const refused = await incompatibleRequests(target, requests, () => fetch(documents, { method: 'DELETE' }));
  expect(refused.filter((request) => !refusedOnPurpose.test(request))).toEqual([]);
  expect(refused.filter((request) => refusedOnPurpose.test(request))).toHaveLength(3);
  await target.stop();
});

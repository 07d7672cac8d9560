import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openTarget } from '../target.ts';
import { readRecording } from './recording.ts';
import { unanswered } from './replay.ts';

// What the back office of the version before reads and writes, as a tab that stays open over a deployment goes on doing.
// docs/decisions/062-two-neighbouring-versions.md says how it is recorded.

const root = join(import.meta.dirname, '../../..');
const requests = readRecording().requests.filter(({ service }) => service === 'firestore');

it('the recording holds what a back office writes', () => {
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

it('the back office of the version before may read and write under these rules what it read and wrote', async () => {
  const target = await openTarget({
    only: ['firestore'],
    local: { firestoreRules: join(root, 'firestore.rules'), firestoreIndexes: join(root, 'firestore.indexes.json') },
  });
  const { hosts, project } = target;
  const documents = `http://${hosts.firestore}/emulator/v1/projects/${project}/databases/(default)/documents`;
  expect(await unanswered(target, requests, () => fetch(documents, { method: 'DELETE' }))).toEqual([]);
  await target.stop();
});

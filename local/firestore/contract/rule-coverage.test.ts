import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { initializeTestEnvironment } from '@firebase/rules-unit-testing';
import type { RulesTestEnvironment } from '@firebase/rules-unit-testing';
import { openFirestore } from './support/target.ts';
import type { FirestoreTarget } from './support/target.ts';

const rules = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    function signedIn() { return request.auth != null; } // 🚀 <b>"no tag"</b>
    match /counters/{id} {
      allow read: if signedIn() || id == 'open';
      allow write: if request.resource.data.value == resource.data.value + 1;
    }
    match /never/{id} { allow read: if id == 'x'; }
    match /always/{id} { allow read: if true; }
  }
}`;

interface Report {
  sourcePosition: { fileName: string; line: number; column: number; currentOffset: number; endOffset: number };
  values?: { value: Record<string, unknown>; count: number }[];
  children?: Report[];
}

let target: FirestoreTarget;
let env: RulesTestEnvironment;
let reports: Report[];

const url = (suffix = ''): string =>
  `http://${target.host}:${target.port}/emulator/v1/projects/${target.project}:ruleCoverage${suffix}`;
const textOf = ({ sourcePosition: { currentOffset, endOffset } }: Report): string =>
  [...rules].slice(currentOffset, endOffset + 1).join('');
const everything = (list: Report[]): Report[] => list.flatMap((one) => [one, ...everything(one.children ?? [])]);
const report = (text: string): Report | undefined => everything(reports).find((one) => textOf(one) === text);

beforeAll(async () => {
  target = await openFirestore();
  env = await initializeTestEnvironment({
    projectId: target.project,
    firestore: { host: target.host, port: target.port, rules },
  });
  const read = async (uid: string | null, path: string): Promise<unknown> =>
    (uid === null ? env.unauthenticatedContext() : env.authenticatedContext(uid))
      .firestore()
      .doc(path)
      .get()
      .catch(() => null);
  await read('ada', 'counters/a');
  await read(null, 'counters/open');
  await read(null, 'counters/b');
  await read(null, 'always/a');
  await env
    .authenticatedContext('ada')
    .firestore()
    .doc('counters/new')
    .set({ value: 1 })
    .catch(() => null);
  reports = ((await (await fetch(url())).json()) as { report: Report[] }).report;
});
afterAll(async () => {
  await env.cleanup();
  await target.stop();
});

/** Source: "Generate test reports". */
describe('rule coverage', () => {
  it('holds the rules it is about', async () => {
    expect(await (await fetch(url())).json()).toMatchObject({ rules: { files: [{ content: rules }] } });
  });

  it.each([
    [
      'request.auth != null',
      [
        [{ boolValue: true }, 1],
        [{ boolValue: false }, 2],
      ],
    ],
    [
      'signedIn()',
      [
        [{ boolValue: true }, 1],
        [{ boolValue: false }, 2],
      ],
    ],
    [
      "id == 'open'",
      [
        [{ boolValue: true }, 1],
        [{ boolValue: false }, 1],
      ],
    ],
    [
      'id',
      [
        [{ stringValue: 'open' }, 1],
        [{ stringValue: 'b' }, 1],
      ],
    ],
    [
      "signedIn() || id == 'open'",
      [
        [{ boolValue: true }, 2],
        [{ boolValue: false }, 1],
      ],
    ],
    ["id == 'x'", undefined],
  ])('%s', (text, values) => {
    const counted = report(text)?.values?.map(({ value, count }) => [value, count]);
    expect(counted).toEqual(values);
  });

  it('says why an expression has no value', () => {
    const [came] = report('request.resource.data.value == resource.data.value + 1')?.values ?? [];
    expect(came).toMatchObject({ value: { undefined: { causeMessage: expect.any(String) as string } }, count: 1 });
  });

  it('leaves literals out, and nests what is inside', () => {
    expect(everything(reports).map(textOf)).not.toContain('true');
    expect(report("signedIn() || id == 'open'")?.children?.map(textOf)).toEqual(['signedIn()', "id == 'open'"]);
  });

  it('counts lines and columns from one, and characters rather than UTF-16 units', () => {
    expect(report("id == 'x'")?.sourcePosition).toMatchObject({ line: 9, column: 40 });
    expect(rules.slice(0, rules.indexOf("id == 'x'")).length).toBe(
      (report("id == 'x'")?.sourcePosition.currentOffset ?? 0) + 1,
    );
  });

  it('is a page too, which shows the source and runs nothing of it', async () => {
    const response = await fetch(url('.html'));
    const page = await response.text();
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(page).toContain('class="never" title="never evaluated"');
    expect(page).not.toContain('<b>"no tag"</b>');
    expect(page).toContain('&lt;b&gt;');
  });

  it('begins anew with new rules', async () => {
    await target.setRules(rules);
    const { report: fresh } = (await (await fetch(url())).json()) as { report: Report[] };
    expect(everything(fresh).every(({ values }) => values === undefined)).toBe(true);
  });

  it('of a project without rules there is none', async () => {
    expect((await fetch(url().replace(target.project, 'demo-none'))).status).toBe(target.isExternal ? 200 : 404);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { initializeTestEnvironment } from '@firebase/rules-unit-testing';
import type { RulesTestEnvironment } from '@firebase/rules-unit-testing';
import { isExternal, openFirestore, skipOnGoogle } from './support/target.ts';
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
/** Google's emulator reports the end of a call as the end of its name. */
const textOf = ({ sourcePosition: { currentOffset, endOffset } }: Report): string => {
  const text = [...rules].slice(currentOffset, endOffset + 1).join('');
  return isExternal && text === 'signedIn' ? 'signedIn()' : text;
};
const flatten = (list: Report[]): Report[] => list.flatMap((one) => [one, ...flatten(one.children ?? [])]);
const report = (text: string): Report | undefined => flatten(reports).find((one) => textOf(one) === text);

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
  it('contains the rules', async () => {
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
  ])('counts the values of %s', (text, values) => {
    // Google's emulator also counts the times that an expression was not needed, without a value.
    const found = report(text)?.values?.filter(({ value }) => Object.keys(value).length > 0);
    const counted = found?.map(({ value, count }) => [value, count]);
    expect(counted).toEqual(values);
  });

  it('gives the reason why an expression has no value', () => {
    const found = report('request.resource.data.value == resource.data.value + 1')?.values ?? [];
    expect(found).toContainEqual({
      value: { undefined: expect.objectContaining({ causeMessage: expect.any(String) as string }) as object },
      count: 1,
    });
  });

  it('writes null as in JSON', () => {
    expect(report('request.auth')?.values).toContainEqual({ value: { nullValue: null }, count: 2 });
  });

  it('omits literals and nests subexpressions', () => {
    expect(flatten(reports).map(textOf)).not.toContain('true');
    expect(report("signedIn() || id == 'open'")?.children?.map(textOf)).toEqual(['signedIn()', "id == 'open'"]);
  });

  it('counts lines and columns from one, in characters, not UTF-16 units', () => {
    expect(report("id == 'x'")?.sourcePosition).toMatchObject({ line: 9, column: 40 });
    expect(rules.slice(0, rules.indexOf("id == 'x'")).length).toBe(
      (report("id == 'x'")?.sourcePosition.currentOffset ?? 0) + 1,
    );
  });

  it('is available as a page that escapes the source', async ({ skip }) => {
    skipOnGoogle({ skip }, { emulator: 'draws the page with a script', hosted: 'has no such page' });
    const response = await fetch(url('.html'));
    const page = await response.text();
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(page).toContain('class="never" title="never evaluated"');
    expect(page).not.toContain('<b>"no tag"</b>');
    expect(page).toContain('&lt;b&gt;');
  });

  it('starts over with new rules', async () => {
    await target.setRules(rules);
    const { report: fresh } = (await (await fetch(url())).json()) as { report: Report[] };
    expect(flatten(fresh).every(({ values }) => values === undefined)).toBe(true);
  });

  it('does not exist for a project without rules', async () => {
    expect((await fetch(url().replace(target.project, 'demo-none'))).status).toBe(target.isExternal ? 200 : 404);
  });
});

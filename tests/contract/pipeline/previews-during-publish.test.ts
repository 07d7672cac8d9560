import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { previewPaths, type PreviewAnswer } from '../../../model/preview.ts';
import { compileSite } from '../../../pipeline/adapters/astro/compile.ts';
import { openPipeline, type Pipeline } from '../../../pipeline/pipeline.ts';
import { aToken } from '../../../pipeline/http/token.fixture.ts';
import { aPage } from '../../../pipeline/sync/documents.fixture.ts';
import { memorySource } from '../../../pipeline/sync/memory-source.fixture.ts';
import { openReceiver } from '../../../pipeline/http/receiver.ts';
import { compiledFolder } from '../../data-folders.ts';
import { sized } from '../../full.ts';
import { root, offlineOptions } from './real-site.ts';

const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
const { adminOrigin } = offlineOptions.config;
const people = 50;
/** The number of previews that each person requests, one after another. */
const previewCount = sized(20, 4);
const folder = mkdtempSync(join(tmpdir(), 'frontage-previews-beside-'));
const source = memorySource();
let pipeline: Pipeline;

const menu = (label: number) => aPage({ title: 'Menu', slug: 'menu', nav_label: `Label ${String(label)}.` });
const page = (person: number, fields = {}) =>
  aPage({ title: 'Own', slug: `own-${String(person)}`, show_in_menu: false, ...fields });

beforeAll(async () => {
  source.set('pages/menu', menu(0));
  for (let person = 0; person < people; person += 1) source.set(`pages/own-${String(person)}`, page(person));
  const compiled = await compileSite({ root, outDir: join(compiledFolder, 'compiled'), log: () => undefined });
  pipeline = await openPipeline({ ...offlineOptions, dataDir: folder, compiled, ports: { source } });
  await pipeline.reconcile();
});
afterAll(async () => {
  await pipeline.close();
  rmSync(folder, { recursive: true, force: true });
});

it('previews during publishing have one menu version and only their draft, and releases contain no draft', async () => {
  const publishes: Promise<unknown>[] = [];
  const app = openReceiver({
    pipeline,
    publish: (documents, hint) => {
      const publish = pipeline.publish(documents, hint);
      publishes.push(publish);
      return publish;
    },
    secret,
    staff: {
      previews: pipeline.previews,
      index: pipeline.index,
      health: pipeline.health,
      adminOrigin,
      drafts: null,
      siteHeaders: {},
    },
  });
  const webhook = new Webhook(secret);
  const hint = async (id: string) => {
    const body = JSON.stringify({
      type: 'content.written',
      timestamp: new Date().toISOString(),
      data: { documents: ['pages/menu'] },
    });
    const at = new Date();
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': webhook.sign(id, at, body),
    };
    expect((await app.request('/hooks/publish', { method: 'POST', headers, body })).status).toBe(202);
    await publishes.at(-1);
  };
  const draw = async (person: number, title: string): Promise<PreviewAnswer> => {
    const response = await app.request(previewPaths.preview, {
      method: 'POST',
      headers: { authorization: `Bearer ${aToken(secret, { uid: `person-${String(person)}` })}`, origin: adminOrigin },
      body: JSON.stringify({ collection: 'pages', id: `own-${String(person)}`, data: { title } }),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as PreviewAnswer;
  };

  let [asked, live, left] = [0, 0, people];
  const typing = Array.from({ length: people }, async (_, person) => {
    for (let ask = 0; ask < previewCount; ask += 1) {
      const earliest = live;
      const title = `Typed ${String(ask)} by ${String(person)}.`;
      const { html } = await draw(person, title);
      // The preview contains only its own draft and one version of the menu.
      expect(new Set(html.match(/Typed \d+ by \d+\./g))).toEqual(new Set([title]));
      const labels = new Set(Array.from(html.matchAll(/Label (\d+)\./g), ([, label]) => Number(label)));
      expect(labels.size).toBe(1);
      for (const label of labels) expect(label >= earliest && label <= asked).toBe(true);
    }
    left -= 1;
  });
  while (left > 0) {
    asked += 1;
    source.set('pages/menu', menu(asked));
    await hint(`hint-${String(asked)}`);
    live = asked;
  }
  await Promise.all(typing);
  expect(asked).toBeGreaterThan(1);
  expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
  const release = pipeline.live();
  for (const path of release?.paths() ?? []) {
    const bytes = await release?.get(path)?.read();
    expect(new TextDecoder().decode(bytes)).not.toContain('Typed');
  }
});

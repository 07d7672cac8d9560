import { previewPaths } from '@frontage/model/preview';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { aToken } from '../http/token.fixture.ts';
import { startPipelineServer } from '../http/server.ts';
import { eachOnSmallSite } from './small-site.fixture.ts';

const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
const previewCount = 40;
const site = eachOnSmallSite();

it('processes a hint before previews that arrived earlier and are waiting', async () => {
  await site.pipeline.reconcile();
  const { previews, index, health } = site.pipeline;
  let drawn = 0;
  const { promise: drawnBeforeHint, resolve } = Promise.withResolvers<number>();
  const drawPage = previews.draw.bind(previews);
  const draw: typeof drawPage = async (...args) => {
    const answer = await drawPage(...args);
    // A page with a real template takes about this long.
    for (const until = performance.now() + 5; performance.now() < until;);
    drawn += 1;
    return answer;
  };
  const publish: typeof site.pipeline.publish = (...hint) => {
    resolve(drawn);
    return site.pipeline.publish(...hint);
  };
  const staff = {
    previews: Object.assign(previews, { draw }),
    index,
    health,
    adminOrigin: 'http://admin',
    drafts: null,
    siteHeaders: {},
  };
  const server = await startPipelineServer({ pipeline: site.pipeline, publish, secret, staff, port: 0 });
  const post = (path: string, headers: Record<string, string>, body: string) =>
    fetch(`http://127.0.0.1:${String(server.port)}${path}`, { method: 'POST', headers, body });

  const requests = Array.from({ length: previewCount }, (_, index) =>
    post(
      previewPaths.preview,
      { authorization: `Bearer ${aToken(secret, { uid: `index-${String(index)}` })}` },
      JSON.stringify({ collection: 'pages', id: 'a', data: { title: 'Typed' } }),
    ),
  );
  const at = new Date();
  const hint = JSON.stringify({
    type: 'content.written',
    timestamp: at.toISOString(),
    data: { documents: ['pages/a'] },
  });
  const seconds = String(Math.floor(at.getTime() / 1_000));
  const signature = new Webhook(secret).sign('hint', at, hint);
  await post(
    '/hooks/publish',
    { 'webhook-id': 'hint', 'webhook-timestamp': seconds, 'webhook-signature': signature },
    hint,
  );
  expect(await drawnBeforeHint).toBeLessThan(previewCount / 2);
  const answers = await Promise.all(requests);
  expect(answers.filter(({ ok }) => !ok)).toEqual([]);
  await server.stop();
});

import { Session } from 'node:inspector/promises';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileSite } from '@frontage/pipeline/adapters/astro/compile';
import { openPipeline } from '@frontage/pipeline/pipeline';
import { syntheticBodies } from './bench/shared/content.ts';
import { benchSource } from './bench/shared/content-source.ts';
const config = { origin: 'https://site.example', adminOrigin: 'https://a.example', embedOrigin: 'https://e.example' };
const [sizes = '1000', mode = ''] = process.argv.slice(2);
const compiled = await compileSite({ root: import.meta.dirname, outDir: '/dev/shm/fe-compiled', log: () => undefined });
for (const pages of sizes.split(',').map(Number)) {
  const folder = mkdtempSync('/dev/shm/fe-');
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const source = benchSource(syntheticBodies, pages);
  const pipeline = await openPipeline({ dataDir: join(folder, 'data'), firestore: null, storage: null, buckets: { i: 'images.example' }, config, compiled, log: () => undefined, ports: { source } });
  const c0 = process.cpuUsage();
  const t0 = performance.now();
  await pipeline.reconcile();
  const c1 = process.cpuUsage(c0);
  console.log(pages, 'full wall', Math.round(performance.now() - t0), 'cpu', Math.round((c1.user + c1.system) / 1000), 'rss', Math.round(process.memoryUsage().rss / 2 ** 20), 'maxrss', Math.round(process.resourceUsage().maxRSS / 1024));
  const session = new Session();
  const times: number[] = []; const cpus: number[] = [];
  const n = 400;
  for (let i = 0; i < n + 40; i++) {
    if (i === 40 && mode === 'prof') { session.connect(); await session.post('Profiler.enable'); await session.post('Profiler.setSamplingInterval', { interval: 100 }); await session.post('Profiler.start'); }
    const number = 5 + ((i * 7919) % (pages - 5));
    const path = source.edit(number, { title: `Edited ${i}` });
    const c = process.cpuUsage(); const t = performance.now();
    await pipeline.publish([path]);
    const d = process.cpuUsage(c);
    if (i >= 40) { times.push(performance.now() - t); cpus.push((d.user + d.system) / 1000); }
  }
  if (mode === 'prof') { const { profile } = await session.post('Profiler.stop'); writeFileSync(`/tmp/fe/edit-${pages}.cpuprofile`, JSON.stringify(profile)); session.disconnect(); }
  const q = (v: number[], p: number) => [...v].sort((a, b) => a - b)[Math.floor(v.length * p)]!.toFixed(2);
  console.log(pages, 'edit wall p50', q(times, .5), 'p95', q(times, .95), 'cpu p50', q(cpus, .5), 'p95', q(cpus, .95), 'mean cpu', (cpus.reduce((a, b) => a + b) / n).toFixed(2));
  globalThis.gc?.();
  console.log('rss', Math.round(process.memoryUsage().rss / 2 ** 20), 'heap', Math.round(process.memoryUsage().heapUsed / 2 ** 20));
  await pipeline.close();
  rmSync(folder, { recursive: true, force: true });
}

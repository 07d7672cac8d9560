import { performance } from 'node:perf_hooks';
import { listedOf } from '@frontage/model/summaries/listed';
import { findTargets, linkTargets } from '../admin/editing/text/link-targets.ts';

const words = ['Über', 'pricing', 'Contact', 'release', 'notes', 'guide', 'demo', 'voices', 'avatar', 'support'];
const searches = ['p', 'pricing gu', 'prcng 9876', 'uber 12', 'nothing like it', 'rlsnts'];
const rounds = 15;

/** Measures the search of the link picker among 10,000 pages (`--pages N` for another number), in milliseconds. */
export function run(args: string[]): void {
  const count = args.includes('--pages') ? Number(args[args.indexOf('--pages') + 1]) : 10_000;
  const pages = Array.from({ length: count }, (_, index) => {
    const title = [7, 3, 1].map((step) => words[(index * step) % words.length]).join(' ');
    const data = { title: `${title} ${index}`, slug: `p-${index}`, is_published: true, updated_at: '2026-01-01' };
    return listedOf('page', `p-${index}`, data).document;
  });
  const targets = linkTargets({ page: pages.map((document) => ({ document })) });
  const timesOf = (typed: string): number[] =>
    Array.from({ length: rounds }, () => {
      const started = performance.now();
      findTargets(targets, typed, 6);
      return performance.now() - started;
    }).toSorted((a, b) => a - b);
  const figures = searches.map((typed) => {
    const times = timesOf(typed);
    return [typed, { median: times[Math.floor(rounds / 2)]?.toFixed(1), most: times.at(-1)?.toFixed(1) }];
  });
  console.table(Object.fromEntries(figures));
}

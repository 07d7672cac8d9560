import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Snapshot } from '@frontage/model/content';
import { sitePaths } from '@frontage/model/paths';
import { createAnswers } from '../plan/answers.ts';
import { recordContent } from './record-content.ts';
import type { Renderer } from './renderer.ts';

/**
 * Renders one route of each kind and discards it: a template's first render takes fifty times as long as later ones.
 * Routes with slow texts are skipped.
 */
export async function warmUp(
  { renderer, isSlow }: { renderer: Renderer; isSlow: (text: string) => boolean },
  snapshot: Snapshot,
): Promise<void> {
  const answers = createAnswers(snapshot);
  const [page] = snapshot.publishedPages.keys();
  const [demo] = snapshot.publishedDemos.keys();
  const paths = [
    ...renderer.fixedRoutes,
    ...(page === undefined ? [] : [sitePaths.page(page)]),
    ...(demo === undefined ? [] : [sitePaths.demo(demo)]),
  ];
  for (const path of paths) {
    await renderer.render(path, recordContent(answers, isSlow).content);
    await nextTurn();
  }
}

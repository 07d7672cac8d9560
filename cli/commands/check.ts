import { setTimeout as pause } from 'node:timers/promises';
import { counted } from '@frontage/model/dates';
import {
  type Finding,
  healthRules,
  problemCount,
  problems,
  ruleNames,
  severityOf,
  sortFindings,
} from '@frontage/model/health';
import type { Pipeline } from '@frontage/pipeline';
import { isFailure } from '../runtime/failure.ts';
import type { Presenter } from '../runtime/present.ts';
import type { Command } from '../command.ts';

export const check: Command = {
  help: {
    summary: 'check the live site: links, texts, images, HTML; exit 1 if there are problems',
    details: ['Errors and warnings are problems; notices are not. The content is not read again.'],
    exitCode1: 'there are errors or warnings; they are listed',
  },
  options: ['axe', 'external', 'state'],
  worksOn: 'releases',
  async run(flags, presenter) {
    const { withPipeline } = await import('../target/open-project.ts');
    return withPipeline({ flags, presenter, firebase: null }, async (pipeline) => {
      const live = pipeline.live();
      if (live === null)
        return { what: 'There is no release to check', next: 'Run: npm start, or: npx frontage build' };
      await pipeline.health.settle();
      if (flags.external) await checkExternal(pipeline, presenter);
      const violations = flags.axe ? await checkAccessibility(pipeline, presenter) : [];
      if (isFailure(violations)) return violations;
      const findings = sortFindings([...pipeline.health.findings(), ...violations]);
      for (const found of findings) presenter.show({ event: 'finding', severity: severityOf(found), ...found });
      const count = problemCount(findings);
      const hints = findings.length - count;
      const summary = `Release ${live.id}: ${problems(count)}, ${counted(hints, 'notice')}.`;
      presenter.show(
        { event: 'checked', release: live.id, problems: count, notices: hints },
        [...linesOf(findings), summary].join('\n'),
      );
      return count === 0 ? 0 : 1;
    });
  },
};

/** The findings for people, by rule. */
function linesOf(findings: readonly Finding[]): string[] {
  const byRule = Map.groupBy(findings, ({ rule }) => rule);
  return ruleNames.flatMap((rule) => {
    const some = byRule.get(rule) ?? [];
    if (some.length === 0) return [];
    const { title, severity } = healthRules[rule];
    return [`${title} (${severity})`, ...some.map(({ path, message }) => `  ${path}  ${message}`), ''];
  });
}

async function checkExternal({ health }: Pipeline, presenter: Presenter): Promise<void> {
  for (let state = health.checkExternal(); state.running; state = health.report().external) {
    const { done, total } = state;
    presenter.progress({ event: 'progress', done, of: total }, `${done} of ${counted(total, 'link')} to other sites`);
    await pause(1_000);
  }
  if (health.report().external.offline)
    presenter.warn({ event: 'warning', message: 'No other site could be reached' }, 'No other site could be reached.');
}

/** Checks the pages that the newest release has changed; of a single release all pages. */
async function checkAccessibility(pipeline: Pipeline, presenter: Presenter) {
  const live = pipeline.live();
  const { openAccessibilityCheck } = await import('../doctor/accessibility.ts');
  const opened = await openAccessibilityCheck((path) => live?.get(path) ?? null);
  if (isFailure(opened)) return opened;
  const found: Finding[] = [];
  try {
    const routes = pipeline.changedPages();
    for (const [at, route] of routes.entries()) {
      if (at % 20 === 0)
        presenter.progress(
          { event: 'progress', done: at, of: routes.length },
          `${at} of ${counted(routes.length, 'page')}`,
        );
      const place = { document: null, field: null, find: null };
      const messages = await opened.messagesOf(route);
      found.push(...messages.map((message) => ({ rule: 'accessibility', path: route, message, ...place }) as const));
    }
  } finally {
    await opened.close();
  }
  return found;
}

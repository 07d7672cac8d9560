import { exitCodeOf, type Finding } from './check.ts';
import { machineChecks } from './checks.ts';
import { examineProject, openProject } from './examine-project.ts';
import { readMachine } from './machine.ts';
import { styleText } from 'node:util';
import type { Presenter } from '../runtime/present.ts';
import type { Flags } from '../options.ts';

/** Checks this machine and, for a hosted project, the project; prints a command for each problem. */
export async function runChecks(flags: Flags, presenter: Presenter): Promise<number> {
  const machine = await readMachine(flags);
  const ofMachine = machineChecks.flatMap(({ ask }) => ask(machine));
  present(ofMachine, presenter);
  const project = await openProject(flags);
  const ofProject = project ? await examineProject(project) : [];
  present(ofProject, presenter);
  const findings = [...ofMachine, ...ofProject];
  const count = (state: Finding['state']): number => findings.filter((finding) => finding.state === state).length;
  const counts = { ok: count('ok'), missing: count('missing'), advice: count('advice'), unasked: count('unasked') };
  const text = `${counts.ok} ok, ${counts.missing} missing, ${counts.advice} warnings, ${counts.unasked} unknown`;
  const more = project && !project.isDeep ? '\nFor all checks of a running site, add --deep' : '';
  presenter.show({ event: 'doctor', project: project?.project ?? null, ...counts }, text + more);
  return exitCodeOf(findings);
}

const marks = { ok: '✓', missing: '✗', advice: '!', unasked: '?' } as const;
const colors = { ok: 'green', missing: 'red', advice: 'yellow', unasked: 'yellow' } as const;

function present(findings: readonly Finding[], presenter: Presenter): void {
  for (const finding of findings) {
    const { check, state, what } = finding;
    const mark = styleText(colors[state], marks[state], { stream: process.stdout });
    const more = finding.state === 'ok' ? [] : [`    ${finding.why}`, `    → ${finding.next}`];
    presenter.show({ event: 'finding', ...finding }, [`${mark} ${check}: ${what}`, ...more].join('\n'));
  }
}

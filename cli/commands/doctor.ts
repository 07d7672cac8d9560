import { styleText } from 'node:util';
import { exitCodeOf, type Finding } from '../doctor/finding.ts';
import { examineMachine } from '../doctor/machine.ts';
import { openProject } from '../doctor/open-project.ts';
import { examineProject } from '../doctor/project/examine.ts';
import { readMachine } from '../doctor/read-machine.ts';
import { examineDeployment } from '../doctor/time-deployment.ts';
import type { Presenter } from '../present.ts';
import type { CommandHandler } from '../command-handler.ts';

/** Checks this machine and, for a hosted project, the project; prints a command for each problem. */
export const run: CommandHandler = async (flags, presenter) => {
  const machine = examineMachine(await readMachine(flags));
  present(machine, presenter);
  const opened = await openProject(flags);
  const project = opened ? await examineProject(opened.examined) : [];
  present(project, presenter);
  const isReady = project.some(({ check, state }) => check === 'hosting.site' && state === 'ok');
  const deployment = opened && isReady ? [await examineDeployment(opened.hosting)] : [];
  present(deployment, presenter);
  const findings = [...machine, ...project, ...deployment];
  const count = (state: Finding['state']): number => findings.filter((finding) => finding.state === state).length;
  const counts = { ok: count('ok'), missing: count('missing'), advice: count('advice'), unasked: count('unasked') };
  const text = `${counts.ok} ok, ${counts.missing} missing, ${counts.advice} warnings, ${counts.unasked} unknown`;
  presenter.show({ event: 'doctor', project: opened?.examined.project ?? null, ...counts }, text);
  return exitCodeOf(findings);
};

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

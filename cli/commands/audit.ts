import { counted } from '@frontage/model/dates';
import { isFailure, type Failure } from '../runtime/failure.ts';
import type { Command } from '../command.ts';

export const audit: Command = {
  help: {
    operand: 'verify',
    summary: 'verify the hash chain of the audit trail',
    details: [
      'Names the first altered, missing or inserted entry. Someone with full access to the database can rewrite the whole',
      'chain: keep the printed position and hash outside of it, and compare with --anchor.',
    ],
    exitCode1: 'an entry is altered, missing or inserted',
  },
  options: ['anchor'],
  worksOn: 'content',
  async run(flags, presenter) {
    const [operand = ''] = flags.operands;
    if (operand !== 'verify') return { what: `"audit" has no "${operand}"`, next: 'Run: npx frontage audit verify' };
    const anchor = flags.anchor === undefined ? null : readAnchor(flags.anchor);
    if (isFailure(anchor)) return anchor;
    const { verifyAudit } = await import('@frontage/functions/audit/seal-audit');
    const { withFirebase } = await import('../target/open-project.ts');
    return withFirebase(flags, async ({ firestore }) => {
      const { head, waiting, unchained, problem } = await verifyAudit(firestore, anchor);
      const rest = [
        waiting > 0 ? `${counted(waiting, 'entry', 'entries')} not chained yet` : '',
        unchained > 0 ? `${counted(unchained, 'entry', 'entries')} older than the chain, not verifiable` : '',
      ].filter(Boolean);
      const known = { head, waiting, unchained };
      if (problem === null) {
        const end = head.seq === 0 ? '' : `, ends with ${head.seq}:${head.hash}`;
        const text = [`${counted(head.seq, 'entry', 'entries')} verified${end}`, ...rest].join('\n');
        presenter.show({ event: 'audit', ok: true, ...known }, text);
        return 0;
      }
      const { message, ...place } = problem;
      presenter.show({ event: 'audit', ok: false, ...known, ...place, message }, [message, ...rest].join('\n'));
      return 1;
    });
  },
};

function readAnchor(text: string): { seq: number; hash: string } | Failure {
  const [, seq, hash = ''] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? [];
  if (seq !== undefined && Number(seq) > 0) return { seq: Number(seq), hash };
  return {
    what: `--anchor ${text} is not a position and a hash`,
    next: 'Use the end of the chain as an earlier run printed it, for example 120:6f1d…',
  };
}

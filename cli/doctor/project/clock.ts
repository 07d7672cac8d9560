import { counted } from '@frontage/model/counted';
import { missing, ok, type Finding } from '../finding.ts';

// In seconds. Tokens and signed hints are accepted within five minutes of their timestamp.
const maxSkew = 60;

/** Checks this machine's clock against the dates of Google's responses. */
export function examineClock(skews: readonly number[]): Finding[] {
  const median = skews.toSorted((a, b) => a - b)[Math.floor(skews.length / 2)];
  if (median === undefined) return [];
  const seconds = Math.round(Math.abs(median));
  if (seconds <= maxSkew) return [ok('clock', 'The clock of this machine is correct')];
  return [
    missing('clock', {
      what: `The clock of this machine is ${counted(seconds, 'second')} ${median > 0 ? 'behind' : 'ahead'}`,
      why: 'Signed hints, one-time codes and tokens are refused when clocks differ by minutes',
      next: 'sudo timedatectl set-ntp true',
    }),
  ];
}

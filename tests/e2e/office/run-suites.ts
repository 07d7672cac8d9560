import { afterAll, beforeAll, describe } from 'vitest';

interface Openable {
  /** Prepares for the next suite. */
  endSuite(): Promise<void>;
  close(): Promise<void>;
}

/** Names of the suites that run with CI=1 or FULL=1 only, and with FULL=1 only. */
interface RarerSuites<Name> {
  ci?: readonly Name[];
  full?: readonly Name[];
}

/** Suites in their order. With `SUITES=reverse` in reverse order, in which a suite that needs an earlier one fails. */
function ordered<Suite>(suites: readonly Suite[]): readonly Suite[] {
  const order = process.env['SUITES'] ?? 'forward';
  if (order === 'forward') return suites;
  if (order === 'reverse') return suites.toReversed();
  throw new Error(`SUITES is “${order}”. Set it to “reverse”, or leave it out.`);
}

/** Runs suites one after another on one installation, because a start takes longer than most tests. */
export function runSuites<Office extends Openable, Name extends string>(
  open: () => Promise<Office>,
  suites: Record<Name, (office: () => Office) => void>,
  { ci = [], full = [] }: RarerSuites<NoInfer<Name>> = {},
): void {
  let opened: Office;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened?.close());

  for (const name of ordered(Object.keys(suites) as Name[])) {
    const tags = [...(ci.includes(name) ? ['ci'] : []), ...(full.includes(name) ? ['full'] : [])];
    describe(name, { tags }, () => {
      afterAll(() => opened.endSuite());
      suites[name](() => opened);
    });
  }
}

import { afterAll, beforeAll, describe } from 'vitest';

interface Openable {
  /** Closes all windows, because open ones poll the server. */
  closeWindows(): Promise<void>;
  close(): Promise<void>;
}

/** Names of the suites that run with CI=1 or FULL=1 only, and with FULL=1 only. */
interface RarerSuites<Name> {
  ci?: readonly Name[];
  full?: readonly Name[];
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

  for (const name of Object.keys(suites) as Name[]) {
    const tags = [...(ci.includes(name) ? ['ci'] : []), ...(full.includes(name) ? ['full'] : [])];
    describe(name, { tags }, () => {
      afterAll(() => opened.closeWindows());
      suites[name](() => opened);
    });
  }
}

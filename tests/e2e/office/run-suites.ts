import { afterAll, beforeAll, describe } from 'vitest';

interface Openable {
  /** Closes all windows, because open ones poll the server. */
  closeWindows(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Runs suites one after another on one installation, because a start takes longer than most tests. Those named in
 * `inCI` run with CI=1 or FULL=1 only.
 */
export function runSuites<Office extends Openable, Name extends string>(
  open: () => Promise<Office>,
  suites: Record<Name, (office: () => Office) => void>,
  inCI: readonly NoInfer<Name>[] = [],
): void {
  let opened: Office;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened?.close());

  for (const name of Object.keys(suites) as Name[]) {
    describe(name, inCI.includes(name) ? { tags: 'ci' } : {}, () => {
      afterAll(() => opened.closeWindows());
      suites[name](() => opened);
    });
  }
}

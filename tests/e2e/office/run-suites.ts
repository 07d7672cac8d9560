import { afterAll, beforeAll, describe } from 'vitest';

interface Openable {
  /** Closes all windows, because open ones poll the server. */
  closeWindows(): Promise<void>;
  close(): Promise<void>;
}

/** Runs suites one after another on one installation, because a start takes longer than most tests. */
export function runSuites<Office extends Openable>(
  open: () => Promise<Office>,
  suites: Record<string, (office: () => Office) => void>,
): void {
  let opened: Office;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened?.close());

  for (const [name, suite] of Object.entries(suites)) {
    describe(name, () => {
      afterAll(() => opened.closeWindows());
      suite(() => opened);
    });
  }
}

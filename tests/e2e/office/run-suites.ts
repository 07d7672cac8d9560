import { afterAll, beforeAll, describe } from 'vitest';

interface Openable {
  /** Closes every window: open ones keep polling the server. */
  closeWindows(): Promise<void>;
  close(): Promise<void>;
}

/** Runs suites one after the other in one installation: starting one takes longer than most tests. */
export function runSuites<Place extends Openable>(
  open: () => Promise<Place>,
  suites: Record<string, (place: () => Place) => void>,
): void {
  let opened: Place;
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

import { afterAll, beforeAll, describe } from 'vitest';
import { openAdmin } from './admin.ts';
import type { OpenSdk, Sdk } from './sdk.ts';
import { openFirestore } from './target.ts';
import type { FirestoreTarget } from './target.ts';
import { openFull, openLite } from './web.ts';

export const everySdk: Record<Sdk['name'], OpenSdk> = { admin: openAdmin, lite: openLite, full: openFull };

/** The target and the SDK, once `beforeAll` has run. */
export interface Context {
  target: FirestoreTarget;
  sdk: Sdk;
}

const openRules =
  "rules_version = '2'; service cloud.firestore { match /databases/{d}/documents/{p=**} { allow read, write; } }";

/** Runs a suite once for each SDK, each time in an empty project. */
export function describeEachSdk(
  title: string,
  suite: (context: () => Context) => void,
  names: readonly Sdk['name'][] = ['admin', 'lite', 'full'],
): void {
  describe.each(names)(`${title} (%s)`, (name) => {
    let context: Context | undefined;
    beforeAll(async () => {
      const target = await openFirestore({ rules: openRules });
      context = { target, sdk: await everySdk[name](target) };
    });
    afterAll(async () => {
      await context?.sdk.close();
      await context?.target.stop();
    });
    suite(() => {
      if (context === undefined) throw new Error('Not started.');
      return context;
    });
  });
}

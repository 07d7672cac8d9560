import { join, resolve } from 'node:path';
import { deployFiles } from '@frontage/pipeline/adapters/hosting/deploy';
import { compileAdmin } from '../compile-admin.ts';
import { root } from '../configuration.ts';
import type { Failure } from '../failure.ts';
import { filesBelow } from '../hosted-files.ts';
import { findLostContent, projectPlace } from '../lost-content.ts';
import { presentOutcome } from '../present-outcome.ts';
import { presentPin } from '../present-pin.ts';
import type { Run } from '../run.ts';
import { withHistory } from '../serving/history.ts';

/**
 * Sends embed origin and back office to Firebase Hosting, releases what Firestore holds, and waits until visitors have it.
 * The site goes the way it goes from a service, so that one knows what the other has done.
 */
export const run: Run = (flags, presenter) =>
  withHistory(
    { flags, presenter, isDelivered: true, mayBegin: true },
    async (pipeline, { target, firebase }): Promise<number | Failure> => {
      const { hosting, adminConfig } = target;
      if (!hosting)
        return { what: 'FIREBASE_HOSTING_API is not set', next: 'A rehearsal needs a stand-in for Hosting' };
      const lost = await findLostContent(firebase, pipeline, projectPlace(flags.project, flags.state ?? flags.data));
      if (lost) return lost;
      const { templates, liveTemplates } = pipeline.status();
      if (liveTemplates !== null && liveTemplates !== templates) {
        const message =
          'The templates are new: a service that runs older ones leaves publishing until it runs these too';
        presenter.warn({ event: 'warning', message }, message);
      }
      const origins = {
        embed: await filesBelow(join(root, 'src/embed-shell')),
        admin: await filesBelow(await compileAdmin(join(resolve(flags.data), 'admin'), presenter), {
          'config.json': JSON.stringify(adminConfig),
        }),
      };
      for (const name of ['embed', 'admin'] as const) {
        const place = { files: origins[name], config: hosting.configOf(name) };
        const { version, files, uploaded } = await deployFiles(hosting.apiOf(name), place);
        const sent = uploaded === null ? 'nothing has changed' : `${String(uploaded)} of ${String(files)} files sent`;
        const text = `${name}: ${sent}, live as ${version}`;
        presenter.show({ event: 'deployed', target: name, version, files, uploaded }, text);
      }
      presentOutcome(await pipeline.reconcile(), presenter);
      await pipeline.arrived();
      const { release, pinned } = pipeline.status();
      presenter.show({ event: 'deployed', target: 'site', release }, `site: release ${release ?? ''} is live`);
      presentPin(flags, pinned, presenter);
      return 0;
    },
  );

import { counted } from '@frontage/model/dates';
import { join, resolve } from 'node:path';
import { deployFiles } from '@frontage/pipeline/hosting';
import { compileAdmin } from './compile.ts';
import { root } from '../target/configuration.ts';
import type { Flags } from '../options.ts';
import type { Failure } from '../runtime/failure.ts';
import { filesBelow } from './hosted-files.ts';
import { findLostContent, projectRecovery } from '../target/lost-content.ts';
import { presentOutcome, presentPin, type Presenter } from '../runtime/present.ts';
import { refuseChangedKinds, storeDeployedKinds } from '../content/deployed-kinds.ts';
import { withHistory } from '../target/history.ts';

/**
 * Deploys embed origin and admin to Firebase Hosting, releases the content of Firestore, and waits until the release is
 * live. The site uses the release history of the service (`--state`), so that command and service share one history.
 */
export const deployProject = (flags: Flags, presenter: Presenter): Promise<number | Failure> =>
  withHistory(
    { flags, presenter, isDelivered: true, mayCreate: true },
    async (pipeline, { target, firebase }): Promise<number | Failure> => {
      const { hosting, adminConfig } = target;
      if (!hosting)
        return {
          what: 'FIREBASE_HOSTING_API is not set',
          next: 'Set it to the address of a stand-in for Firebase Hosting',
        };
      const lost = await findLostContent(firebase, pipeline, projectRecovery(flags.project, flags.state ?? flags.data));
      if (lost) return lost;
      const refused = await refuseChangedKinds(firebase.firestore);
      if (refused) return refused;
      const { templates, liveTemplates } = pipeline.status();
      if (liveTemplates !== null && liveTemplates !== templates) {
        const message =
          'This release uses new templates: a service with older templates stops publishing until it is updated';
        presenter.warn({ event: 'warning', message }, message);
      }
      const origins = {
        embed: await filesBelow(join(root, 'src/embed-shell')),
        admin: await filesBelow((await compileAdmin(join(resolve(flags.data), 'admin'), presenter)).files, {
          'config.json': JSON.stringify(adminConfig),
        }),
      };
      for (const name of ['embed', 'admin'] as const) {
        const place = { files: origins[name], config: hosting.configOf(name) };
        const { version, files, uploaded } = await deployFiles(hosting.apiOf(name), place);
        const sent =
          uploaded === null ? 'nothing has changed' : `${String(uploaded)} of ${counted(files, 'file')} sent`;
        const text = `${name}: ${sent}, live as ${version}`;
        presenter.show({ event: 'deployed', target: name, version, files, uploaded }, text);
      }
      presentOutcome(await pipeline.reconcile(), presenter);
      await pipeline.arrived();
      await storeDeployedKinds(firebase.firestore);
      const { release, pinned } = pipeline.status();
      presenter.show({ event: 'deployed', target: 'site', release }, `site: release ${release ?? ''} is live`);
      presentPin(pinned, presenter);
      return 0;
    },
  );

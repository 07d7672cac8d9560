import type { Presenter } from '../runtime/present.ts';
import { functionsRegion } from '../target/configuration.ts';
import { requiredApis } from '../target/requirements.ts';

/** A step of a deployment: shell commands that use the variables PROJECT, REGION and LOCATION. */
export interface SetupStep {
  what: string;
  commands: readonly string[];
}

const account = 'frontage@$PROJECT.iam.gserviceaccount.com';

/** The remaining steps after `setup` has written its files, in order; docs/deploy.md explains each. */
export const steps: readonly SetupStep[] = [
  {
    what: 'Enable the APIs',
    commands: [`gcloud services enable ${Object.keys(requiredApis).join(' ')} --project $PROJECT`],
  },
  {
    what: 'Create the database; its location cannot be changed later',
    commands: [
      "gcloud firestore databases create --database '(default)' --location $LOCATION --type firestore-native --project $PROJECT",
    ],
  },
  {
    what: 'Create the buckets for uploads and register them with Firebase',
    commands: [
      'for kind in homepage-images demo-images branding-assets; do',
      '  gcloud storage buckets create gs://$PROJECT-$kind --project $PROJECT --location $REGION --uniform-bucket-level-access',
      '  curl -X POST -H "Authorization: Bearer $(gcloud auth print-access-token)" -H "x-goog-user-project: $PROJECT" https://firebasestorage.googleapis.com/v1beta/projects/$PROJECT/buckets/$PROJECT-$kind:addFirebase',
      'done',
    ],
  },
  {
    what: 'Create the Hosting sites of admin and embeds; the first one exists',
    commands: [
      'npx firebase hosting:sites:create $PROJECT-admin --project $PROJECT',
      'npx firebase hosting:sites:create $PROJECT-embed --project $PROJECT',
    ],
  },
  {
    what: 'Create the web app and store its configuration',
    commands: [
      'npx firebase apps:create web frontage --project $PROJECT',
      'export FIREBASE_WEB_CONFIG="$(npx firebase apps:sdkconfig web --project $PROJECT)"',
    ],
  },
  {
    what: 'Set the three origins',
    commands: [
      'export PUBLIC_SITE_ORIGIN=https://$PROJECT.web.app PUBLIC_ADMIN_ORIGIN=https://$PROJECT-admin.web.app PUBLIC_EMBED_ORIGIN=https://$PROJECT-embed.web.app',
    ],
  },
  {
    what: 'Set up Authentication in the console (docs/deploy.md, Accounts), then enable the second factor',
    commands: ['npx frontage doctor --project $PROJECT --fix'],
  },
  {
    what: 'Create the secrets',
    commands: [
      'printf \'whsec_%s\' "$(openssl rand -base64 32)" | gcloud secrets create PUBLISH_WEBHOOK_SECRET --project $PROJECT --data-file -',
      "openssl rand -hex 32 | tr -d '\\n' | gcloud secrets create DEMO_TOKEN_SECRET --project $PROJECT --data-file -",
      "openssl rand -hex 32 | tr -d '\\n' | gcloud secrets create STATUS_TOKEN --project $PROJECT --data-file -",
      'printf none | gcloud secrets create SMTP_URL --project $PROJECT --data-file -',
    ],
  },
  {
    what: 'Create the pipeline’s account and the bucket of its history',
    commands: [
      'gcloud storage buckets create gs://$PROJECT-frontage --project $PROJECT --location $REGION --uniform-bucket-level-access --public-access-prevention',
      'gcloud iam service-accounts create frontage --project $PROJECT',
      'for role in roles/datastore.user roles/firebasehosting.admin; do',
      `  gcloud projects add-iam-policy-binding $PROJECT --member serviceAccount:${account} --role $role --condition None`,
      'done',
      `gcloud storage buckets add-iam-policy-binding gs://$PROJECT-frontage --member serviceAccount:${account} --role roles/storage.objectAdmin`,
      'for kind in homepage-images demo-images branding-assets; do',
      `  gcloud storage buckets add-iam-policy-binding gs://$PROJECT-$kind --member serviceAccount:${account} --role roles/storage.objectViewer`,
      'done',
      'for secret in PUBLISH_WEBHOOK_SECRET STATUS_TOKEN; do',
      `  gcloud secrets add-iam-policy-binding $secret --project $PROJECT --member serviceAccount:${account} --role roles/secretmanager.secretAccessor`,
      'done',
    ],
  },
  {
    what: 'Start the pipeline (docs/deploy.md, The pipeline), then configure its address for the functions',
    commands: [
      "export SERVICE=$(gcloud run services describe frontage --project $PROJECT --region $REGION --format 'value(status.url)')",
      'export PUBLIC_PIPELINE_ORIGIN=$SERVICE',
      'PUBLISH_WEBHOOK_URL=$SERVICE/hooks/publish npx frontage setup --project $PROJECT',
    ],
  },
  {
    what: 'Deploy rules, indexes and functions',
    commands: ['npx firebase deploy --only firestore,storage,functions --project $PROJECT'],
  },
  {
    what: 'Deploy admin and embed origin, and wait for the first release',
    commands: ['npm run deploy -- --project $PROJECT --state gs://$PROJECT-frontage/live'],
  },
  {
    what: 'Check everything',
    commands: ['npx frontage doctor --project $PROJECT --state gs://$PROJECT-frontage/live --deep'],
  },
];

/** Location for Firestore near a region: the multi-region of the US or Europe, else the region itself. */
const locationNear = (region: string): string =>
  region.startsWith('us-') ? 'nam5' : region.startsWith('europe-') ? 'eur3' : region;

/** Prints the remaining commands of a deployment, in order. */
export function presentSteps(project: string, presenter: Presenter): void {
  const region = functionsRegion(project);
  const settings = `export PROJECT=${project} REGION=${region} LOCATION=${locationNear(region)}`;
  presenter.show(
    { event: 'settings', command: settings },
    `\nRemaining steps, in order (docs/deploy.md):\n\n${settings}`,
  );
  for (const [index, { what, commands }] of steps.entries()) {
    const step = index + 1;
    presenter.show({ event: 'step', step, what, commands }, [`\n# ${step}. ${what}`, ...commands].join('\n'));
  }
}

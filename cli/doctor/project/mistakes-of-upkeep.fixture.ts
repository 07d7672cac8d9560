import { deployedWith, serviceAnswer, uploadRulesGrant } from './answers.fixture.ts';
import { asked, webhookAddress } from './asked.fixture.ts';
import { answered, denied, notFound } from './recorded-google.fixture.ts';
import { rightAnswers } from './right-answers.fixture.ts';
import type { Wrong } from './wrong.fixture.ts';

const onCloudRun = (differs: Parameters<typeof serviceAnswer>[0]): Wrong => ({
  answers: { [asked.service('frontage')]: answered(serviceAnswer(differs)) },
});
const shut = answered({ version: 1, etag: 'ACAB' });
const mailServer = answered({
  name: 'v',
  payload: { data: Buffer.from('smtps://post%40example.com:secret@mail.example.com:465').toString('base64') },
});
/** A project that sends emails, and the result of signing in at its mail server. */
const mailedBy = (code: string | null): Wrong => ({
  settings: { MAIL_FROM: 'Acme <post@example.com>' },
  answers: { [asked.value('SMTP_URL')]: mailServer },
  project: { tryMailServer: () => Promise.resolve(code) },
});
const ofStatus = (token: string): Wrong => ({
  answers: { [asked.value('STATUS_TOKEN')]: answered({ payload: { data: Buffer.from(token).toString('base64') } }) },
});

/** Operating mistakes: settings that differ from the deployed ones, and access. */
export const maintenanceMistakes: [string, Wrong, string, RegExp][] = [
  [
    'a name that .firebaserc does not know',
    {
      project: {
        sites: { site: undefined, admin: undefined, embed: undefined },
        buckets: { 'homepage-images': undefined, 'demo-images': undefined, 'branding-assets': undefined },
      },
    },
    'targets',
    /frontage setup --project acme-site/,
  ],
  [
    'an admin at an address with a slash',
    { settings: { PUBLIC_ADMIN_ORIGIN: 'https://admin.example.com/' } },
    'accounts.domain',
    /PUBLIC_ADMIN_ORIGIN=https:\/\/admin\.example\.com$/,
  ],
  ['a site without TLS', { settings: { PUBLIC_SITE_ORIGIN: 'http://www.example.com' } }, 'origin.site', /https:/],
  [
    'previews at the address of hints',
    { settings: { PUBLIC_PIPELINE_ORIGIN: webhookAddress } },
    'origin.pipeline',
    /PUBLIC_PIPELINE_ORIGIN=https:\/\/frontage\.example$/,
  ],
  [
    'hints to no path',
    { settings: { PUBLISH_WEBHOOK_URL: 'https://frontage.example' } },
    'webhook',
    /PUBLISH_WEBHOOK_URL=https:.*\/hooks\/publish/,
  ],
  [
    'functions that were deployed before the pipeline had an address',
    { answers: deployedWith({}) },
    'functions.webhook',
    /Write PUBLISH_WEBHOOK_URL=http.* --only functions/,
  ],
  [
    'a sender that the functions do not know yet',
    {
      ...mailedBy(null),
      answers: { ...mailedBy(null).answers, ...deployedWith({ PUBLISH_WEBHOOK_URL: webhookAddress }) },
    },
    'functions.mail',
    /Write MAIL_FROM=Acme <post@example\.com> .* --only functions/,
  ],
  ['a mail server that refuses the password', mailedBy('EAUTH 535'), 'mail.server', /secrets versions add SMTP_URL/],
  ['a mail server that is misspelt', mailedBy('EDNS'), 'mail.server', /secrets versions add SMTP_URL/],
  [
    'parameters that only the functions have',
    {
      settings: { PUBLISH_WEBHOOK_URL: undefined, ADMIN_ORIGIN: undefined },
      answers: deployedWith({
        PUBLISH_WEBHOOK_URL: webhookAddress,
        BRANDING_ASSETS_BUCKET: "it's",
        TRUSTED_PROXIES: '1',
      }),
    },
    'functions.parameters',
    /^printf '%s\\n' 'ADMIN_ORIGIN=.*' 'PUBLISH_WEBHOOK_URL=.*' 'BRANDING_ASSETS_BUCKET=it'\\''s' >> functions\/\.env\.acme-site && npx frontage setup/,
  ],
  [
    'functions that browsers may not call',
    { answers: { [asked.callers('getdemoembed')]: shut, [asked.service('getdemoembed')]: answered({ name: 's' }) } },
    'functions.callers',
    /for name in getdemoembed; do gcloud run services add-iam-policy-binding/,
  ],
  [
    'uploads whose rules may not ask who is on the staff',
    {
      answers: {
        [asked.policy]: answered({
          bindings: (rightAnswers[asked.policy]?.body as { bindings: object[] }).bindings.filter(
            (binding) => binding !== uploadRulesGrant,
          ),
        }),
      },
    },
    'access.upload-rules',
    /service-123456789012@gcp-sa-firebasestorage.* --role roles\/firebaserules\.firestoreServiceAgent/,
  ],
  [
    'an editor who lets nobody in',
    {
      answers: {
        [asked.permissions]: answered({
          permissions: (rightAnswers[asked.permissions]?.body as { permissions: string[] }).permissions.filter(
            (one) => !one.endsWith('setIamPolicy'),
          ),
        }),
      },
    },
    'access.own',
    /roles\/cloudfunctions\.admin .* roles\/run\.admin .* roles\/secretmanager\.admin/,
  ],
  [
    'a pipeline that runs as somebody else',
    onCloudRun({ serviceAccount: '123456789012-compute@developer.gserviceaccount.com' }),
    'pipeline.account',
    /--service-account frontage@acme-site/,
  ],
  [
    'a pipeline with the addresses of before',
    onCloudRun({ env: { PUBLIC_SITE_ORIGIN: 'https://acme-site.web.app' } }),
    'pipeline.settings',
    /--update-env-vars PUBLIC_SITE_ORIGIN=https:\/\/www\.example\.com$/,
  ],
  [
    'commands on another history than the pipeline’s',
    onCloudRun({ env: { FRONTAGE_STATE: 'gs://acme-site-frontage/other' } }),
    'pipeline.settings',
    /FRONTAGE_STATE=gs:\/\/acme-site-frontage\/live$/,
  ],
  ['a pipeline that sleeps between requests', onCloudRun({ cpuIdle: true }), 'pipeline.awake', /--no-cpu-throttling/],
  ['a pipeline that ends when nobody asks', onCloudRun({ minInstanceCount: 0 }), 'pipeline.awake', /--min-instances 1/],
  [
    'a pipeline that tells its status to nobody',
    onCloudRun({ secrets: ['PUBLISH_WEBHOOK_SECRET'] }),
    'pipeline.status',
    /--update-secrets STATUS_TOKEN/,
  ],
  [
    'a pipeline that cannot go on',
    { status: { state: 'failed', release: null, failure: 'Hosting denies access', next: 'Grant it a role' } },
    'pipeline.failure',
    /^Grant it a role$/,
  ],
  [
    'a pipeline that cannot go on and knows no more',
    { status: { state: 'failed', failure: 'The page could not be rendered' } },
    'pipeline.failure',
    /logs read frontage/,
  ],
  ['no release yet', { status: { state: 'building', release: null } }, 'webhook.release', /frontage status/],
  ['a site that is pinned', { status: { pinned: '41' } }, 'pipeline.pinned', /frontage unpin --project acme-site/],
  [
    'documents that are left out',
    { status: { problems: [{ document: 'pages/a', field: 'slug', message: 'Taken' }] } },
    'pipeline.problems',
    /in the admin/,
  ],
  ['another status token than the pipeline', ofStatus('another'), 'webhook.status', /--update-secrets STATUS_TOKEN/],
  ['a status token with the end of a line', ofStatus('5f1c\n'), 'webhook.status', /tr -d/],
];

/** Correct configurations that look like such mistakes. */
export const validMaintenanceStates: [string, Wrong][] = [
  ['whose pipeline runs on a machine of its own', { answers: { [asked.service('frontage')]: notFound } }],
  [
    'whose functions let everybody in without saying so',
    {
      answers: {
        [asked.callers('getdemoembed')]: shut,
        [asked.service('getdemoembed')]: answered({ name: 's', invokerIamDisabled: true }),
      },
    },
  ],
  ['whose mail server takes the password', mailedBy(null)],
];

/** Configurations that may be right or wrong. */
export const unknownMaintenanceStates: [string, Wrong, string[]][] = [
  ['whose mail server does not answer here', mailedBy('ETIMEDOUT'), ['unasked mail.server']],
  [
    'whose status token may not be read',
    { answers: { [asked.value('STATUS_TOKEN')]: denied } },
    ['unasked webhook.status'],
  ],
  ['whose service may not be looked at', { answers: { [asked.service('frontage')]: denied } }, ['unasked pipeline']],
];

import { functionsDeployedWith, serviceAnswer, uploadRulesGrant } from './responses.fixture.ts';
import { requests, webhookAddress } from './requests.fixture.ts';
import { answered, denied, notFound } from './recorded-google.fixture.ts';
import { validResponses } from './valid-responses.fixture.ts';
import type { Misconfiguration } from './misconfiguration.fixture.ts';

const onCloudRun = (changes: Parameters<typeof serviceAnswer>[0]): Misconfiguration => ({
  answers: { [requests.service('frontage')]: answered(serviceAnswer(changes)) },
});
const notPublic = answered({ version: 1, etag: 'ACAB' });
const mailServer = answered({
  name: 'v',
  payload: { data: Buffer.from('smtps://post%40example.com:secret@mail.example.com:465').toString('base64') },
});
/** A project that sends emails; `code` is the result of signing in to its mail server, null for success. */
const sendsMail = (code: string | null): Misconfiguration => ({
  settings: { MAIL_FROM: 'Acme <post@example.com>' },
  answers: { [requests.value('SMTP_URL')]: mailServer },
  project: { tryMailServer: () => Promise.resolve(code) },
});
const statusToken = (token: string): Misconfiguration => ({
  answers: { [requests.value('STATUS_TOKEN')]: answered({ payload: { data: Buffer.from(token).toString('base64') } }) },
});

/** Mistakes in operation: settings that differ from the deployed ones, missing access, failures of the pipeline. */
export const maintenanceMistakes: [string, Misconfiguration, string, RegExp][] = [
  [
    'a project without an entry in .firebaserc',
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
    'an admin origin with a trailing slash',
    { settings: { PUBLIC_ADMIN_ORIGIN: 'https://admin.example.com/' } },
    'accounts.domain',
    /PUBLIC_ADMIN_ORIGIN=https:\/\/admin\.example\.com$/,
  ],
  ['a site without TLS', { settings: { PUBLIC_SITE_ORIGIN: 'http://www.example.com' } }, 'origin.site', /https:/],
  [
    'a preview origin that is the webhook address',
    { settings: { PUBLIC_PIPELINE_ORIGIN: webhookAddress } },
    'origin.pipeline',
    /PUBLIC_PIPELINE_ORIGIN=https:\/\/frontage\.example$/,
  ],
  [
    'a webhook address without a path',
    { settings: { PUBLISH_WEBHOOK_URL: 'https://frontage.example' } },
    'webhook',
    /PUBLISH_WEBHOOK_URL=https:.*\/hooks\/publish/,
  ],
  [
    'functions deployed without a webhook address',
    { answers: functionsDeployedWith({}) },
    'functions.webhook',
    /Write PUBLISH_WEBHOOK_URL=http.* --only functions/,
  ],
  [
    'functions deployed without a sender',
    {
      ...sendsMail(null),
      answers: { ...sendsMail(null).answers, ...functionsDeployedWith({ PUBLISH_WEBHOOK_URL: webhookAddress }) },
    },
    'functions.mail',
    /Write MAIL_FROM=Acme <post@example\.com> .* --only functions/,
  ],
  ['a mail server that refuses the password', sendsMail('EAUTH 535'), 'mail.server', /secrets versions add SMTP_URL/],
  ['a misspelled mail server', sendsMail('EDNS'), 'mail.server', /secrets versions add SMTP_URL/],
  [
    'parameters that are only set in deployed functions',
    {
      settings: { PUBLISH_WEBHOOK_URL: undefined, ADMIN_ORIGIN: undefined },
      answers: functionsDeployedWith({
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
    {
      answers: {
        [requests.callers('getdemoembed')]: notPublic,
        [requests.service('getdemoembed')]: answered({ name: 's' }),
      },
    },
    'functions.callers',
    /for name in getdemoembed; do gcloud run services add-iam-policy-binding/,
  ],
  [
    'upload rules that may not read roles',
    {
      answers: {
        [requests.policy]: answered({
          bindings: (validResponses[requests.policy]?.body as { bindings: object[] }).bindings.filter(
            (binding) => binding !== uploadRulesGrant,
          ),
        }),
      },
    },
    'access.upload-rules',
    /service-123456789012@gcp-sa-firebasestorage.* --role roles\/firebaserules\.firestoreServiceAgent/,
  ],
  [
    'credentials that may not make functions public',
    {
      answers: {
        [requests.permissions]: answered({
          permissions: (validResponses[requests.permissions]?.body as { permissions: string[] }).permissions.filter(
            (one) => !one.endsWith('setIamPolicy'),
          ),
        }),
      },
    },
    'access.own',
    /roles\/cloudfunctions\.admin .* roles\/run\.admin .* roles\/secretmanager\.admin/,
  ],
  [
    'a pipeline that runs as another account',
    onCloudRun({ serviceAccount: '123456789012-compute@developer.gserviceaccount.com' }),
    'pipeline.account',
    /--service-account frontage@acme-site/,
  ],
  [
    'a pipeline with an outdated origin',
    onCloudRun({ env: { PUBLIC_SITE_ORIGIN: 'https://acme-site.web.app' } }),
    'pipeline.settings',
    /--update-env-vars PUBLIC_SITE_ORIGIN=https:\/\/www\.example\.com$/,
  ],
  [
    'a pipeline with another release history',
    onCloudRun({ env: { FRONTAGE_STATE: 'gs://acme-site-frontage/other' } }),
    'pipeline.settings',
    /FRONTAGE_STATE=gs:\/\/acme-site-frontage\/live$/,
  ],
  ['a pipeline without CPU between requests', onCloudRun({ cpuIdle: true }), 'pipeline.awake', /--no-cpu-throttling/],
  ['a pipeline without a minimum instance', onCloudRun({ minInstanceCount: 0 }), 'pipeline.awake', /--min-instances 1/],
  [
    'a pipeline without a status token',
    onCloudRun({ secrets: ['PUBLISH_WEBHOOK_SECRET'] }),
    'pipeline.status',
    /--update-secrets STATUS_TOKEN/,
  ],
  [
    'a pipeline that fails with a remedy',
    { status: { state: 'failed', release: null, failure: 'Hosting denies access', next: 'Grant it a role' } },
    'pipeline.failure',
    /^Grant it a role$/,
  ],
  [
    'a pipeline that fails without a remedy',
    { status: { state: 'failed', failure: 'The page could not be rendered' } },
    'pipeline.failure',
    /logs read frontage/,
  ],
  ['no release yet', { status: { state: 'building', release: null } }, 'webhook.release', /frontage status/],
  ['a site that is pinned', { status: { pinned: '41' } }, 'pipeline.pinned', /frontage unpin --project acme-site/],
  [
    'invalid documents that are skipped',
    { status: { problems: [{ document: 'pages/a', field: 'slug', message: 'Taken' }] } },
    'pipeline.problems',
    /in the admin/,
  ],
  ['another status token than the pipeline', statusToken('another'), 'webhook.status', /--update-secrets STATUS_TOKEN/],
  ['a status token with a trailing line break', statusToken('5f1c\n'), 'webhook.status', /tr -d/],
];

/** Correct configurations that resemble one of these mistakes. */
export const validMaintenanceStates: [string, Misconfiguration][] = [
  ['a pipeline outside Cloud Run', { answers: { [requests.service('frontage')]: notFound } }],
  [
    'public functions without an invoker check',
    {
      answers: {
        [requests.callers('getdemoembed')]: notPublic,
        [requests.service('getdemoembed')]: answered({ name: 's', invokerIamDisabled: true }),
      },
    },
  ],
  ['a mail server that accepts the password', sendsMail(null)],
];

/** Configurations that the checks cannot judge, with their only finding. */
export const unknownMaintenanceStates: [string, Misconfiguration, string[]][] = [
  ['a mail server does not answer', sendsMail('ETIMEDOUT'), ['unasked mail.server']],
  [
    'reading the status token is forbidden',
    { answers: { [requests.value('STATUS_TOKEN')]: denied } },
    ['unasked webhook.status'],
  ],
  [
    'reading the Cloud Run service is forbidden',
    { answers: { [requests.service('frontage')]: denied } },
    ['unasked pipeline'],
  ],
];

import {
  accountsAnswer,
  domainsAnswer,
  functionsGrant,
  serviceAccount,
  uploadRulesGrant,
} from './responses.fixture.ts';
import { requests, buckets, project } from './requests.fixture.ts';
import { answered, disabled, notFound, type Recordings } from './recorded-google.fixture.ts';
import type { Misconfiguration } from './misconfiguration.fixture.ts';

const noGrant = answered({ etag: 'ACAB' });
const defaultDomains = {
  PUBLIC_SITE_ORIGIN: `https://${project}.web.app`,
  PUBLIC_ADMIN_ORIGIN: `https://${project}-admin.web.app`,
  PUBLIC_EMBED_ORIGIN: `https://${project}-embed.web.app`,
};
const authorizedDomain: Recordings = {
  [requests.accounts]: answered({ ...accountsAnswer, authorizedDomains: [`${project}-admin.web.app`] }),
};
const mailServer = (url: string): Recordings => ({
  [requests.value('SMTP_URL')]: answered({ name: 'v', payload: { data: Buffer.from(url).toString('base64') } }),
});
const enforced = (...services: string[]): Recordings => ({
  [requests.appCheck]: answered({
    services: services.map((name) => ({ name: `projects/1/services/${name}`, enforcementMode: 'ENFORCED' })),
  }),
});
const viewersAndLegacyReader = (members: string[]) =>
  answered({
    bindings: [
      { role: 'roles/storage.objectViewer', members },
      { role: 'roles/storage.legacyBucketReader', members: [serviceAccount] },
    ],
  });

/** Mistakes in rights on single resources, origins, email and App Check. */
export const accessMistakes: [string, Misconfiguration, string, RegExp][] = [
  [
    'a history bucket that the pipeline may not write',
    {
      answers: {
        [requests.grantsOfBucket('acme-site-frontage')]: answered({
          bindings: [{ role: 'roles/storage.objectViewer', members: [serviceAccount] }],
        }),
      },
    },
    'access.buckets',
    /^gcloud storage buckets add-iam-policy-binding gs:\/\/acme-site-frontage .* roles\/storage.objectAdmin$/,
  ],
  [
    'uploads that the pipeline may not read',
    {
      answers: Object.fromEntries(
        Object.values(buckets).map((name) => [
          requests.grantsOfBucket(name),
          viewersAndLegacyReader(['user:a@example.com']),
        ]),
      ),
    },
    'access.buckets',
    /homepage-images .*objectViewer && .*demo-images .*objectViewer && .*branding-assets .*objectViewer$/,
  ],
  [
    'a secret that the pipeline may not read',
    { answers: { [requests.grantsOfSecret('PUBLISH_WEBHOOK_SECRET')]: noGrant } },
    'access.secrets',
    /^gcloud secrets add-iam-policy-binding PUBLISH_WEBHOOK_SECRET .*secretAccessor$/,
  ],
  [
    'admin and embeds on one origin',
    { settings: { PUBLIC_EMBED_ORIGIN: 'https://admin.example.com' } },
    'origins.apart',
    /PUBLIC_EMBED_ORIGIN=https:\/\/acme-site-embed\.web\.app/,
  ],
  [
    'one site for two targets',
    {
      project: { sites: { site: project, admin: project, embed: `${project}-embed` } },
      settings: defaultDomains,
      answers: authorizedDomain,
    },
    'origins.apart',
    /hosting:sites:list/,
  ],
  [
    'interchanged targets',
    {
      project: { sites: { site: `${project}-admin`, admin: project, embed: `${project}-embed` } },
      settings: defaultDomains,
      answers: authorizedDomain,
    },
    'origins.targets',
    /target:apply hosting site acme-site --project.*target:apply hosting admin acme-site-admin/,
  ],
  [
    'a domain of another site of the project',
    {
      answers: {
        [requests.domains(project)]: answered({}),
        [requests.domains(`${project}-embed`)]: answered({
          customDomains: [
            ...domainsAnswer(`${project}-embed`, 'embed.example.com').customDomains,
            ...domainsAnswer(`${project}-embed`, 'www.example.com').customDomains,
          ],
        }),
      },
    },
    'origins.site',
    /remove the domain from acme-site-embed/,
  ],
  [
    'a domain of no site',
    { answers: { [requests.domains(project)]: answered({}) } },
    'origins.site',
    /Add custom domain/,
  ],
  [
    'a domain that does not point to Hosting',
    {
      answers: {
        [requests.domains(`${project}-admin`)]: answered(
          domainsAnswer(`${project}-admin`, 'admin.example.com', 'HOST_UNHOSTED'),
        ),
      },
    },
    'origins.admin',
    /registrar/,
  ],
  [
    'services that enforce App Check without a site key',
    { answers: enforced('firestore.googleapis.com', 'firebasestorage.googleapis.com') },
    'app-check',
    /PUBLIC_APP_CHECK_SITE_KEY=/,
  ],
  [
    'functions that enforce App Check without a site key',
    { settings: { ENFORCE_APP_CHECK: 'true' }, answers: { [requests.appCheck]: notFound } },
    'app-check',
    /PUBLIC_APP_CHECK_SITE_KEY=/,
  ],
  ...(
    [
      ['no mail server', 'none'],
      ['a mail server without its scheme', 'mail.example.com:465'],
      ['a mail server that is a web page', 'https://mail.example.com'],
      ['a mail server with a trailing line break', 'smtps://a:b@mail.example.com:465\n'],
    ] as const
  ).map(([name, url]): [string, Misconfiguration, string, RegExp] => [
    `a sender and ${name}`,
    { settings: { MAIL_FROM: 'Acme <post@example.com>' }, answers: mailServer(url) },
    'mail',
    /secrets versions add SMTP_URL/,
  ]),
  [
    'a sender that is not an email address',
    { settings: { MAIL_FROM: 'Acme' }, answers: mailServer('smtps://a:b@mail.example.com:465') },
    'mail',
    /MAIL_FROM=NAME@/,
  ],
];

/** Unusual configurations that are correct. */
export const validAccessStates: [string, Misconfiguration][] = [
  ['default domains of Hosting', { settings: defaultDomains, answers: authorizedDomain }],
  [
    'a pipeline with rights on the whole project',
    {
      answers: {
        [requests.policy]: answered({
          bindings: ['datastore.user', 'firebasehosting.admin', 'storage.objectAdmin', 'secretmanager.secretAccessor']
            .map((role) => ({ role: `roles/${role}`, members: [serviceAccount] }))
            .concat(uploadRulesGrant, functionsGrant),
        }),
        ...Object.fromEntries(
          [...Object.values(buckets), 'acme-site-frontage'].map((name) => [requests.grantsOfBucket(name), noGrant]),
        ),
        [requests.grantsOfSecret('PUBLISH_WEBHOOK_SECRET')]: noGrant,
        [requests.grantsOfSecret('STATUS_TOKEN')]: noGrant,
      },
    },
  ],
  [
    'email is enabled',
    {
      settings: { MAIL_FROM: 'Acme <post@example.com>' },
      answers: mailServer('smtps://post%40example.com:secret@mail.example.com:465'),
    },
  ],
  [
    'App Check is enforced and has a site key',
    { settings: { PUBLIC_APP_CHECK_SITE_KEY: '6Lc' }, answers: enforced('firestore.googleapis.com') },
  ],
  ['App Check was never enabled', { answers: { [requests.appCheck]: disabled('firebaseappcheck.googleapis.com') } }],
];

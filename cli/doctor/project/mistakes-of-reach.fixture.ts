import { accountsAnswer, domainsAnswer, functionsGrant, serviceAccount, uploadRulesGrant } from './answers.fixture.ts';
import { asked, buckets, project } from './asked.fixture.ts';
import { answered, disabled, notFound, type Recordings } from './recorded-google.fixture.ts';
import type { Wrong } from './wrong.fixture.ts';

const noGrant = answered({ etag: 'ACAB' });
const ownAddresses = {
  PUBLIC_SITE_ORIGIN: `https://${project}.web.app`,
  PUBLIC_ADMIN_ORIGIN: `https://${project}-admin.web.app`,
  PUBLIC_EMBED_ORIGIN: `https://${project}-embed.web.app`,
};
const believed: Recordings = {
  [asked.accounts]: answered({ ...accountsAnswer, authorizedDomains: [`${project}-admin.web.app`] }),
};
const mailServer = (url: string): Recordings => ({
  [asked.value('SMTP_URL')]: answered({ name: 'v', payload: { data: Buffer.from(url).toString('base64') } }),
});
const enforced = (...services: string[]): Recordings => ({
  [asked.appCheck]: answered({
    services: services.map((name) => ({ name: `projects/1/services/${name}`, enforcementMode: 'ENFORCED' })),
  }),
});
const otherGrants = (members: string[]) =>
  answered({
    bindings: [
      { role: 'roles/storage.objectViewer', members },
      { role: 'roles/storage.legacyBucketReader', members: [serviceAccount] },
    ],
  });

/** Access mistakes: rights on single resources, addresses, email and App Check. */
export const accessMistakes: [string, Wrong, string, RegExp][] = [
  [
    'a history that the pipeline may only read',
    {
      answers: {
        [asked.grantsOfBucket('acme-site-frontage')]: answered({
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
        Object.values(buckets).map((name) => [asked.grantsOfBucket(name), otherGrants(['user:a@example.com'])]),
      ),
    },
    'access.buckets',
    /homepage-images .*objectViewer && .*demo-images .*objectViewer && .*branding-assets .*objectViewer$/,
  ],
  [
    'a secret that the pipeline may not read',
    { answers: { [asked.grantsOfSecret('PUBLISH_WEBHOOK_SECRET')]: noGrant } },
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
      settings: ownAddresses,
      answers: believed,
    },
    'origins.apart',
    /hosting:sites:list/,
  ],
  [
    'interchanged targets',
    {
      project: { sites: { site: `${project}-admin`, admin: project, embed: `${project}-embed` } },
      settings: ownAddresses,
      answers: believed,
    },
    'origins.targets',
    /target:apply hosting site acme-site --project.*target:apply hosting admin acme-site-admin/,
  ],
  [
    'a domain at another site of the project',
    {
      answers: {
        [asked.domains(project)]: answered({}),
        [asked.domains(`${project}-embed`)]: answered({
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
    'a domain that no site has',
    { answers: { [asked.domains(project)]: answered({}) } },
    'origins.site',
    /Add custom domain/,
  ],
  [
    'a domain that does not lead to Hosting',
    {
      answers: {
        [asked.domains(`${project}-admin`)]: answered(
          domainsAnswer(`${project}-admin`, 'admin.example.com', 'HOST_UNHOSTED'),
        ),
      },
    },
    'origins.admin',
    /registrar/,
  ],
  [
    'services that ask for App Check without a key',
    { answers: enforced('firestore.googleapis.com', 'firebasestorage.googleapis.com') },
    'app-check',
    /PUBLIC_APP_CHECK_SITE_KEY=/,
  ],
  [
    'functions that ask for App Check without a key',
    { settings: { ENFORCE_APP_CHECK: 'true' }, answers: { [asked.appCheck]: notFound } },
    'app-check',
    /PUBLIC_APP_CHECK_SITE_KEY=/,
  ],
  ...(
    [
      ['no mail server', 'none'],
      ['a mail server without its scheme', 'mail.example.com:465'],
      ['a mail server that is a web page', 'https://mail.example.com'],
      ['a mail server with the end of a line', 'smtps://a:b@mail.example.com:465\n'],
    ] as const
  ).map(([name, url]): [string, Wrong, string, RegExp] => [
    `a sender and ${name}`,
    { settings: { MAIL_FROM: 'Acme <post@example.com>' }, answers: mailServer(url) },
    'mail',
    /secrets versions add SMTP_URL/,
  ]),
  [
    'a sender that is no address',
    { settings: { MAIL_FROM: 'Acme' }, answers: mailServer('smtps://a:b@mail.example.com:465') },
    'mail',
    /MAIL_FROM=NAME@/,
  ],
];

/** Unusual configurations that are correct. */
export const validAccessStates: [string, Wrong][] = [
  ['whose addresses are Hosting’s own', { settings: ownAddresses, answers: believed }],
  [
    'whose pipeline has its rights on the whole project',
    {
      answers: {
        [asked.policy]: answered({
          bindings: ['datastore.user', 'firebasehosting.admin', 'storage.objectAdmin', 'secretmanager.secretAccessor']
            .map((role) => ({ role: `roles/${role}`, members: [serviceAccount] }))
            .concat(uploadRulesGrant, functionsGrant),
        }),
        ...Object.fromEntries(
          [...Object.values(buckets), 'acme-site-frontage'].map((name) => [asked.grantsOfBucket(name), noGrant]),
        ),
        [asked.grantsOfSecret('PUBLISH_WEBHOOK_SECRET')]: noGrant,
        [asked.grantsOfSecret('STATUS_TOKEN')]: noGrant,
      },
    },
  ],
  [
    'that sends e-mails',
    {
      settings: { MAIL_FROM: 'Acme <post@example.com>' },
      answers: mailServer('smtps://post%40example.com:secret@mail.example.com:465'),
    },
  ],
  [
    'that asks for App Check and has its key',
    { settings: { PUBLIC_APP_CHECK_SITE_KEY: '6Lc' }, answers: enforced('firestore.googleapis.com') },
  ],
  ['on which App Check was never used', { answers: { [asked.appCheck]: disabled('firebaseappcheck.googleapis.com') } }],
];

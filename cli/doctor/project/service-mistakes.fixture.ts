import { accountsAnswer, functionsDeployedWith, domainsAnswer, functionAnswer } from './responses.fixture.ts';
import { requests, functionNames, project, projectPath } from './requests.fixture.ts';
import { answered, notFound, type Recordings, refused } from './recorded-google.fixture.ts';
import type { Misconfiguration } from './misconfiguration.fixture.ts';

const secretGone = (name: string): Recordings => ({
  [requests.version(name)]: notFound,
  [requests.secret(name)]: notFound,
});
const accounts = (changes: object): Recordings => ({
  [requests.accounts]: answered({ ...accountsAnswer, ...changes }),
});
const functionsWith = (changes: object): Recordings => ({
  [requests.functions]: answered({ functions: functionNames.map((name) => ({ ...functionAnswer(name), ...changes })) }),
});

/** Each mistake: its difference from a correct project, the check that reports it, and the command it prints. */
export const serviceMistakes: [string, Misconfiguration, string, RegExp][] = [
  [
    'no Authentication',
    { answers: { [requests.accounts]: refused(404, 'NOT_FOUND', 'CONFIGURATION_NOT_FOUND') } },
    'accounts',
    /Get started/,
  ],
  [
    'sign-in with email is disabled',
    { answers: accounts({ signIn: { email: { passwordRequired: true } } }) },
    'accounts.email',
    /Email\/Password/,
  ],
  [
    'no second factor',
    { answers: accounts({ mfa: { state: 'DISABLED' } }) },
    'accounts.second-factor',
    /doctor --project acme-site --fix/,
  ],
  [
    'an admin domain that is not authorized',
    {
      settings: { PUBLIC_ADMIN_ORIGIN: 'https://staff.example.com' },
      answers: {
        [requests.domains(`${project}-admin`)]: answered(domainsAnswer(`${project}-admin`, 'staff.example.com')),
      },
    },
    'accounts.domain',
    /add staff\.example\.com/,
  ],
  [
    'email enumeration protection is off',
    { answers: accounts({ emailPrivacyConfig: {} }) },
    'accounts.privacy',
    /User actions/,
  ],
  [
    'no secret',
    { answers: secretGone('DEMO_TOKEN_SECRET') },
    'secrets.DEMO_TOKEN_SECRET',
    /secrets create DEMO_TOKEN_SECRET/,
  ],
  [
    'a secret that is disabled',
    { answers: { [requests.version('STATUS_TOKEN')]: answered({ name: 'v', state: 'DISABLED' }) } },
    'secrets.STATUS_TOKEN',
    /versions add STATUS_TOKEN/,
  ],
  ['no setup code', { settings: { SETUP_CODE: undefined } }, 'setup-code', /frontage setup --project acme-site/],
  ['a short setup code', { settings: { SETUP_CODE: 'secret' } }, 'setup-code', /frontage setup/],
  [
    'documents of an earlier version',
    { answers: { [requests.bootstrap]: answered({ name: 'b', fields: {} }) } },
    'content',
    /migrate --dry-run --project acme-site/,
  ],
  [
    'documents of a later version',
    { answers: { [requests.content]: answered({ name: 'c', fields: { version: { integerValue: '999' } } }) } },
    'content',
    /git pull/,
  ],
  [
    'a site that does not exist',
    {
      answers: {
        [requests.sites]: answered({
          sites: [project, `${project}-admin`].map((id) => ({
            name: `${projectPath}/sites/${id}`,
            defaultUrl: 'https://x.web.app',
          })),
        }),
      },
    },
    'hosting.embed',
    /hosting:sites:create acme-site-embed/,
  ],
  [
    'a target that .firebaserc does not name',
    { project: { sites: { site: project, admin: undefined, embed: `${project}-embed` } } },
    'hosting.admin',
    /frontage setup/,
  ],
  [
    'a function that is not deployed',
    { answers: { [requests.functions]: answered({ functions: functionNames.slice(1).map(functionAnswer) }) } },
    'functions',
    /--only functions:claimFirstAdmin/,
  ],
  [
    'functions that failed',
    { answers: functionsWith({ state: 'FAILED' }) },
    'functions.state',
    /functions:claimFirstAdmin,functions:getDemoEmbed/,
  ],
  [
    'functions in another region',
    {
      project: { region: 'us-east1' },
      answers: { [requests.service('frontage').replace('us-central1', 'us-east1')]: notFound },
    },
    'functions.region',
    /FUNCTIONS_REGION=us-central1/,
  ],
  [
    'functions on an older Node',
    { answers: functionsWith({ buildConfig: { runtime: 'nodejs20' } }) },
    'functions.runtime',
    /--only functions/,
  ],
  [
    'functions that send hints to another address',
    {
      answers: functionsDeployedWith({ PUBLISH_WEBHOOK_URL: 'https://old.example/hooks/publish' }),
    },
    'functions.webhook',
    /--only functions/,
  ],
  [
    'no address of the pipeline',
    {
      settings: { PUBLISH_WEBHOOK_URL: undefined },
      answers: functionsDeployedWith({ PUBLISH_WEBHOOK_URL: '' }),
    },
    'webhook',
    /PUBLISH_WEBHOOK_URL=https/,
  ],
  [
    'a pipeline that does not run',
    {
      settings: { PUBLISH_WEBHOOK_URL: 'http://127.0.0.1:9/hooks/publish' },
      answers: functionsDeployedWith({ PUBLISH_WEBHOOK_URL: 'http://127.0.0.1:9/hooks/publish' }),
    },
    'webhook',
    /run services describe/,
  ],
  [
    'a pipeline with another signing secret',
    { settings: { PUBLISH_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 8).toString('base64')}` } },
    'webhook.signature',
    /--update-secrets PUBLISH_WEBHOOK_SECRET/,
  ],
  ['a clock that is wrong', { skew: 3_600 }, 'clock', /timedatectl/],
];

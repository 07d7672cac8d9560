import { z } from 'zod';
import { isOrigin } from '../../target/requirements.ts';
import { advice, type Ask, type Examined, type Finding, missing, ok } from '../check.ts';

const protectedService = z.object({ name: z.string(), enforcementMode: z.string().default('OFF') });

/**
 * Checks whether a service enforces App Check although site and admin are deployed without it.
 * @see https://firebase.google.com/docs/reference/appcheck/rest/v1/projects.services/list
 */
export const appCheck: Ask = async ({ project, google, setting }) => {
  const key = setting('PUBLIC_APP_CHECK_SITE_KEY');
  if (key) return [ok('app-check', 'Site and admin send App Check tokens')];
  const address = `firebaseappcheck.googleapis.com/v1/projects/${project}/services?pageSize=100`;
  const services = (await google.list(address, 'services', protectedService)) ?? [];
  const enforcing = services
    .filter(({ enforcementMode }) => enforcementMode === 'ENFORCED')
    .map(({ name }) => name.split('/services/')[1] ?? name);
  if (setting('ENFORCE_APP_CHECK') === 'true') enforcing.push('the functions (ENFORCE_APP_CHECK)');
  if (enforcing.length === 0) return [ok('app-check', 'App Check is off, for clients and services alike')];
  return [
    missing('app-check', {
      what: `PUBLIC_APP_CHECK_SITE_KEY is not set, and App Check is enforced by ${enforcing.join(', ')}`,
      why: 'They refuse every request of a site and admin deployed without the key. In the console, under App Check → APIs, enforcement can be disabled until the key is deployed',
      next: `export PUBLIC_APP_CHECK_SITE_KEY=YOUR-KEY && npm run deploy -- --project ${project}`,
    }),
  ];
};

const factor = z.looseObject({
  state: z.string().optional(),
  totpProviderConfig: z.object({ adjacentIntervals: z.number().optional() }).optional(),
});
const config = z.object({
  signIn: z.object({ email: z.object({ enabled: z.boolean().default(false) }).optional() }).optional(),
  mfa: z.looseObject({ providerConfigs: z.array(factor).default([]) }).optional(),
  authorizedDomains: z.array(z.string()).default([]),
  emailPrivacyConfig: z.object({ enableImprovedEmailPrivacy: z.boolean().default(false) }).optional(),
});
type Config = z.output<typeof config>;

const address = (project: string): string => `identitytoolkit.googleapis.com/admin/v2/projects/${project}/config`;

/**
 * Checks sign-in of staff. With `fixes`, it enables the second factor (TOTP), which the console cannot do.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/Config
 * @see https://cloud.google.com/identity-platform/docs/admin/enabling-totp-mfa
 */
export const accounts: Ask = async (examined) => {
  const { project, google } = examined;
  const found = await google.get(address(project), config);
  const consolePage = `https://console.firebase.google.com/project/${project}/authentication`;
  if (!found) {
    return [
      missing('accounts', {
        what: 'Authentication has not been set up',
        why: 'No one can sign up or sign in',
        next: `Open ${consolePage} and press “Get started”`,
      }),
    ];
  }
  return [
    emailFinding(found, consolePage),
    await secondFactor(examined, found),
    domainFinding(examined, found),
    privacy(found, examined),
  ];
};

const emailFinding = ({ signIn }: Config, consolePage: string): Finding =>
  signIn?.email?.enabled
    ? ok('accounts.email', 'Staff sign in with email and password')
    : missing('accounts.email', {
        what: 'Sign-in with email and password is disabled',
        why: 'The admin has no other sign-in method',
        next: `Open ${consolePage}/providers and enable “Email/Password”`,
      });

const isTotp = ({ state = '', totpProviderConfig }: z.output<typeof factor>): boolean =>
  ['ENABLED', 'MANDATORY'].includes(state) && totpProviderConfig !== undefined;

async function secondFactor({ project, google, fixes }: Examined, { mfa }: Config): Promise<Finding> {
  const check = 'accounts.second-factor';
  if (mfa?.providerConfigs.some(isTotp)) return ok(check, 'Codes of an authenticator app are a second factor');
  if (fixes) {
    const totp = { state: 'ENABLED', totpProviderConfig: { adjacentIntervals: 5 } };
    const others = mfa?.providerConfigs.filter(({ totpProviderConfig }) => !totpProviderConfig) ?? [];
    const body = { mfa: { ...mfa, providerConfigs: [...others, totp] } };
    const changed = await google.send('PATCH', `${address(project)}?updateMask=mfa`, { body, shape: config });
    if (changed?.mfa?.providerConfigs.some(isTotp))
      return ok(check, 'Codes of an authenticator app are now a second factor');
  }
  return missing(check, {
    what: 'Codes of an authenticator app (TOTP) are not enabled as a second factor',
    why: 'If Settings → General requires them, no one can enroll. Upgrade the project to Identity Platform in the console first',
    next: `npx frontage doctor --project ${project} --fix`,
  });
}

function domainFinding({ setting, project }: Examined, { authorizedDomains }: Config): Finding {
  const check = 'accounts.domain';
  const origin = setting('PUBLIC_ADMIN_ORIGIN') ?? '';
  if (!isOrigin(origin)) {
    return missing(check, {
      what: origin === '' ? 'PUBLIC_ADMIN_ORIGIN is not set' : `PUBLIC_ADMIN_ORIGIN is not an origin: ${origin}`,
      why: 'The site’s Admin button, invites and email links use it. It has https and a host, and no slash at the end',
      next: `export PUBLIC_ADMIN_ORIGIN=https://${URL.parse(origin)?.host || `${project}-admin.web.app`}`,
    });
  }
  const { hostname } = new URL(origin);
  if (authorizedDomains.includes(hostname)) return ok(check, `Email links may point to ${hostname}`);
  return missing(check, {
    what: `${hostname} is not among the authorized domains`,
    why: 'Links in emails (password, address) are refused',
    next: `Open https://console.firebase.google.com/project/${project}/authentication/settings, “Authorized domains”, and add ${hostname}`,
  });
}

const privacy = ({ emailPrivacyConfig }: Config, { project }: Examined): Finding =>
  emailPrivacyConfig?.enableImprovedEmailPrivacy
    ? ok('accounts.privacy', 'Email enumeration protection is on')
    : advice('accounts.privacy', {
        what: 'Email enumeration protection is off',
        why: 'Anyone can find out which addresses have an account',
        next: `Open https://console.firebase.google.com/project/${project}/authentication/settings, “User actions”, and turn it on`,
      });

import { describe, expect, it } from 'vitest';
import { appCheckWith, noAppCheck } from './app-check.ts';
import { addressesOf, hostingConfig, originMarks } from './configuration.ts';
import { isFailure } from './failure.ts';
import { portsFrom } from './ports.ts';

const web = { projectId: 'p', apiKey: 'k', appId: '1:2:web:3', authDomain: 'p.firebaseapp.com' };
const recaptcha = ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'];
const calls = ['https://www.google.com/recaptcha/', 'https://content-firebaseappcheck.googleapis.com'];

function withKey() {
  const appCheck = appCheckWith('site-key', web);
  if (isFailure(appCheck)) throw new Error(appCheck.what);
  return appCheck;
}

/** The sources of each directive of an origin's policy. */
function policyOf(target: 'site' | 'admin', { marks } = noAppCheck): Record<string, string[]> {
  const local = originMarks(addressesOf(portsFrom(5000), '127.0.0.1'));
  const config = hostingConfig({ target, marks: { ...local, ...marks }, region: 'us-central1' });
  const [policy] = /default-src[^"]*/.exec(JSON.stringify(config)) ?? [''];
  return Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );
}

describe('the configuration', () => {
  it.each([undefined, ''])('is nothing without a key (%o)', (key) => {
    expect(appCheckWith(key, {})).toEqual(noAppCheck);
  });

  it('with a key configures admin and site with the minimum each needs', () => {
    const { adminConfig, siteSettings } = withKey();
    expect(adminConfig).toEqual({ appCheckKey: 'site-key' });
    expect(JSON.parse(siteSettings['PUBLIC_APP_CHECK'] ?? '')).toEqual({
      siteKey: 'site-key',
      firebase: { projectId: 'p', apiKey: 'k', appId: '1:2:web:3' },
    });
  });

  it.each(['projectId', 'apiKey', 'appId'])('names a web configuration without %s', (name) => {
    expect(appCheckWith('site-key', { ...web, [name]: '' })).toHaveProperty('what');
  });
});

describe.each(['site', 'admin'] as const)('the policy of the %s', (target) => {
  it('names nothing of App Check where it is off, and no empty source', () => {
    const sources = Object.values(policyOf(target)).flat();
    expect(sources.filter((source) => calls.includes(source) || recaptcha.includes(source))).toEqual([]);
    expect(sources).not.toContain('');
  });

  it('adds exactly its scripts and calls where it is on', () => {
    const off = policyOf(target);
    expect(policyOf(target, withKey())).toEqual({
      ...off,
      'script-src': [...(off['script-src'] ?? []), ...recaptcha],
      'connect-src': [...(off['connect-src'] ?? []), ...calls],
    });
  });
});

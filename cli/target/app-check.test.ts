import { describe, expect, it } from 'vitest';
import { appCheckWith, noAppCheck } from './app-check.ts';
import { addressesOf, hostingConfig, originMarks } from './configuration.ts';
import { isFailure } from '../runtime/failure.ts';
import { portsFrom } from './ports.ts';

const web = { projectId: 'p', apiKey: 'k', appId: '1:2:web:3', authDomain: 'p.firebaseapp.com' };
const recaptcha = ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'];
const calls = ['https://www.google.com/recaptcha/', 'https://content-firebaseappcheck.googleapis.com'];

function withKey() {
  const appCheck = appCheckWith('site-key', web);
  if (isFailure(appCheck)) throw new Error(appCheck.what);
  return appCheck;
}

/** The sources of each directive in the Content-Security-Policy of an origin. */
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

describe('appCheckWith', () => {
  it.each([undefined, ''])('returns noAppCheck without a key (%o)', (key) => {
    expect(appCheckWith(key, {})).toEqual(noAppCheck);
  });

  it('returns only the settings that admin and site need', () => {
    const { adminConfig, siteSettings } = withKey();
    expect(adminConfig).toEqual({ appCheckKey: 'site-key' });
    expect(JSON.parse(siteSettings['PUBLIC_APP_CHECK'] ?? '')).toEqual({
      siteKey: 'site-key',
      firebase: { projectId: 'p', apiKey: 'k', appId: '1:2:web:3' },
    });
  });

  it.each(['projectId', 'apiKey', 'appId'])('fails if the web configuration lacks %s', (name) => {
    expect(appCheckWith('site-key', { ...web, [name]: '' })).toHaveProperty('what');
  });
});

describe.each(['site', 'admin'] as const)('Content-Security-Policy of the %s', (target) => {
  it('has no App Check source and no empty source without a key', () => {
    const sources = Object.values(policyOf(target)).flat();
    expect(sources.filter((source) => calls.includes(source) || recaptcha.includes(source))).toEqual([]);
    expect(sources).not.toContain('');
  });

  it('adds only the scripts and calls of App Check with a key', () => {
    const off = policyOf(target);
    expect(policyOf(target, withKey())).toEqual({
      ...off,
      'script-src': [...(off['script-src'] ?? []), ...recaptcha],
      'connect-src': [...(off['connect-src'] ?? []), ...calls],
    });
  });
});

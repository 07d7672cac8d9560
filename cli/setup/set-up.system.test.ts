import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { root as repository } from '../target/configuration.ts';
import { targetsIn } from '../target/hosted-project.ts';
import { steps } from './steps.ts';
import { setUp } from './set-up.ts';

let root: string;
let events: Record<string, unknown>[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'frontage-setup-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'functions'));
  writeFileSync(join(root, '.gitignore'), readFileSync(join(repository, '.gitignore')));
  writeFileSync(join(root, '.firebaserc'), '{ "projects": { "default": "demo-frontage" } }\n');
  execFileSync('git', ['init', '--quiet', root]);
  events = [];
});

const record = (event: Record<string, unknown>) => void events.push(event);
const presenter = { show: record, warn: record, progress: record, rewrite: record, fail: () => undefined };
const run = (environment: Record<string, string> = {}) => setUp({ root, project: 'acme-site', environment, presenter });
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const parameters = () => parseEnv(read('functions/.env.acme-site'));
const kept = () => events.filter(({ event }) => event === 'kept').map(({ name }) => name);

describe('setUp', () => {
  it('adds sites and buckets of a new project and keeps other projects', () => {
    expect(run()).toBeNull();
    expect(JSON.parse(read('.firebaserc'))).toEqual({
      projects: { default: 'demo-frontage' },
      targets: {
        'acme-site': {
          hosting: { site: ['acme-site'], admin: ['acme-site-admin'], embed: ['acme-site-embed'] },
          storage: {
            'homepage-images': ['acme-site-homepage-images'],
            'demo-images': ['acme-site-demo-images'],
            'branding-assets': ['acme-site-branding-assets'],
          },
        },
      },
    });
    expect(kept()).toEqual([]);
  });

  it('writes known parameters and a code for the first administrator', () => {
    run({ FUNCTIONS_REGION: 'europe-west1' });
    expect(parameters()).toEqual({
      FUNCTIONS_REGION: 'europe-west1',
      ADMIN_ORIGIN: 'https://acme-site-admin.web.app',
      HOMEPAGE_IMAGES_BUCKET: 'acme-site-homepage-images',
      DEMO_IMAGES_BUCKET: 'acme-site-demo-images',
      BRANDING_ASSETS_BUCKET: 'acme-site-branding-assets',
      SETUP_CODE: expect.stringMatching(/^[\w-]{20}$/) as string,
      TRUSTED_PROXIES: '1',
      ENFORCE_APP_CHECK: 'false',
      MAIL_FROM: '',
    });
    expect(statSync(join(root, 'functions/.env.acme-site')).mode & 0o077).toBe(0);
  });

  it('writes every parameter that the Firebase CLI would prompt for', () => {
    run({ PUBLISH_WEBHOOK_URL: 'https://frontage.example/hooks/publish' });
    const source = readFileSync(join(repository, 'functions/src/params.ts'), 'utf8');
    const defined = [...source.matchAll(/define(?:String|Int|Boolean|Float|List)\('(\w+)'/g)].map(
      ([, name = '']) => name,
    );
    expect(defined.length).toBeGreaterThan(8);
    expect(defined.filter((name) => parameters()[name] === undefined)).toEqual([]);
  });

  it('makes the file readable by its owner alone, even after an earlier attempt', () => {
    writeFileSync(join(root, 'functions/.env.acme-site.new'), '', { mode: 0o666 });
    run();
    expect(statSync(join(root, 'functions/.env.acme-site')).mode & 0o077).toBe(0);
    expect(JSON.stringify(events)).not.toContain(parameters()['SETUP_CODE']);
  });

  it('adds values that become known later and is idempotent', () => {
    run();
    const [targets, first] = [read('.firebaserc'), read('functions/.env.acme-site')];
    run();
    expect([read('.firebaserc'), read('functions/.env.acme-site')]).toEqual([targets, first]);
    run({ PUBLISH_WEBHOOK_URL: 'https://frontage.example/hooks/publish' });
    expect(read('functions/.env.acme-site')).toBe(
      `${first}PUBLISH_WEBHOOK_URL=https://frontage.example/hooks/publish\n`,
    );
  });

  it('keeps existing values that differ and reports them', () => {
    const own = { projects: {}, targets: { 'acme-site': { hosting: { site: ['www-acme'] } }, other: {} }, etags: {} };
    writeFileSync(join(root, '.firebaserc'), JSON.stringify(own));
    writeFileSync(join(root, 'functions/.env.acme-site'), '# ours\nADMIN_ORIGIN=https://staff.acme.example');
    run();
    expect(JSON.parse(read('.firebaserc'))).toMatchObject({
      targets: { 'acme-site': { hosting: { site: ['www-acme'], admin: ['acme-site-admin'] } }, other: {} },
      etags: {},
    });
    expect(read('functions/.env.acme-site')).toMatch(/^# ours\nADMIN_ORIGIN=https:\/\/staff\.acme\.example\n[A-Z]/);
    expect(kept()).toEqual(['hosting site', 'ADMIN_ORIGIN']);
  });

  it('does not repeat values that are set for all projects', () => {
    writeFileSync(join(root, 'functions/.env'), 'SETUP_CODE=a code for all projects\nFUNCTIONS_REGION=us-east1\n');
    run({ FUNCTIONS_REGION: 'europe-west1' });
    expect(Object.keys(parameters())).not.toContain('SETUP_CODE');
    expect(kept()).toEqual(['FUNCTIONS_REGION']);
  });

  it('writes no code into a file tracked by git', () => {
    writeFileSync(join(root, '.gitignore'), 'node_modules/\n');
    expect(run()).toMatchObject({ what: expect.stringContaining('git tracks functions/.env.acme-site') as string });
    expect(() => read('functions/.env.acme-site')).toThrow();
  });

  it.each([
    ['FUNCTIONS_REGION', 'eu-west1'],
    ['FUNCTIONS_REGION', 'europe'],
    ['PUBLIC_ADMIN_ORIGIN', 'admin.example.com'],
    ['PUBLIC_ADMIN_ORIGIN', 'https://admin.example.com/'],
    // The result of the documented command if SERVICE is empty.
    ['PUBLISH_WEBHOOK_URL', '/hooks/publish'],
    ['PUBLISH_WEBHOOK_URL', 'https://frontage.example'],
  ])('writes nothing if %s is %s', (name, value) => {
    const before = read('.firebaserc');
    expect(run({ [name]: value })).toMatchObject({ what: expect.stringContaining(name) as string });
    expect(read('.firebaserc')).toBe(before);
    expect(() => parameters()).toThrow();
  });

  it('reports the error of a damaged .firebaserc', () => {
    writeFileSync(join(root, '.firebaserc'), '{ "projects": ');
    expect(() => run()).toThrow(/^\.firebaserc is damaged/);
  });

  it('creates a missing .firebaserc', () => {
    rmSync(join(root, '.firebaserc'));
    expect(run()).toBeNull();
    expect(targetsIn(read('.firebaserc'), 'acme-site').sites.admin).toBe('acme-site-admin');
  });

  it('works without git', () => {
    rmSync(join(root, '.git'), { recursive: true });
    expect(run()).toBeNull();
  });
});

it.each([
  ['other projects have other targets', { other: {}, 'acme-site': { hosting: { site: ['a'] } } }],
  ['targets of databases are named', { 'acme-site': { hosting: { site: ['a'] }, database: { main: ['b'] } } }],
])('targetsIn finds names if %s', (_case, targets) => {
  expect(targetsIn(JSON.stringify({ targets }), 'acme-site').sites.site).toBe('a');
});

it('prints only commands that docs/deploy.md contains', () => {
  const guide = readFileSync(join(repository, 'docs/deploy.md'), 'utf8').split('\n');
  const lines = new Set(guide.map((line) => line.trim()));
  const missing = steps.flatMap(({ commands }) => commands).filter((command) => !lines.has(command.trim()));
  expect(missing).toEqual([]);
});

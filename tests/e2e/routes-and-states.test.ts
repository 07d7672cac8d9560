import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** A suite, and the beginning of the title of a test in it. */
type TestReference = [suite: string, test: string];

/** Every route, and the browser test that opens it. */
const routes: Record<string, TestReference> = {
  '/': ['site/pages', 'shows the hero and six blocks in order'],
  '/{slug} and /page/{slug}': ['site/pages', 'has the same bytes at both addresses'],
  '/demos': ['site/gallery', 'lists published demos, newest first'],
  '/demo/{slug}': ['site/viewer', 'runs a script on the embed origin'],
  '/search': ['site/visitors', 'is reached from the header and finds words'],
  '/feed.xml': ['site/visitors', 'lists the newest published pages with absolute URLs'],
  '/sitemap.xml': ['site/head', 'the sitemap lists published documents'],
  '/auth/login': ['admin/sign-in', 'opens the dashboard with a notice'],
  '/auth/signup': ['admin/sign-up', 'has a fixed email and grants the role'],
  '/auth/forgot, /auth/action, /local-mail': ['admin/sign-in', 'is reset with a link'],
  '/admin/setup': ['admin/first-admin', 'becomes administrator in setup'],
  '/admin': ['admin/access', '%s is accessible and violates no'],
  '/admin/homepage': ['admin-content/sections-list', 'shows sections in order with their state'],
  '/admin/homepage/{id}': ['admin-content/section-editor', 'creates and edits a section'],
  '/admin/pages': ['admin-content/pages-list', 'shows each page with its address'],
  '/admin/pages/{id}': ['admin-content/page-editor', 'creates a page and returns to the list'],
  '/admin/demos': ['admin-content/demos-list', 'shows counts and all demos'],
  '/admin/demos/{id}': ['admin-content/demo-editor', 'creates a protected demo'],
  '/admin/users': ['admin/users', 'lists name, email, roles, status and creation'],
  '/admin/settings': ['admin/settings', 'has five tabs'],
  '/admin/settings/redirects': ['admin-content/addresses', 'are listed together with old addresses'],
  'an old address': ['admin-content/addresses', 'redirects to the new one when that is live'],
  'any other path': ['admin/access', 'an unknown address shows the not-found screen'],
  'any other path of the site': ['site/pages', 'have a general message without scripts'],
  'signed out, a staff route': ['admin/access', '%s redirects to the sign-in'],
  'signed in, a role missing': ['admin/access', 'a user of the kind "%s" sees an explanation'],
};

/** Every state and transition, and the browser test that covers it. */
const states: Record<string, TestReference> = {
  'auth: signed out → signed in': ['admin/sign-in', 'opens the dashboard with a notice'],
  'auth: signed in → signed out': ['admin/sign-in', 'signs out and returns to the sign-in'],
  'auth: a failing sign-out clears the session': ['admin/sign-in', 'clears the session even if sign-out fails'],
  'auth: aal1 → aal2': ['admin/second-factor', 'is required at sign-in'],
  'auth: a factor is enrolled': ['admin/second-factor', 'is enrolled with an authenticator app'],
  'auth: a recovery code in place of a factor': ['admin/second-factor', 'is removed by a recovery code'],
  'auth: a factor is removed': ['admin/second-factor', 'is removed by its owner'],
  'section: hidden, draft, published': ['admin-content/sections-list', 'shows sections in order with their state'],
  'section: publish ⇄ unpublish, asked first': [
    'admin-content/sections-list',
    'publishes a section after confirmation',
  ],
  'section: hide ⇄ show, not asked': ['admin-content/sections-list', 'hides and shows a section without confirmation'],
  'section: all drafts published': ['admin-content/sections-list', 'lists all drafts and publishes them'],
  'section: deleted after asking': ['admin-content/sections-list', 'deletes a section after confirmation'],
  'page: draft → published': ['admin-content/keyboard-editing', 'is created, published and live'],
  'page: published → draft': ['admin-content/keyboard-editing', 'leaves the site when it is unpublished'],
  'demo: published': ['admin-content/demos-list', 'opens only published demos on the site'],
  'demo: draft': ['site/empty', 'answers 404 for an unpublished demo'],
  'demo: locked → unlocked → locked after 24 hours': [
    'site/viewer',
    'opens with the password and stores the access for 24 hours',
  ],
  'demo: unprotected, open at once': ['site/viewer', 'shows URL embeds without scripts'],
  'user: active ⇄ inactive': ['admin/users', 'deactivates a user and undoes it'],
  'user: deleted': ['admin/users', 'deletes a user after confirmation'],
  'user: roles compared and saved': ['admin/users', 'changes roles'],
  'invite: editable': ['admin/invites', 'has the default role author'],
  'invite: generated, copied for 2 seconds': ['admin/invites', 'shows the link and copies it'],
  'invite: closed': ['admin/invites', 'lists the invite until it is withdrawn'],
  'upload: under way, input disabled': ['admin-content/uploads', 'shows its progress and can be canceled'],
  'upload: removed': ['admin-content/uploads', 'is uploaded under a random name, shown, and removed'],
  'upload: a logo': ['admin/settings-pictures', 'is uploaded under a random name'],
  'save: pending, submit disabled': ['admin-content/page-editor', 'prevents a second save while one is pending'],
  'save: lists refreshed': ['admin-content/section-editor', 'creates and edits a section and returns to the list'],
};

describe.each([
  ['route', routes],
  ['state', states],
] as const)('every %s has a browser test', (_kind, table) => {
  it.each(Object.entries(table))('%s', (_name, [suite, test]) => {
    const source = readFileSync(join(import.meta.dirname, `${suite}.suite.ts`), 'utf8');
    expect(source).toContain(`'${test}`);
  });
});

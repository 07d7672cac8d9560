import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** A suite and the test in it, by the beginning of its name. */
type Place = [suite: string, test: string];

/** Every route, and the test in which a browser opens it. */
const routes: Record<string, Place> = {
  '/': ['site/pages', 'shows the hero and six blocks in order'],
  '/{slug} and /page/{slug}': ['site/pages', 'has the same bytes at both addresses'],
  '/demos': ['site/gallery', 'lists published demos, newest first'],
  '/demo/{slug}': ['site/viewer', 'runs a script on the embed origin'],
  '/sitemap.xml': ['site/head', 'the sitemap follows the protocol'],
  '/auth/login': ['admin/sign-in', 'welcomes, and leads to the dashboard'],
  '/auth/signup': ['admin/sign-up', 'fixes the email, and gives the role'],
  '/auth/forgot, /auth/action, /local-mail': ['admin/sign-in', 'is reset through a link'],
  '/admin/setup': ['admin/first-admin', 'leads through setup to the dashboard'],
  '/admin': ['admin/access', '%s is open'],
  '/admin/homepage': ['admin-content/sections-list', 'shows them in order with their state'],
  '/admin/homepage/{id}': ['admin-content/section-editor', 'creates a section, then edits it'],
  '/admin/pages': ['admin-content/pages-list', 'shows each page with its address'],
  '/admin/pages/{id}': ['admin-content/page-editor', 'creates a page and returns to the list'],
  '/admin/demos': ['admin-content/demos-list', 'counts and lists them'],
  '/admin/demos/{id}': ['admin-content/demo-editor', 'creates a protected demo'],
  '/admin/users': ['admin/users', 'lists name, email, roles, status and creation'],
  '/admin/settings': ['admin/settings', 'has five tabs'],
  '/admin/settings/redirects': [
    'admin-content/addresses',
    'are listed beside old addresses, which redirect automatically',
  ],
  'an old address': ['admin-content/addresses', 'leads to the new one as soon as that is live, and the editor says so'],
  'any other path': ['admin/access', 'unknown addresses show the not-found screen'],
  'any other path of the site': ['site/pages', 'says the general thing without scripts'],
  'signed out, a staff route': ['admin/access', '%s leads to the sign-in'],
  'signed in, a role missing': ['admin/access', '%s is sent to the site, and told why'],
};

/** Every state and transition, and the test in which a browser sees it. */
const states: Record<string, Place> = {
  'auth: signed out → signed in': ['admin/sign-in', 'welcomes, and leads to the dashboard'],
  'auth: signed in → signed out': ['admin/sign-in', 'signs out to the sign-in'],
  'auth: a failing sign-out clears the session': ['admin/sign-in', 'a failing sign-out still clears the session'],
  'auth: aal1 → aal2': ['admin/second-factor', 'is asked for at sign-in'],
  'auth: a factor is enrolled': ['admin/second-factor', 'is enrolled with an authenticator app'],
  'auth: a recovery code in place of a factor': ['admin/second-factor', 'is replaced by a recovery code'],
  'auth: a factor is removed': ['admin/second-factor', 'is removed'],
  'section: hidden, draft, published': ['admin-content/sections-list', 'shows them in order with their state'],
  'section: publish ⇄ unpublish, asked first': [
    'admin-content/sections-list',
    'publishes and unpublishes after asking',
  ],
  'section: hide ⇄ show, not asked': ['admin-content/sections-list', 'hides and shows without asking'],
  'section: all drafts published': ['admin-content/sections-list', 'publishes all drafts at once'],
  'section: deleted after asking': ['admin-content/sections-list', 'deletes after asking, and brings it back'],
  'page: draft → published': ['admin-content/journey', 'a page is created, published, and seen live'],
  'page: published → draft': ['admin-content/journey', 'leaves the site again when it is unpublished'],
  'demo: published': ['admin-content/demos-list', 'opens only published demos on the site'],
  'demo: draft': ['site/empty', 'an unpublished demo is gone'],
  'demo: locked → unlocked → locked after 24 hours': ['site/viewer', 'opens, remembers for 24 hours, and forgets'],
  'demo: unprotected, open at once': ['site/viewer', 'shows URL embeds without scripts'],
  'user: active ⇄ inactive': ['admin/users', 'deactivates and activates, with a way to undo'],
  'user: deleted': ['admin/users', 'deletes a user after confirmation'],
  'user: roles compared and saved': ['admin/users', 'changes roles'],
  'invite: editable': ['admin/invites', 'is for authors unless chosen otherwise'],
  'invite: generated, copied for 2 seconds': ['admin/invites', 'then shows the link, to be copied'],
  'invite: closed': ['admin/invites', 'closes, and lists the invite until it is withdrawn'],
  'upload: under way, input disabled': ['admin-content/uploads', 'shows that it is uploading, and stops when asked'],
  'upload: removed': ['admin-content/uploads', 'uploads under a random name, shows it, and removes it'],
  'upload: a logo': ['admin/settings-pictures', 'is uploaded under a random name'],
  'save: pending, submit disabled': ['admin-content/page-editor', 'prevents a second save while one is pending'],
  'save: lists refreshed': [
    'admin-content/section-editor',
    'creates a section, then edits it, and returns to the list',
  ],
};

describe.each([
  ['route', routes],
  ['state', states],
] as const)('every %s is met in a browser', (_what, table) => {
  it.each(Object.entries(table))('%s', (_name, [suite, test]) => {
    const source = readFileSync(join(import.meta.dirname, `${suite}.suite.ts`), 'utf8');
    expect(source).toContain(`'${test}`);
  });
});

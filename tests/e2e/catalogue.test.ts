import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gateNotices, invalid, notices } from '@frontage/model/messages';
import { describe, expect, it } from 'vitest';

type Catalogue = Record<string, string | { title: string }>;

/** The suite in which a browser meets each notice. The types refuse a table with a message missing. */
const noticeSuites = {
  signUpFailed: 'admin/sign-up',
  signedIn: 'admin/sign-in',
  signInFailed: 'admin/sign-in',
  signedOut: 'admin/sign-in',
  signOutFailed: 'admin/sign-in',
  becameAdmin: 'admin/first-admin',
  becomeAdminFailed: 'admin/first-admin',
  sectionDeleted: 'admin-content/sections',
  deleteFailed: 'admin-content/sections',
  statusUpdated: 'admin-content/sections',
  allPublished: 'admin-content/sections',
  sectionSaved: 'admin-content/sections',
  saveFailed: 'admin-content/sections',
  sectionImageUploaded: 'admin-content/uploads',
  uploadFailed: 'admin-content/uploads',
  pageDeleted: 'admin-content/pages',
  pageDeleteFailed: 'admin-content/pages',
  pageCreated: 'admin-content/pages',
  pageUpdated: 'admin-content/pages',
  pageSaveFailed: 'admin-content/pages',
  demoDeleted: 'admin-content/demos',
  demoDeleteFailed: 'admin-content/demos',
  demoCreated: 'admin-content/demos',
  demoUpdated: 'admin-content/demos',
  demoSaveFailed: 'admin-content/demos',
  invalidFileType: 'admin-content/uploads',
  fileTooLarge: 'admin-content/uploads',
  demoUploadFailed: 'admin-content/uploads',
  demoImageUploaded: 'admin-content/uploads',
  settingsSaved: 'admin/settings',
  logoUploaded: 'admin/settings',
  rolesUpdated: 'admin/users',
  rolesFailed: 'admin/users',
  ownAdminRole: 'admin/users',
  inviteGenerated: 'admin/invites',
  inviteFailed: 'admin/invites',
  inviteCopied: 'admin/invites',
  copyFailed: 'admin/invites',
  userActivated: 'admin/users',
  userDeactivated: 'admin/users',
  userStatusFailed: 'admin/users',
  slugCopied: 'admin-content/demos',
} as const satisfies Record<keyof typeof notices, string>;

const gateSuites = {
  accessGranted: 'site/viewer',
  incorrectPassword: 'site/viewer',
  verifyFailed: 'site/viewer',
} as const satisfies Record<keyof typeof gateNotices, string>;

/** Likewise for what stands under a field. */
const invalidSuites = {
  titleRequired: 'admin-content/pages',
  titleTooLong: 'admin-content/pages',
  headingRequired: 'admin-content/demos',
  headingTooLong: 'admin-content/demos',
  slugRequired: 'admin-content/pages',
  slugTooLong: 'admin-content/pages',
  slugFormat: 'admin-content/pages',
  demoSlugFormat: 'admin-content/demos',
  slugReserved: 'admin-content/pages',
  slugTaken: 'admin-content/pages',
  bodyTooLong: 'admin-content/pages',
  metaTitleTooLong: 'admin-content/pages',
  metaDescriptionTooLong: 'admin-content/pages',
  url: 'admin-content/pages',
  urlOrPath: 'admin-content/sections',
  navLabelTooLong: 'admin-content/pages',
  orderNotWhole: 'admin-content/sections',
  parentCycle: 'admin-content/pages',
  sectionKeyRequired: 'admin-content/sections',
  ctaTextTooLong: 'admin-content/sections',
  embedRequired: 'admin-content/demos',
  embedFormat: 'admin-content/demos',
  embedIframeSrc: 'admin-content/demos',
  embedTooLong: 'admin-content/demos',
  demoPasswordTooShort: 'admin-content/demos',
  passwordTooLong: 'admin-content/demos',
  passwordTooShort: 'admin/sign-up',
  passwordRequired: 'admin/sign-in',
  emailRequired: 'admin/sign-in',
  email: 'admin/sign-in',
  nameTooLong: 'admin/sign-up',
  inviteEmailRequired: 'admin/invites',
  siteNameRequired: 'admin/settings',
  siteNameTooLong: 'admin/settings',
  hexColor: 'admin/settings',
  descriptionTooLong: 'admin/settings',
  settingTooLong: 'admin/settings',
  imageType: 'admin-content/uploads',
  imageTooLarge: 'admin-content/uploads',
  logoType: 'admin/settings',
  logoTooLarge: 'admin/settings',
} as const satisfies Record<keyof typeof invalid, string>;

const suite = (name: string): string => readFileSync(join(import.meta.dirname, `${name}.suite.ts`), 'utf8');

/** Whether a suite holds the message by its key (`notices.pageDeleted`) or word for word. */
function isMet(source: string, key: string, words: string): boolean {
  return source.includes(key) || source.includes(words) || source.includes(words.replaceAll("'", "\\'"));
}

describe.each<[string, Catalogue, Record<string, string>]>([
  ['notices', notices, noticeSuites],
  ['gateNotices', gateNotices, gateSuites],
  ['invalid', invalid, invalidSuites],
])('every message of %s is met in a browser', (...[name, messages, suites]) => {
  it.each(Object.entries(suites))('%s in %s', (key, where) => {
    const message = messages[key] ?? '';
    const words = typeof message === 'string' ? message : message.title;
    expect(isMet(suite(where), `${name}.${key}`, words)).toBe(true);
  });
});

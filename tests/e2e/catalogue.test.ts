import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gateNotices, invalid, notices } from '@frontage/model/messages';
import { describe, expect, it } from 'vitest';

type Catalogue = Record<string, string | { title: string }>;

/** The suite that tests each notice in a browser. `satisfies` makes a missing message a type error. */
const noticeSuites = {
  signUpFailed: 'admin/sign-up',
  signedIn: 'admin/sign-in',
  signInFailed: 'admin/sign-in',
  signedOut: 'admin/sign-in',
  signOutFailed: 'admin/sign-in',
  becameAdmin: 'admin/first-admin',
  becomeAdminFailed: 'admin/first-admin',
  sectionDeleted: 'admin-content/sections-list',
  deleteFailed: 'admin-content/sections-list',
  statusUpdated: 'admin-content/sections-list',
  allPublished: 'admin-content/sections-list',
  sectionSaved: 'admin-content/section-editor',
  saveFailed: 'admin-content/section-editor',
  sectionImageUploaded: 'admin-content/uploads',
  uploadFailed: 'admin-content/uploads',
  pageDeleted: 'admin-content/pages-list',
  pageDeleteFailed: 'admin-content/pages-list',
  pageCreated: 'admin-content/page-editor',
  pageUpdated: 'admin-content/page-editor',
  pageSaveFailed: 'admin-content/page-editor',
  demoDeleted: 'admin-content/demos-list',
  demoDeleteFailed: 'admin-content/demos-list',
  demoCreated: 'admin-content/demo-editor',
  demoUpdated: 'admin-content/demo-editor',
  demoSaveFailed: 'admin-content/demo-editor',
  invalidFileType: 'admin-content/uploads',
  fileTooLarge: 'admin-content/uploads',
  demoUploadFailed: 'admin-content/uploads',
  demoImageUploaded: 'admin-content/uploads',
  settingsSaved: 'admin/settings',
  logoUploaded: 'admin/settings-pictures',
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
  scheduled: 'admin-content/schedule',
  unscheduled: 'admin-content/schedule',
  scheduleFailed: 'admin-content/schedule',
  undone: 'admin-content/history',
  notUndone: 'admin-content/history',
  copied: 'admin-content/history',
  copyNeedsPassword: 'admin-content/history',
  notDuplicated: 'admin-content/history',
  slugCopied: 'admin-content/demos-list',
  redirectSaved: 'admin-content/addresses',
  redirectRemoved: 'admin-content/addresses',
  redirectsImported: 'admin-content/addresses',
  redirectFailed: 'admin-content/addresses',
} as const satisfies Record<keyof typeof notices, string>;

const gateSuites = {
  accessGranted: 'site/viewer',
  incorrectPassword: 'site/viewer',
  verifyFailed: 'site/viewer',
} as const satisfies Record<keyof typeof gateNotices, string>;

/** The suite that tests each error message of a field. */
const invalidSuites = {
  titleRequired: 'admin-content/page-editor',
  titleTooLong: 'admin-content/page-editor',
  headingRequired: 'admin-content/demo-editor',
  headingTooLong: 'admin-content/demo-editor',
  slugRequired: 'admin-content/page-editor',
  slugTooLong: 'admin-content/page-editor',
  slugFormat: 'admin-content/page-editor',
  demoSlugFormat: 'admin-content/demo-editor',
  slugReserved: 'admin-content/page-editor',
  slugTaken: 'admin-content/page-editor',
  slugIsOldAddress: 'admin-content/addresses',
  nullCharacter: 'admin-content/page-editor',
  bodyTooLong: 'admin-content/page-editor',
  metaTitleTooLong: 'admin-content/page-editor',
  metaDescriptionTooLong: 'admin-content/page-editor',
  url: 'admin-content/page-editor',
  urlOrPath: 'admin-content/section-editor',
  redirectFrom: 'admin-content/addresses',
  redirectLoop: 'admin-content/addresses',
  navLabelTooLong: 'admin-content/page-editor',
  futureTime: 'admin-content/schedule',
  orderNotWhole: 'admin-content/section-editor',
  orderTooLarge: 'admin-content/section-editor',
  parentCycle: 'admin-content/page-editor',
  sectionKeyRequired: 'admin-content/section-editor',
  ctaTextTooLong: 'admin-content/section-editor',
  embedRequired: 'admin-content/demo-editor',
  embedFormat: 'admin-content/demo-editor',
  embedIframeSrc: 'admin-content/demo-editor',
  embedOwnPage: 'admin-content/demo-editor',
  embedTooLong: 'admin-content/demo-editor',
  demoPasswordTooShort: 'admin-content/demo-editor',
  passwordTooLong: 'admin-content/demo-editor',
  passwordTooShort: 'admin/sign-up',
  passwordRequired: 'admin/sign-in',
  emailRequired: 'admin/sign-in',
  email: 'admin/sign-in',
  nameTooLong: 'admin/sign-up',
  inviteEmailRequired: 'admin/invites',
  siteNameRequired: 'admin/settings',
  siteNameTooLong: 'admin/settings',
  hexColor: 'admin/settings',
  language: 'admin/settings',
  searchAddressTaken: 'site/visitors',
  descriptionTooLong: 'admin/settings',
  settingTooLong: 'admin/settings',
  imageType: 'admin-content/uploads',
  imageTooLarge: 'admin-content/uploads',
  logoType: 'admin/settings-pictures',
  logoTooLarge: 'admin/settings-pictures',
} as const satisfies Record<keyof typeof invalid, string>;

const suite = (name: string): string => readFileSync(join(import.meta.dirname, `${name}.suite.ts`), 'utf8');

/** Whether a suite's source contains the message's key (`notices.pageDeleted`) or its text. */
function isTested(source: string, key: string, words: string): boolean {
  return source.includes(key) || source.includes(words) || source.includes(words.replaceAll("'", "\\'"));
}

describe.each<[string, Catalogue, Record<string, string>]>([
  ['notices', notices, noticeSuites],
  ['gateNotices', gateNotices, gateSuites],
  ['invalid', invalid, invalidSuites],
])('every message of %s has a browser test', (...[name, messages, suites]) => {
  it.each(Object.entries(suites))('%s in %s', (key, where) => {
    const message = messages[key] ?? '';
    const words = typeof message === 'string' ? message : message.title;
    expect(isTested(suite(where), `${name}.${key}`, words)).toBe(true);
  });
});

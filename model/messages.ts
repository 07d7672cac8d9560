/** The message of a thrown value. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** Texts for staff about former slugs of documents. */
export const oldAddresses = {
  redirectHere: (count: number) => (count === 1 ? '1 old URL redirects here' : `${count} old URLs redirect here`),
  hint: (of: string) => `This is an old URL of "${of}" and redirects there`,
  reserved: (of: string) =>
    `This slug redirects visitors to "${of}". Only editors and administrators can use it for something else.`,
  takeOver: ({ of, address }: { of: string; address: string }) => ({
    title: 'Take over this URL?',
    description: `${address} is an old URL of "${of}" and redirects there. It will then belong to this document.`,
    action: 'Take over',
  }),
} as const;

/** Texts for administrators about their redirects. */
export const redirectTexts = {
  badStatus: 'The status must be 301 or 302',
  pattern: 'Patterns cannot be imported. Add a line for each address',
  inactive: 'This redirect is switched off in the table',
  unreadable: 'Contains unreadable characters. Save the file as UTF-8',
  otherTarget: (address: string, line: number) =>
    `Line ${String(line)} redirects ${address} to another target. Query strings are ignored`,
  deletedTarget: (address: string) => `Redirect ${address} to`,
  deletedTargetHelp: 'A path or URL. Leave empty for no redirect.',
  addressTaken: 'A page or demo exists here. The redirect applies once it is removed.',
} as const;

/** Error messages of tags. */
export const tagProblems = {
  tooLong: 'A tag must be less than 50 characters',
  format: 'A tag must be one line without commas',
  withoutAddress: 'A tag needs a letter from a to z or a digit',
} as const;

/** Validation messages, which forms show under a field. */
export const invalid = {
  titleRequired: 'Title is required',
  titleTooLong: 'Title must be less than 200 characters',
  headingRequired: 'Heading is required',
  headingTooLong: 'Heading must be less than 200 characters',
  slugRequired: 'Slug is required',
  slugTooLong: 'Slug must be less than 100 characters',
  slugFormat: 'Slug must be lowercase with hyphens only',
  demoSlugFormat: 'Slug must contain only lowercase letters, numbers, and hyphens',
  slugReserved: 'This slug is reserved by the site',
  searchAddressTaken: 'This page has the address of the site search, so the site has no search. Change its slug',
  slugTaken: 'This slug is already in use',
  slugIsOldAddress: 'This slug is an old URL of something else',
  nullCharacter: 'Must not contain the character U+0000',
  bodyTooLong: 'Body must be less than 200,000 characters',
  metaTitleTooLong: 'Meta title should be under 60 characters',
  metaDescriptionTooLong: 'Meta description should be under 160 characters',
  url: 'Must be a valid URL',
  urlOrPath: 'Must be a valid URL or path',
  redirectFrom: 'Must be a path that is not reserved, such as /old-page',
  redirectLoop: 'This creates a redirect loop',
  navLabelTooLong: 'Navigation label must be less than 50 characters',
  futureTime: 'Choose a time in the future',
  orderNotWhole: 'Order must be a whole number, 0 or more',
  orderTooLarge: 'Order must be at most 9,007,199,254,740,991',
  parentCycle: 'A page cannot be placed below itself',
  sectionKeyRequired: 'Section key is required',
  ctaTextTooLong: 'CTA text must be less than 100 characters',
  embedRequired: 'Embed code is required',
  embedFormat: 'Must be a valid URL, iframe embed code, or script-based embed code',
  embedIframeSrc: 'Iframe embeds must contain a src attribute',
  embedOwnPage: 'Pages of this site cannot be embedded. Enter the full URL of another site',
  embedTooLong: 'Embed code must be less than 50,000 characters',
  demoPasswordTooShort: 'Password must be at least 8 characters when protection is enabled',
  passwordTooLong: 'Password must be less than 128 characters',
  passwordTooShort: 'Password must be at least 6 characters',
  passwordRequired: 'Password is required',
  emailRequired: 'Email is required',
  email: 'Must be a valid email',
  nameTooLong: 'Name must be less than 100 characters',
  inviteEmailRequired: 'Please enter an email address',
  siteNameRequired: 'Site name is required',
  siteNameTooLong: 'Site name must be less than 100 characters',
  language: 'Must be a language tag, such as en, pt-BR or zh-Hant',
  hexColor: 'Must be a valid hex color',
  descriptionTooLong: 'Description must be less than 500 characters',
  settingTooLong: 'Must be less than 5,000 characters',
  imageType: 'Please select an image file (JPG, PNG, or WEBP)',
  imageTooLarge: 'Please select an image smaller than 5MB',
  logoType: 'Please upload PNG, JPG, or SVG only',
  logoTooLarge: 'File size must be less than 500KB',
} as const;

/** A transient notice: a title, and a text below it. For failures, the text is the server's message. */
export interface Notice {
  title: string;
  description?: string;
  /** The name or title of the subject. The notice replaces earlier failures with the same subject. */
  about?: string;
  /** The subjects (`kind/id`) that changed. The notice replaces earlier ones with an undo for these subjects only. */
  changed?: readonly string[];
  /** Whether screen readers get the same information from the screen, so that the notice is not announced. */
  isQuiet?: boolean;
}

/** The notices of a demo's password form. A separate object keeps the script for visitors small. */
export const gateNotices = {
  accessGranted: { title: 'Access granted' },
  incorrectPassword: { title: 'Incorrect password' },
  verifyFailed: { title: 'Failed to verify password' },
} as const satisfies Record<string, Notice>;

/** The other texts of a demo page, separate for the same reason. */
export const demoTexts = {
  gate: { title: 'This demo is password protected', action: 'Access Demo', pending: 'Verifying...' },
  loading: 'Loading demo...',
} as const;

/** The notices of the admin. */
export const notices = {
  signUpFailed: { title: 'Sign up failed' },
  signedIn: { title: 'Welcome back!', description: "You've successfully signed in." },
  signInFailed: { title: 'Sign in failed' },
  signedOut: { title: 'Signed out', description: "You've been successfully signed out." },
  signOutFailed: { title: 'Sign out failed' },
  becameAdmin: { title: 'Success!', description: 'You are now an administrator.' },
  becomeAdminFailed: { title: 'Error' },
  sectionDeleted: { title: 'Section deleted', description: 'The section has been removed successfully.' },
  deleteFailed: { title: 'Delete failed' },
  statusUpdated: { title: 'Status updated', description: 'Section publish status has been changed.' },
  allPublished: { title: 'All sections published', description: 'All draft sections are now live.' },
  sectionSaved: { title: 'Section saved', description: 'Your changes have been saved successfully.' },
  saveFailed: { title: 'Save failed' },
  sectionImageUploaded: { title: 'Image uploaded', description: 'Your image has been uploaded successfully.' },
  uploadFailed: { title: 'Upload failed' },
  pageDeleted: { title: 'Page deleted successfully' },
  pageDeleteFailed: { title: 'Error deleting page' },
  pageCreated: { title: 'Page created successfully' },
  pageUpdated: { title: 'Page updated successfully' },
  pageSaveFailed: { title: 'Error saving page' },
  demoDeleted: { title: 'Demo deleted successfully' },
  demoDeleteFailed: { title: 'Failed to delete demo' },
  demoCreated: { title: 'Demo created successfully' },
  demoUpdated: { title: 'Demo updated successfully' },
  demoSaveFailed: { title: 'Failed to save demo' },
  invalidFileType: { title: 'Invalid file type', description: invalid.imageType },
  fileTooLarge: { title: 'File too large', description: invalid.imageTooLarge },
  demoUploadFailed: { title: 'Upload failed', description: 'Failed to upload image. Please try again.' },
  demoImageUploaded: { title: 'Image uploaded', description: 'Your image has been uploaded successfully' },
  settingsSaved: { title: 'Settings saved successfully' },
  logoUploaded: { title: 'Logo uploaded successfully' },
  rolesUpdated: { title: 'Success', description: 'User roles updated successfully' },
  rolesFailed: { title: 'Failed to update roles' },
  ownAdminRole: { title: 'Cannot remove own admin role', description: 'You cannot remove your own admin privileges' },
  inviteGenerated: { title: 'Invite link generated successfully' },
  inviteFailed: { title: 'Failed to generate invite link' },
  inviteCopied: { title: 'Copied!', description: 'Invite link copied to clipboard' },
  copyFailed: { title: 'Failed to copy to clipboard' },
  userActivated: { title: 'User activated successfully' },
  userDeactivated: { title: 'User deactivated successfully' },
  userStatusFailed: { title: 'Failed to update user status' },
  scheduled: { title: 'Scheduled' },
  unscheduled: { title: 'Schedule removed' },
  scheduleFailed: { title: "Couldn't schedule" },
  undone: { title: 'Undone' },
  notUndone: { title: "Couldn't undo" },
  copied: { title: 'Copy created', description: 'It is a draft.' },
  copyNeedsPassword: {
    title: 'Set a password for the copy',
    description: 'Passwords are never copied. The copy is saved once it has one.',
  },
  notDuplicated: { title: "Couldn't duplicate" },
  slugCopied: { title: 'Slug copied to clipboard' },
  redirectSaved: { title: 'Redirect saved' },
  redirectRemoved: { title: 'Redirect removed' },
  redirectsImported: { title: 'Redirects imported' },
  redirectFailed: { title: 'Failed to save redirect' },
} as const satisfies Record<string, Notice>;

/** Notices about drafts and reviews. */
export const draftNotices = {
  discarded: { title: 'Draft discarded', description: 'The editor now shows the published version.' },
  newDiscarded: { title: 'Draft discarded', description: 'The editor is empty again.' },
  takenBack: { title: 'Your changes were taken back', description: 'This browser keeps them for 30 days.' },
  notTakenBack: {
    title: "Couldn't take back your changes",
    description: 'They are still in the draft. Try again, or keep the draft.',
  },
  newDeleted: { title: 'Draft deleted' },
  newNotDeleted: { title: "Couldn't delete the draft" },
  notDiscarded: { title: "Couldn't discard the draft", description: 'The draft has changed. Reload and try again.' },
  submitted: { title: 'Submitted for review', description: 'Editors and administrators can now review it.' },
  withdrawn: { title: 'Review withdrawn' },
  over: {
    title: 'This review is closed',
    description: 'It was withdrawn or decided in the meantime.',
  },
  notAsked: { title: "Couldn't submit", description: 'The draft has changed. Reload and try again.' },
  published: { title: 'Draft published' },
  notReturned: { title: "Couldn't return the draft", description: 'The draft has changed. Reload and try again.' },
  returned: { title: 'Returned', description: 'The author will see your note in the editor.' },
  moved: {
    title: "Couldn't publish the draft",
    description: 'The draft has changed. Review the changes, then publish.',
  },
} as const satisfies Record<string, Notice>;

/** 'Failed to save settings: {message}'. */
export const settingsSaveFailed = (message: string): Notice => ({ title: `Failed to save settings: ${message}` });

/** 'Failed to upload logo: {message}'. */
export const logoUploadFailed = (message: string): Notice => ({ title: `Failed to upload logo: ${message}` });

/** Texts that several programs show. */
export const texts = {
  notAuthenticated: 'Not authenticated',
  wrongCredentials: 'Wrong email or password',
  wrongPassword: 'Wrong password',
  changedSince: 'Someone has changed it since.',
  changedSinceListed: 'Someone changed this after the list was loaded. Check it, then publish it.',
  changedWhilePublishing:
    'Someone changed this in the meantime, and both changes are in the form. Check them, then publish.',
  inviteRefused: 'This invite is not valid',
  tagline: 'Exploring digital humans powered by AI.',
  pageNotFound: {
    title: 'Page Not Found',
    description: "The page you're looking for doesn't exist or has been removed.",
    action: 'Back to Home',
  },
  demoNotFound: { title: 'Demo Not Found', description: 'This demo page does not exist or is not published.' },
  routeNotFound: { title: 'Oops! Page not found', action: 'Return to Home' },
  homepageEmpty: 'No published content yet.',
  searchTitle: 'Search',
  searchLabel: 'Search this site',
  galleryTitle: 'Explore Our Demos',
  galleryEmpty: {
    title: 'No demos found',
    searching: 'Try a different search term',
    none: 'Check back soon for new experiments!',
  },
  loading: 'Loading...',
  loadingDemos: 'Loading demos...',
  titlesOnly: 'Full-text search is unavailable at the moment. Only titles and slugs are searched.',
  loadingUsers: 'Loading users...',
} as const;

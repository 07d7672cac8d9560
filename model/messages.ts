/** Validation messages, exactly as users read them under a field. */
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
  slugTaken: 'This slug is already in use',
  slugIsOldAddress: 'This slug is an old address of something else',
  bodyTooLong: 'Body must be less than 200,000 characters',
  metaTitleTooLong: 'Meta title should be under 60 characters',
  metaDescriptionTooLong: 'Meta description should be under 160 characters',
  url: 'Must be a valid URL',
  urlOrPath: 'Must be a valid URL or path',
  redirectFrom: 'Must be a path on this site that can lead on',
  redirectLoop: 'This would lead in a circle',
  navLabelTooLong: 'Navigation label must be less than 50 characters',
  timeToCome: 'Choose a time to come',
  orderNotWhole: 'Order must be a whole number, 0 or more',
  orderTooLarge: 'Order must be at most 9,007,199,254,740,991',
  parentCycle: 'A page cannot be placed below itself',
  sectionKeyRequired: 'Section key is required',
  ctaTextTooLong: 'CTA text must be less than 100 characters',
  embedRequired: 'Embed code is required',
  embedFormat: 'Must be a valid URL, iframe embed code, or script-based embed code',
  embedIframeSrc: 'Iframe embeds must contain a src attribute',
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
  hexColor: 'Must be a valid hex color',
  descriptionTooLong: 'Description must be less than 500 characters',
  settingTooLong: 'Must be less than 5,000 characters',
  imageType: 'Please select an image file (JPG, PNG, or WEBP)',
  imageTooLarge: 'Please select an image smaller than 5MB',
  logoType: 'Please upload PNG, JPG, or SVG only',
  logoTooLarge: 'File size must be less than 500KB',
} as const;

/** A transient notice: `title`, and what stands below it. A failure's description is the server's message. */
export interface Notice {
  title: string;
  description?: string;
  /** What it is about, as people call it: a name, a title. What failed before about the same is then no news any more. */
  about?: string;
}

/** The notices of a protected demo's gate: apart from the others, which a visitor's script need not carry. */
export const gateNotices = {
  accessGranted: { title: 'Access granted' },
  incorrectPassword: { title: 'Incorrect password' },
  verifyFailed: { title: 'Failed to verify password' },
} as const satisfies Record<string, Notice>;

/** What else the page of a demo says, apart for the same reason. */
export const demoTexts = {
  gate: { title: 'This demo is password protected', action: 'Access Demo', pending: 'Verifying...' },
  loading: 'Loading demo...',
} as const;

/** The catalogue of notices staff meet. */
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
  scheduleFailed: { title: 'Not scheduled' },
  undone: { title: 'Undone' },
  notUndone: { title: 'Not undone' },
  copied: { title: 'Copy created', description: 'It is a draft.' },
  copyNeedsPassword: {
    title: 'Set a password for the copy',
    description: 'A password is never copied. The copy is saved once it has one of its own.',
  },
  notDuplicated: { title: 'Not duplicated' },
  slugCopied: { title: 'Slug copied to clipboard' },
  redirectSaved: { title: 'Redirect saved' },
  redirectRemoved: { title: 'Redirect removed' },
  redirectsImported: { title: 'Redirects imported' },
  redirectFailed: { title: 'Failed to save redirect' },
} as const satisfies Record<string, Notice>;

/** What is said of working copies. */
export const draftNotices = {
  discarded: { title: 'Draft discarded', description: 'You see what visitors see.' },
  notDiscarded: { title: 'Draft not discarded', description: 'Look at its newest version and try again.' },
  submitted: { title: 'Submitted for review', description: 'Editors and administrators see that it waits.' },
  withdrawn: { title: 'Review withdrawn' },
  over: {
    title: 'This is not up for review any more',
    description: 'It was withdrawn or answered while you looked at it.',
  },
  notAsked: { title: 'Not submitted', description: 'Look at the newest version of the draft and try again.' },
  published: { title: 'Draft published' },
  notReturned: { title: 'Not returned', description: 'The draft was changed while you looked at it.' },
  returned: { title: 'Returned', description: 'Its author reads your note where they edit it.' },
  moved: {
    title: 'Nothing was published',
    description: 'It was changed while you looked at it. See what is new first.',
  },
} as const satisfies Record<string, Notice>;

/** 'Failed to save settings: {message}'. */
export const settingsSaveFailed = (message: string): Notice => ({ title: `Failed to save settings: ${message}` });

/** 'Failed to upload logo: {message}'. */
export const logoUploadFailed = (message: string): Notice => ({ title: `Failed to upload logo: ${message}` });

/** What staff read about addresses that something had and no longer has. */
export const oldAddresses = {
  leadHere: (count: number) => (count === 1 ? '1 old address leads here' : `${count} old addresses lead here`),
  hint: (of: string) => `An old address of "${of}", which it leads to`,
  takeOver: ({ of, address }: { of: string; address: string }) => ({
    title: 'Take over this address?',
    description: `${address} is an old address of "${of}" and leads there. From now on it will lead here, and no longer to "${of}".`,
    action: 'Take Over',
  }),
} as const;

/** What administrators read about their own redirects. */
export const redirectTexts = {
  badStatus: 'The status is 301 or 302',
  leaveBehind: (address: string) => `Lead ${address} to`,
  leaveBehindHelp: 'A path on this site or a web address. Empty: nobody is led anywhere.',
  stands: 'Something stands at this address: it leads on only when that is gone',
} as const;

/** Texts that more than one program shows. */
export const texts = {
  notAuthenticated: 'Not authenticated',
  wrongCredentials: 'Wrong email or password',
  changedSince: 'Somebody changed this since, and that was left as it is.',
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
  galleryTitle: 'Explore Our Demos',
  galleryEmpty: {
    title: 'No demos found',
    searching: 'Try a different search term',
    none: 'Check back soon for new experiments!',
  },
  loading: 'Loading...',
  loadingDemos: 'Loading demos...',
  loadingUsers: 'Loading users...',
} as const;

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
  deletedTarget: (address: string) => `Redirect ${address} to`,
  deletedTargetHelp: 'A path or URL. Leave empty for no redirect.',
  addressTaken: 'A page or demo exists here. The redirect applies once it is removed.',
} as const;

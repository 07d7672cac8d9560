import { z } from 'zod';
import { counted } from './dates.ts';
import { limits } from './limits.ts';

// Site health: findings about the live site, shared by the pipeline, the admin and the command line.

export const severities = ['error', 'warning', 'notice'] as const;

export type Severity = (typeof severities)[number];

interface Rule {
  title: string;
  severity: Severity;
  /** How to correct a finding. */
  advice: string;
}

/** The rules that every page is checked against, in the order of reports. */
export const healthRules = {
  'dead-link': {
    title: 'Dead links',
    severity: 'error',
    advice: 'Correct or remove the link, or add a redirect at its address.',
  },
  'dead-anchor': {
    title: 'Links to missing parts of pages',
    severity: 'warning',
    advice: 'Link to a heading that exists, or to the whole page.',
  },
  'unpublished-link': {
    title: 'Links to unpublished pages',
    severity: 'warning',
    advice: 'Publish the page, or remove the link. Visitors see its text without a link, or an error page.',
  },
  'external-link': {
    title: 'Dead links to other sites',
    severity: 'warning',
    advice: 'Open the link. Correct it if the page has moved.',
  },
  'image-alt': {
    title: 'Images without alternative text',
    severity: 'error',
    advice: 'Describe the image for visitors who cannot see it.',
  },
  'image-size': {
    title: 'Oversized images',
    severity: 'warning',
    advice: 'Upload the image here, so that the site serves smaller versions, or use a smaller image.',
  },
  'heading-order': {
    title: 'Heading order',
    severity: 'warning',
    advice: 'Use the next lower heading level, without a gap.',
  },
  'title-missing': { title: 'Missing titles', severity: 'error', advice: 'Enter a title.' },
  'title-duplicate': {
    title: 'Duplicate titles',
    severity: 'warning',
    advice: 'Give each page its own title, so that search results differ.',
  },
  'title-long': {
    title: 'Long titles',
    severity: 'notice',
    advice: `Search engines cut titles after about ${String(limits.metaTitle)} characters. Enter a shorter meta title.`,
  },
  'description-missing': {
    title: 'Missing descriptions',
    severity: 'notice',
    advice:
      'Enter a meta description, which search results show. Without one, a page uses the beginning of its text, a demo the description of the site.',
  },
  'description-duplicate': {
    title: 'Duplicate descriptions',
    severity: 'notice',
    advice: 'Give each page its own meta description.',
  },
  'description-long': {
    title: 'Long descriptions',
    severity: 'notice',
    advice: `Search engines cut descriptions after about ${String(limits.metaDescription)} characters.`,
  },
  orphan: {
    title: 'Pages without links',
    severity: 'notice',
    advice: 'Link to the page, or add it to the menu. Visitors find it only through search engines.',
  },
  'redirect-chain': {
    title: 'Redirect chains',
    severity: 'notice',
    advice: 'Redirect to the last address directly.',
  },
  'redirect-unused': {
    title: 'Unused redirects',
    severity: 'notice',
    advice: 'Remove the redirect.',
  },
  'document-id': {
    title: 'Unusable document ids',
    severity: 'notice',
    advice:
      'Import the document with a shorter id, then delete this one in the Firebase console. Until then its changes have no drafts, history or undo.',
  },
  accessibility: {
    title: 'Accessibility',
    severity: 'error',
    advice: 'Correct the text or block that the message names, or report it to the developer of the templates.',
  },
  html: {
    title: 'Invalid HTML',
    severity: 'notice',
    advice: 'Report this to the developer of the templates, unless embedded code causes it.',
  },
} as const satisfies Record<string, Rule>;

export type HealthRule = keyof typeof healthRules;

export const ruleNames = Object.keys(healthRules) as [HealthRule, ...HealthRule[]];

export const finding = z.object({
  rule: z.enum(ruleNames),
  /** The address of the page, or of a redirect. */
  path: z.string(),
  message: z.string(),
  /** The document to correct, in the form `collection/id`; `redirects/{address}` for a redirect; null if only templates can. */
  document: z.string().nullable(),
  /** The field to correct. */
  field: z.string().nullable(),
  /** A part of the field's text that marks the place, for example a link's target. */
  find: z.string().nullable(),
});

export type Finding = z.output<typeof finding>;

/** The state of the check of links to other sites. */
export const externalCheck = z.object({
  /** Whether a check runs now, and its progress in addresses. */
  running: z.boolean(),
  done: z.int(),
  total: z.int(),
  /** When all links were last checked (ISO); null if never. */
  checked_at: z.string().nullable(),
  /** Whether the last check reached no site at all, for example without a network. */
  offline: z.boolean(),
});

export type ExternalCheck = z.output<typeof externalCheck>;

/** `POST /staff/health`: the findings about the live site. */
export const healthRequest = z.object({});

export const healthAnswer = z.object({
  findings: z.array(finding),
  /** The number of all findings. The list has at most `mostFindings`. */
  total: z.int(),
  /** The release that was checked, and when; null until the first check ends. */
  release: z.string().nullable(),
  checked_at: z.string().nullable(),
  /** Pages that are not checked yet. */
  waiting: z.int(),
  external: externalCheck,
});

export type HealthAnswer = z.output<typeof healthAnswer>;

/** The maximum number of findings in an answer. */
export const mostFindings = 5_000;

/** Paths of these requests on the origin of the pipeline. */
export const healthPaths = {
  read: '/staff/health',
  /** Starts the check of links to other sites. The answer is an `externalCheck`. */
  external: '/staff/health/external',
} as const;

export const severityOf = ({ rule }: Pick<Finding, 'rule'>): Severity => healthRules[rule].severity;

/** The number of findings that need attention: notices are suggestions. */
export const problemCount = (findings: readonly Finding[]): number =>
  findings.filter((found) => severityOf(found) !== 'notice').length;

/** Identifies a finding, so that two reports can be compared. */
export const findingKey = ({ rule, path, message, document }: Finding): string =>
  JSON.stringify([rule, path, message, document]);

/** The findings of the second list that the first one lacks. */
export function addedFindings(before: readonly Finding[], after: readonly Finding[]): Finding[] {
  const known = new Set(before.map(findingKey));
  return after.filter((found) => !known.has(findingKey(found)));
}

const ruleOrder = new Map(ruleNames.map((rule, at) => [rule, at]));

/** Orders findings by rule, then by address and message. */
export const compareFindings = (a: Finding, b: Finding): number =>
  (ruleOrder.get(a.rule) ?? 0) - (ruleOrder.get(b.rule) ?? 0) ||
  compareTexts(a.path, b.path) ||
  compareTexts(a.message, b.message);

/** Findings in the order of `compareFindings`. */
export const sortFindings = (findings: Iterable<Finding>): Finding[] => [...findings].sort(compareFindings);

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Describes a number of findings: '1 problem' or '3 problems'. */
export const problems = (many: number): string => counted(many, 'problem', 'problems');

import { demoForm } from '@frontage/model/demo';
import { pageForm } from '@frontage/model/page';
import { sectionForm, sectionKeys } from '@frontage/model/section';
import { settingSchemas } from '@frontage/model/settings';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { admin, editor, standingOf } from './actors.ts';
import { now, type Attempt, type Fields, type Write } from './attempt.ts';
import {
  createDemo,
  createPage,
  createSection,
  demoFields,
  embed,
  pageFields,
  sectionFields,
  settingValues,
} from './documents.ts';
import { rulesetOf, rulesSource } from './ruleset.ts';
import { decide, prepare } from './run-in-engine.ts';

// What a form of model/ lets through, the rules let through: nobody fills in a form that then cannot be saved.

const ruleset = rulesetOf(rulesSource('firestore.rules'));
const runs = process.env['FULL'] ? 20_000 : 1_000;

function verdict(actor: Attempt['actor'], batch: Write[]): string {
  const attempt = { name: '', actor, world: standingOf(actor, false), try: { batch }, expected: true };
  const { allowed, reason } = decide(ruleset, prepare(attempt));
  return allowed ? 'allowed' : reason;
}

/** The form's answer to an input whose wrong fields are replaced by right ones. */
function accepted(form: z.ZodType, input: Record<string, unknown>, right: Record<string, unknown>): Fields {
  const first = form.safeParse(input);
  const wrong = first.error?.issues.map(({ path }) => String(path[0])) ?? [];
  const repaired = Object.fromEntries(wrong.map((field) => [field, right[field]]));
  return form.parse({ ...input, ...repaired }) as Fields;
}

const text = fc.oneof(
  fc.string({ maxLength: 70 }),
  fc.string({ unit: 'grapheme', maxLength: 70 }),
  fc.string({ minLength: 140, maxLength: 220 }),
  fc.constantFrom('', ' ', '\n', '\u0000', '🙂'.repeat(30)),
);
const address = fc.oneof(
  fc.webUrl({ withQueryParameters: true, withFragments: true, validSchemes: ['http', 'https', 'ftp'] }),
  fc.string({ maxLength: 20 }),
  fc
    .tuple(
      fc.constantFrom('/', '//', '/\\', 'https://', 'http:/', 'javascript:', 'HTTPS://', '#'),
      fc.string({ maxLength: 12 }),
    )
    .map((parts) => parts.join('')),
  fc.constantFrom(
    '',
    null,
    '#',
    '/',
    'https://a b',
    'https://ä.example/ü?ö',
    'http://[::1]:80/',
    'https://a.example/\u00ad',
  ),
);
const slug = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'z', '0', '-', 'A', '_', 'é'), maxLength: 12 }),
  fc.constantFrom('about', 'admin', 'a'.repeat(100), 'a'.repeat(101), '404', 'a--b'),
);
const order = fc.oneof(fc.nat(), fc.integer(), fc.double());
const flag = fc.boolean();

const pageInput = fc.record({
  title: text,
  slug,
  body: text,
  meta_title: text,
  meta_description: text,
  og_image_url: address,
  is_published: flag,
  parent_id: fc.option(fc.constantFrom('p2', 'aB0_-')),
  show_in_menu: flag,
  menu_order: order,
  nav_label: text,
});
const sectionInput = fc.record({
  section_key: fc.constantFrom(...Object.keys(sectionKeys), 'footer'),
  title: text,
  content: text,
  cta_text: text,
  cta_url: address,
  image_url: address,
  order_index: order,
  is_visible: flag,
  is_published: flag,
});
const demoInput = fc.record({
  heading: text,
  slug,
  iframe_url: fc.oneof(
    address,
    fc.constantFrom('<iframe src="https://a.example"></iframe>', '<script>1</script>', ' <link rel="x"> '),
  ),
  is_password_protected: fc.constant(false),
  password: fc.constant(''),
  ga_tracking_enabled: flag,
  meta_title: text,
  meta_description: text,
  og_image_url: address,
  is_published: flag,
});

describe('rules accept whatever the forms accept', () => {
  const { uid } = editor;

  it('pages', () => {
    fc.assert(
      fc.property(pageInput, (input) => {
        expect(verdict(editor, createPage(uid, accepted(pageForm, input, pageFields)))).toBe('allowed');
      }),
      { numRuns: runs },
    );
  });

  it('sections', () => {
    fc.assert(
      fc.property(sectionInput, (input) => {
        expect(verdict(editor, createSection(uid, accepted(sectionForm, input, sectionFields)))).toBe('allowed');
      }),
      { numRuns: runs },
    );
  });

  it('demos', () => {
    fc.assert(
      fc.property(demoInput, (input) => {
        const right = { ...demoFields, ...embed };
        const demo = accepted(demoForm({ hasPassword: false }), input, right);
        const { iframe_url: code, password: _password, ...fields } = demo;
        const batch = createDemo(uid, fields).map((write) =>
          'set' in write && write.set.startsWith('demo_embeds')
            ? { ...write, data: { iframe_url: code ?? null } }
            : write,
        );
        expect(verdict(editor, batch)).toBe('allowed');
      }),
      { numRuns: runs },
    );
  });

  it.each([
    [
      'branding',
      fc.record({
        site_name: text,
        logo_url: address,
        primary_color: fc.constantFrom('', '#0F284C', 'red'),
        favicon_url: address,
      }),
    ],
    [
      'general',
      fc.record({
        site_description: text,
        contact_email: fc.oneof(fc.emailAddress(), text),
        default_og_image: address,
        site_url: address,
      }),
    ],
    [
      'social_links',
      fc.record({
        facebook: address,
        twitter: address,
        linkedin: address,
        instagram: address,
        youtube: address,
        github: address,
      }),
    ],
    [
      'seo',
      fc.record({
        sitemap_frequency: fc.constantFrom('daily', 'weekly', 'monthly', ''),
        google_site_verification: text,
        bing_site_verification: text,
        robots_custom_rules: text,
      }),
    ],
  ] as const)('settings: %s', (key, input) => {
    fc.assert(
      fc.property(input, (raw) => {
        const value = accepted(settingSchemas[key], raw, settingValues[key] as Fields);
        const write = {
          set: `site_settings/${key}`,
          data: { value, rev: 1, updated_at: now, updated_by: admin.uid },
        };
        expect(verdict(admin, [write])).toBe('allowed');
      }),
      { numRuns: runs },
    );
  });
});

import { demoEmbedDocument, demoForm } from '@frontage/model/kinds/demo-form';
import {
  iframePattern,
  linkPattern,
  scriptPattern,
  sourcePattern,
  webSourcePattern,
} from '@frontage/model/embed-parser';
import { badEmbeds, goodEmbeds } from '@frontage/model/embed.fixture';
import { mediaForm } from '@frontage/model/media';
import { pageForm } from '@frontage/model/kinds/page';
import { ownPathPattern, redirectFields, redirectFromPattern } from '@frontage/model/redirect';
import { sectionForm } from '@frontage/model/kinds/section';
import { emailPattern, languagePattern } from '@frontage/model/kinds/field';
import { settingSchemas } from '@frontage/model/kinds/settings';
import { badAddresses, badPaths, goodAddresses, goodPaths } from '@frontage/model/url.fixture';
import { isHttpUrl, sitePathPattern, webAddressPattern } from '@frontage/model/url';
import { personName } from '@frontage/model/user';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { admin, editor, roleDocuments } from './actors.ts';
import { now, storedTime, type AttackCase, type Fields, type Write } from './attack-case.ts';
import { kinds } from './content-kinds.ts';
import {
  createDemo,
  createPage,
  createSection,
  demoFields,
  embed,
  pageFields,
  redirectData,
  redirectPath,
  sectionFields,
  settingValues,
} from './documents.ts';
import { kindInputs, plain, settingInputs } from './form-inputs.ts';
import { describeMedia, storedMedia } from './media-cases.ts';
import { rulesetOf, rulesSource } from './ruleset.ts';
import { decide, prepare } from './run-in-engine.ts';
import { sized } from '../../full.ts';

// The rules accept every valid form of model/, so a valid form can always be saved. The documents' schemas accept
// everything the rules accept, so no stored, published document is skipped by the pipeline.

const ruleset = rulesetOf(rulesSource('firestore.rules'));
const runs = sized(20_000, 500);

function verdict(actor: AttackCase['actor'], batch: Write[]): string {
  const attackCase = { name: '', actor, initialState: roleDocuments(actor, false), try: { batch }, expected: true };
  const { allowed, reason } = decide(ruleset, prepare(attackCase));
  return allowed ? 'allowed' : reason;
}

/** Parses an input with a form. Invalid fields are replaced by the values in `valid`. */
function accepted(form: z.ZodType, input: Record<string, unknown>, valid: Record<string, unknown>): Fields {
  const first = form.safeParse(input);
  const wrong = first.error?.issues.map(({ path }) => String(path[0])) ?? [];
  const repaired = Object.fromEntries(wrong.map((field) => [field, valid[field]]));
  return form.parse({ ...input, ...repaired }) as Fields;
}

const saveSetting = (key: string, value: Fields): Write[] => [
  { set: `site_settings/${key}`, data: { value, rev: 1, updated_at: now, updated_by: admin.uid } },
];

describe('rules accept every valid form', () => {
  const { uid } = editor;

  it('pages', () => {
    fc.assert(
      fc.property(kindInputs.page, (input) => {
        expect(verdict(editor, createPage(uid, accepted(pageForm, input, pageFields)))).toBe('allowed');
      }),
      { numRuns: runs },
    );
  });

  it('sections', () => {
    fc.assert(
      fc.property(kindInputs.section, (input) => {
        expect(verdict(editor, createSection(uid, accepted(sectionForm, input, sectionFields)))).toBe('allowed');
      }),
      { numRuns: runs },
    );
  });

  it('demos', () => {
    fc.assert(
      fc.property(kindInputs.demo, (input) => {
        const valid = { ...demoFields, ...embed };
        const demo = accepted(demoForm({ hasPassword: false }), input, valid);
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

  it.each(settingInputs)('settings: %s', (key, input) => {
    fc.assert(
      fc.property(input, (raw) => {
        const value = accepted(settingSchemas[key], raw, settingValues[key] as Fields);
        expect(verdict(admin, saveSetting(key, value))).toBe('allowed');
      }),
      { numRuns: runs },
    );
  });
});

/** The rough shape of markup that the rules accept. The form accepts less, because it reads the address. */
function hasMarkupOfEmbeds(code: string): boolean {
  const has = (pattern: string): boolean => new RegExp(`^${pattern}$`, 'u').test(code);
  const hasIframe = has(iframePattern);
  const isScripted = has(scriptPattern) || (has(linkPattern) && !hasIframe);
  return (isScripted && (!hasIframe || has(sourcePattern))) || (hasIframe && has(webSourcePattern));
}

/** An input as an admin without validation would send it. */
const unchecked = (input: Record<string, unknown>): Fields =>
  Object.fromEntries(Object.entries(input).map(([field, value]) => [field, plain(value)]));

/** A random focal point in the form of the test documents. */
const focalOf = (focal: Record<string, unknown> | null): Fields | null => focal && unchecked(focal);

const stamps = {
  rev: 1,
  created_at: '2026-01-02T03:04:05.006Z',
  created_by: 'u',
  updated_at: '2026-01-02T03:04:05.006Z',
  updated_by: 'u',
};

describe('schemas accept every document the rules accept', () => {
  const { uid } = editor;

  it.each(kinds)('$name', ({ name, fields: valid, create, schema }) => {
    // Only one field is random, because almost no fully random document would be valid.
    const oneField = kindInputs[name].chain((raw) =>
      fc.constantFrom(...Object.keys(valid)).map((field) => ({ field, raw })),
    );
    fc.assert(
      fc.property(oneField, ({ field, raw }) => {
        const fields = { ...valid, [field]: raw[field] };
        if (verdict(editor, create(uid, unchecked(fields))) !== 'allowed') return;
        expect(schema.safeParse({ ...fields, ...stamps }).success).toBe(true);
      }),
      { numRuns: runs },
    );
  });

  it.each(settingInputs)('settings: %s', (key, input) => {
    fc.assert(
      fc.property(input, (raw) => {
        if (verdict(admin, saveSetting(key, unchecked(raw))) !== 'allowed') return;
        expect(settingSchemas[key].safeParse(raw).success).toBe(true);
      }),
      { numRuns: runs },
    );
  });
});

describe('rules and model agree on', () => {
  const { uid } = editor;
  const corpus = [...goodAddresses, ...badAddresses, ...goodPaths, ...badPaths];

  it.each(corpus)('the address %j', (image_url) => {
    const isAllowed = verdict(editor, createSection(uid, { image_url })) === 'allowed';
    expect(isAllowed).toBe(sectionForm.safeParse({ ...sectionFields, image_url }).success);
  });

  it.each(corpus)('the address %j as source and target of a redirect', (address) => {
    const isAllowed = (fields: { from: string; to: string }) =>
      verdict(admin, [{ set: redirectPath(fields.from), data: redirectData(admin.uid, fields) }]) === 'allowed';
    for (const fields of [
      { from: '/leads/on', to: address },
      { from: address, to: '/elsewhere' },
    ]) {
      expect(isAllowed(fields)).toBe(redirectFields.safeParse({ ...fields, status: 301 }).success);
    }
  });

  it.each([...corpus, ...goodEmbeds, ...badEmbeds])('the embed code %j', (iframe_url) => {
    const batch = createDemo(uid).map((write) =>
      'set' in write && write.set.startsWith('demo_embeds') ? { ...write, data: { iframe_url } } : write,
    );
    const isAllowed = verdict(editor, batch) === 'allowed';
    expect(isAllowed).toBe(isHttpUrl(iframe_url) || hasMarkupOfEmbeds(iframe_url));
    // Forms trim pasted trailing line breaks; the trimmed value is stored.
    const isValid = demoEmbedDocument.safeParse({ iframe_url }).success && iframe_url === iframe_url.trim();
    expect(isValid && !isAllowed).toBe(false);
  });

  it('descriptions of images', () => {
    const part = fc.oneof(fc.double({ min: -0.5, max: 1.5 }), fc.constantFrom(0, 1, '0.5', null));
    const text = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom(null, '', 'x'.repeat(200), 'x'.repeat(501)));
    const input = fc.record({
      title: text,
      alt: text,
      is_decorative: fc.oneof(fc.boolean(), fc.constantFrom(null, 'true')),
      focal: fc.oneof(fc.record({ x: part, y: part }), fc.constantFrom(null, { x: 0 })),
    });
    fc.assert(
      fc.property(input, (raw) => {
        const initialState = { ...roleDocuments(editor, false), ...storedMedia(uid) };
        const batch = describeMedia(uid, { ...raw, focal: focalOf(raw.focal) });
        const attackCase = { name: '', actor: editor, initialState, try: { batch }, expected: true };
        expect(decide(ruleset, prepare(attackCase)).allowed).toBe(mediaForm.safeParse(raw).success);
      }),
      { numRuns: runs },
    );
  });

  it('the names of authors', () => {
    const name = fc.constantFrom(null, '', ' ', 'Ada', 'Ada ', 'von Å', '\u00a0');
    fc.assert(
      fc.property(name, name, name, (first_name, last_name, called) => {
        const profile = { email: 'ada@work.example', first_name, last_name };
        const stored = { ...profile, created_at: storedTime, is_active: true };
        const isAllowed = (text: string): boolean => {
          const data = { document: 'pages_p1', name: text, is_here: true, seen_at: now, expires_at: storedTime };
          const batch = [{ set: `presence/pages_p1_${uid}`, data }];
          const initialState = { ...roleDocuments(editor, false), [`profiles/${uid}`]: stored };
          return decide(ruleset, prepare({ name: '', actor: editor, initialState, try: { batch }, expected: true }))
            .allowed;
        };
        const own = personName({ ...profile, created_at: '', is_active: true });
        expect(isAllowed(own)).toBe(true);
        expect(isAllowed(called ?? '')).toBe(called === own);
      }),
      { numRuns: 343 },
    );
  });

  it.each(
    Object.entries({
      webAddress: webAddressPattern,
      sitePath: sitePathPattern(),
      emailAddress: emailPattern,
      languageTag: languagePattern,
      leadsOn: redirectFromPattern,
      ownPath: ownPathPattern,
      hasScript: scriptPattern,
      hasLink: linkPattern,
      hasIframe: iframePattern,
      hasSource: sourcePattern,
      hasWebSource: webSourcePattern,
    }),
  )('the pattern in %s()', (name, pattern) => {
    const [, text] =
      new RegExp(`function ${name}\\(\\w+\\) \\{\\s*return \\w+\\.matches\\((.*)\\);`).exec(
        rulesSource('firestore.rules'),
      ) ?? [];
    expect(text).toBe(`'${pattern.replaceAll('\\', '\\\\')}'`);
  });
});

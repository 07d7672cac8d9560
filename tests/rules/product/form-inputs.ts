import { badEmbeds, goodEmbeds } from '@frontage/model/embed.fixture';
import { type Field, type Fields, formShape } from '@frontage/model/kinds/field';
import { hasEmbed, type Kind, kindNames, kinds } from '@frontage/model/kinds/kinds';
import { settingFields } from '@frontage/model/kinds/settings';
import { badAddresses, badPaths, goodAddresses, goodPaths } from '@frontage/model/url.fixture';
import fc from 'fast-check';
import { z } from 'zod';
import { double, type Plain } from './attack-case.ts';

/** A random value as an admin without validation would send it. */
export const plain = (value: unknown): Plain =>
  typeof value === 'number' && !Number.isInteger(value) ? double(value) : (value as Plain);

// Random form inputs: mostly invalid, often nearly valid.
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
  fc.constantFrom(null, ...goodAddresses, ...badAddresses, ...goodPaths, ...badPaths),
);
const slug = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'z', '0', '-', 'A', '_', 'é'), maxLength: 12 }),
  fc.constantFrom('about', 'admin', 'a'.repeat(100), 'a'.repeat(101), '404', 'a--b'),
);
const order = fc.oneof(fc.nat(), fc.integer(), fc.double(), fc.constantFrom(2 ** 53 - 1, 2 ** 53, 2 ** 60));
const flag = fc.boolean();

const linked = ['page:p1', 'demo:d1', 'news:%20', 'page:a b', 'page:', 'section:s1'];

/** Random values of a field, by its type. */
export function inputOf({ type, options = {}, row = {}, max = 0 }: Field): fc.Arbitrary<unknown> {
  switch (type) {
    case 'text':
    case 'markdown':
      return text;
    case 'url':
    case 'image':
    case 'target':
      return address;
    case 'slug':
      return slug;
    case 'order':
      return order;
    case 'switch':
      return flag;
    case 'choice':
      return fc.constantFrom(...Object.keys(options), 'no-such-choice');
    case 'document':
      return fc.option(fc.constantFrom('p2', 'aB0_-', 'Über uns, v1.2', 'a/b', '', 'x'.repeat(1500), 'x'.repeat(1501)));
    case 'option':
      return fc.constantFrom(...Object.keys(options), '', null, 'no-such-option');
    case 'color':
      return fc.constantFrom('', '#0F284C', 'red', null);
    case 'email':
      return fc.oneof(fc.emailAddress(), text);
    case 'date':
      return fc.constantFrom('', '2026-11-29', '2024-02-29', '2026-02-30', '29.11.2026', null);
    case 'language':
      return fc.oneof(fc.constantFrom('en', 'zh-Hant-TW', 'english', '', null), text);
    case 'time':
      return fc.oneof(
        fc.date({ noInvalidDate: false }).map((date) => (Number.isNaN(date.getTime()) ? '' : date.toISOString())),
        fc.stringMatching(/^20[0-9]{2}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-6][0-9]:[0-6][0-9](\.[0-9]{1,4})?Z?$/),
        fc.constantFrom('', null),
      );
    case 'number':
      return fc.oneof(fc.integer(), fc.double(), fc.double({ min: -1, max: 2 }), fc.constantFrom(null, '1'));
    case 'choices':
      return fc.array(fc.constantFrom(...Object.keys(options), 'no-such-choice'), { maxLength: 4 });
    case 'tags':
      // The rules accept further lists with entries that are no tags: see field-types.test.ts.
      return fc.array(fc.constantFrom('Launch', 'launch', 'Über uns', 'R&D', 'a,b', 'x'.repeat(50), 'x'.repeat(51)), {
        maxLength: 22,
      });
    case 'count':
      return order;
    case 'link':
      return fc.constantFrom('', null, ...linked);
    case 'links':
      return fc.array(fc.constantFrom(...linked), { maxLength: 4 });
    case 'groups':
      // The rules accept rows that are not valid: see field-types.test.ts.
      return fc.array(
        fc.record(inputsOf(row)).filter((values) => z.object(formShape(row)).safeParse(values).success),
        { maxLength: max + 1 },
      );
    case 'companion':
      return fc.constant('');
  }
}

const inputsOf = (fields: Fields): Record<string, fc.Arbitrary<unknown>> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, inputOf(field)]));

const companionInputs = {
  iframe_url: fc.oneof(address, fc.constantFrom(' <link rel="x"> ', ...goodEmbeds, ...badEmbeds)),
  is_password_protected: fc.constant(false),
};

export const kindInputs = Object.fromEntries(
  kindNames.map((kind) => [
    kind,
    fc.record({ ...inputsOf(kinds[kind].fields), ...(hasEmbed(kind) && companionInputs) }),
  ]),
) as Readonly<Record<Kind, fc.Arbitrary<Record<string, unknown>>>>;

/** Inputs of the settings with several fields. Requiring a second factor needs one. */
export const settingInputs = (
  ['branding', 'general', 'social_links', 'seo', 'visitors', 'content', 'launches'] as const
).map((key) => [key, fc.record(inputsOf(settingFields[key]))] as const);

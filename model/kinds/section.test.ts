import { expect, it } from 'vitest';
import { newSection, sectionForm } from './section.ts';
import { long, testForms } from '../form-cases.fixture.ts';

const section = { ...newSection, section_key: 'hero', title: 'Welcome' };

testForms([
  {
    form: 'homepage section',
    schema: sectionForm,
    valid: section,
    cases: [
      ['section_key', undefined, 'Section key is required'],
      ['section_key', '', 'Section key is required'],
      ['section_key', 'footer', 'Section key is required'],
      ['section_key', 'why-it-matters', null],
      ['title', '', 'Title is required'],
      ['title', long(201), 'Title must be less than 200 characters'],
      ['cta_text', long(100), null],
      ['cta_text', long(101), 'CTA text must be less than 100 characters'],
      ['cta_url', '', null],
      ['cta_url', '#', null],
      ['cta_url', '#top', 'Must be a valid URL or path'],
      ['cta_url', '/demos', null],
      ['cta_url', 'http://example.com', null],
      ['cta_url', 'https://example.com/a?b#c', null],
      ['cta_url', 'example.com', 'Must be a valid URL or path'],
      ['cta_url', '//example.com', 'Must be a valid URL or path'],
      ['cta_url', '/\\example.com', 'Must be a valid URL or path'],
      ['cta_url', '/a\tb', 'Must be a valid URL or path'],
      ['cta_url', 'https:example.com', 'Must be a valid URL or path'],
      ['cta_url', 'https://example.com\\@evil.example', 'Must be a valid URL or path'],
      ['cta_url', 'https://example.com\\b', 'Must be a valid URL or path'],
      ['cta_url', 'javascript:alert(1)', 'Must be a valid URL or path'],
      ['order_index', -1, 'Order must be a whole number, 0 or more'],
      ['order_index', 0.5, 'Order must be a whole number, 0 or more'],
      ['order_index', Number.NaN, 'Order must be a whole number, 0 or more'],
      ['content', '', null],
      ['image_url', null, null],
    ],
  },
]);

it('sends empty optional strings as null', () => {
  expect(sectionForm.parse(section)).toMatchObject({ content: null, cta_text: null, cta_url: null, image_url: null });
});

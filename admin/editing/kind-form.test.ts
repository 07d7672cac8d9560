import { kindNames, kinds } from '@frontage/model/kinds/kinds';
import { describe, expect, it } from 'vitest';
import { kindForm } from './kind-form.tsx';

describe.each(kindNames)('the form of the kind %s', (kind) => {
  const form = kindForm(kind);
  const { fields, nouns } = kinds[kind];

  it('has a widget for each field, in one of its panels', () => {
    expect(Object.keys(form.fields)).toEqual(Object.keys(fields));
    const keys = form.panels.map(({ key }) => key);
    for (const { panel, widget } of Object.values(form.fields)) {
      expect(keys).toContain(panel);
      expect(widget).toBeTypeOf('function');
    }
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('has the values of a new document after all others', () => {
    const positions = Object.values(fields).filter(({ type }) => type === 'order');
    const blank = form.blank(7);
    expect(Object.keys(blank)).toEqual(Object.keys(fields));
    expect(Object.values(blank).filter((value) => value === 7)).toHaveLength(positions.length);
  });

  it('names the kind in its texts', () => {
    const { created } = form.notices;
    for (const text of [form.createLabel, form.titles.edit, created.title])
      expect(text.toLowerCase()).toContain(nouns.one);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAdminSystem } from './system.ts';

type System = ReturnType<typeof createAdminSystem>;

const fields = {
  color: fc.constantFrom('fg', 'fg.muted', 'red', undefined),
  p: fc.constantFrom('2', '4', 0, { base: '1', lg: '3' }),
  bg: fc.constantFrom('bg', 'bg.panel', null),
  _hover: fc.record({ bg: fc.constantFrom('bg', 'bg.subtle') }),
  css: fc.constantFrom({ '--x': '1px' }, undefined),
};
const styles = fc.record(fields, { requiredKeys: [] });

describe('styles', () => {
  it('are the same from a new system and from one that computed others before', () => {
    const used = createAdminSystem();
    const fresh = createAdminSystem();
    const css = (system: System, each: readonly object[]) => JSON.stringify(system.css(...each));
    fc.assert(
      fc.property(fc.array(fc.array(styles, { maxLength: 3 }), { maxLength: 20 }), (all) => {
        for (const each of all) expect(css(used, each)).toBe(css(fresh, structuredClone(each)));
        for (const each of all.toReversed()) expect(css(used, each)).toBe(css(fresh, each));
      }),
    );
  });

  it('are the same object for equal styles, and others for other ones', () => {
    const { css } = createAdminSystem();
    const panel = css({ bg: 'bg.panel' }, { p: '2' });
    expect(css({ bg: 'bg.panel' }, { p: '2' })).toBe(panel);
    expect(css({ bg: 'bg.panel' }, { p: '3' })).not.toBe(panel);
    expect(css({ p: '2' }, { bg: 'bg.panel' })).not.toBe(panel);
    expect(css({ bg: 'bg.panel' })).not.toBe(panel);
  });

  it('stay correct after more styles than are kept', () => {
    const { css } = createAdminSystem();
    for (let width = 0; width < 12_000; width += 1) {
      const shown = css({ width: `${width}px` }) as unknown as { styles: string };
      expect(shown.styles).toBe(`width:${width}px;`);
    }
  });
});

it('creates a recipe once for its configuration', () => {
  const { cva } = createAdminSystem();
  const config = { base: { color: 'fg' } };
  expect(cva(config)).toBe(cva(config));
  expect(cva({ base: { color: 'fg' } })).not.toBe(cva(config));
});

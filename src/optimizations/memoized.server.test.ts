import type { SSRResult } from 'astro';
import { createComponent, render } from 'astro/runtime/server/index.js';
import { renderToString } from 'astro/runtime/server/render/astro/render.js';
import { expect, it } from 'vitest';
import type { Content } from '@frontage/model/content';
import { memoized } from './memoized.server.ts';

type Props = Record<string, unknown>;

/** A memoized part that shows its `place` and the menu's labels, and the number of its renders. */
function aPart() {
  const renders = { times: 0 };
  const part = createComponent((result: SSRResult, props: Props, slots: Props) => {
    const { locals } = result.createAstro(props, slots as never);
    const labels = locals.content.navigation().map(({ label }) => label);
    renders.times += 1;
    return render`<p>${props['place']}: ${labels.join()}${locals.marks ? '*' : ''}</p>`;
  });
  return { renders, part: memoized(part) };
}

const menu = (label: string) => {
  const items = [{ label, path: '/', children: [] }];
  return { site: () => ({}), navigation: () => items } as unknown as Content;
};

const rendered = (part: ReturnType<typeof aPart>['part'], locals: App.Locals, props: Props): Promise<unknown> => {
  const page = createComponent((result: SSRResult) => {
    // Like the streaming renderer: the return value of a component's function is rendered in its place.
    return render`${part(result, props, {})}`;
  });
  const result = {
    createAstro: () => ({ locals }),
    _metadata: {},
    componentMetadata: new Map(),
  } as unknown as SSRResult;
  return renderToString(result, page, {}, {});
};

it('renders a part once while its props and query results are identical', async () => {
  const { renders, part } = aPart();
  const [one, two] = [menu('one'), menu('two')];
  const asked: [Content, string, string, number][] = [
    [one, 'a', '<p>a: one</p>', 1],
    [one, 'a', '<p>a: one</p>', 1],
    [one, 'b', '<p>b: one</p>', 2],
    [two, 'a', '<p>a: two</p>', 3],
    [two, 'b', '<p>b: two</p>', 4],
    [two, 'a', '<p>a: two</p>', 4],
    [one, 'a', '<p>a: one</p>', 5],
  ];
  for (const [content, place, html, times] of asked) {
    expect(await rendered(part, { content }, { place })).toBe(html);
    expect(renders.times).toBe(times);
  }
});

it('renders a part again for each preview, which adds marks', async () => {
  const { renders, part } = aPart();
  const content = menu('one');
  for (const marks of [false, true, true, false]) {
    expect(await rendered(part, { content, marks }, { place: 'a' })).toBe(`<p>a: one${marks ? '*' : ''}</p>`);
  }
  expect(renders.times).toBe(3);
});

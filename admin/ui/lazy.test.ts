import { createElement, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { lazyInline } from './lazy.tsx';

const Loaded = () => 'loaded';
const load = () => Promise.resolve({ default: Loaded });
const drawn = (part: Parameters<typeof createElement>[0]) =>
  renderToString(createElement(Suspense, { fallback: 'fallback' }, createElement(part)));

it('draws a part in place of the fallback once it is preloaded', async () => {
  const Part = lazyInline('The part', load);
  expect(drawn(Part)).toContain('fallback');
  Part.preload();
  await vi.waitFor(() => expect(drawn(Part)).toContain('loaded'));
  expect(drawn(Part)).not.toContain('fallback');
});

it('ignores a failed preload', async () => {
  const load = vi.fn(() => Promise.reject(new Error('offline')));
  lazyInline('The part', load).preload();
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadOnFirstUse } from './lazy-modules.ts';

let folder = '';
const loads: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'frontage-lazy-'));
  loads.length = 0;
  Object.assign(globalThis, { noteLoad: (name: string) => loads.push(name) });
  write('tool', 'exports.answer = () => 42; exports.self = () => require("./tool.cjs") === exports;');
  write('callable', 'module.exports = (name) => `hello ${name}`;');
  write('user', 'const tool = require("./tool.cjs"); exports.ask = () => tool.answer();');
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, code: string): void =>
  writeFileSync(join(folder, `${name}.cjs`), `noteLoad('${name}');\n${code}`);
const from = (): string => join(folder, 'user.cjs');

it('loads a module when it is used, once', () => {
  const load = createRequire(from());
  loadOnFirstUse(from(), ['./tool.cjs']);
  const { ask } = load('./user.cjs') as { ask: () => number };
  expect(loads).toEqual(['user']);
  expect([ask(), ask()]).toEqual([42, 42]);
  expect(loads).toEqual(['user', 'tool']);
});

it('supports modules that export a function, and the names of exports', () => {
  const load = createRequire(from());
  loadOnFirstUse(from(), ['./callable.cjs', './tool.cjs']);
  expect((load('./callable.cjs') as (name: string) => string)('Ada')).toBe('hello Ada');
  const tool = load('./tool.cjs') as Record<string, unknown>;
  expect([Object.keys(tool), 'answer' in tool]).toEqual([['answer', 'self'], true]);
});

it('gives a module that requires itself its real exports', () => {
  const load = createRequire(from());
  loadOnFirstUse(from(), ['./tool.cjs']);
  expect((load('./tool.cjs') as { self: () => boolean }).self()).toBe(true);
});

it('leaves loaded modules as they are', () => {
  const load = createRequire(from());
  const tool: unknown = load('./tool.cjs');
  loadOnFirstUse(from(), ['./tool.cjs']);
  expect(load('./tool.cjs')).toBe(tool);
});

import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { demoForm } from '@frontage/model/kinds/demo-form';
import { blocks } from '@frontage/model/blocks';
import { embedType } from '@frontage/model/embed';
import { textProblems } from '@frontage/model/markdown';
import { pageForm } from '@frontage/model/kinds/page';
import { sectionForm, sectionKeys } from '@frontage/model/kinds/section';
import { settingKeys, settingSchemas } from '@frontage/model/kinds/settings';
import { demos as allDemos } from './demos.ts';
import { pictures } from './images.ts';
import { pages as allPages } from './pages.ts';
import { sections as allSections } from './sections.ts';
import { settings } from './settings.ts';

const picture = (name: string): string => `https://pictures.example/${name}`;
const pages = allPages(picture);
const sections = Object.values(allSections(picture));
const demos = Object.values(allDemos({ picture, embedOrigin: 'http://127.0.0.1:4323' }));
const imageFolder = join(import.meta.dirname, '../images');

describe('example content', () => {
  test.each(sections)('section "$title" is valid', (section) => {
    expect(sectionForm.safeParse(section).error).toBeUndefined();
  });

  test('every section key appears once', () => {
    expect(sections.map(({ section_key }) => section_key).toSorted()).toEqual(Object.keys(sectionKeys).toSorted());
  });

  test.each(Object.values(pages))('page "$title" is valid', (page) => {
    expect(pageForm.safeParse(page).error).toBeUndefined();
  });

  test.each(Object.values(pages))('the blocks of page "$title" are valid', ({ body }) => {
    expect(textProblems(body ?? '')).toEqual([]);
  });

  test('the landing page shows every block', () => {
    const body = pages['use-cases']?.body ?? '';
    expect(blocks.map(({ name }) => name).filter((name) => !new RegExp(`^:+${name}\\b`, 'm').test(body))).toEqual([]);
  });

  test('has ten pages in a hierarchy, with drafts and pages outside the menu', () => {
    const all = Object.values(pages);
    expect(all).toHaveLength(10);
    expect(all.filter((page) => !page.is_published).length).toBeGreaterThanOrEqual(2);
    expect(all.filter((page) => !page.show_in_menu).length).toBeGreaterThanOrEqual(2);
    const children = all.filter((page) => page.parent_id !== null);
    expect(children.length).toBeGreaterThanOrEqual(4);
    for (const { parent_id } of children) expect(pages).toHaveProperty([parent_id ?? '']);
  });

  test.each(demos)('demo "$heading" is valid', (demo) => {
    expect(demoForm({ hasPassword: false }).safeParse(demo).error).toBeUndefined();
  });

  test('has eight demos of every kind, two of them protected, and a draft', () => {
    expect(demos).toHaveLength(8);
    expect(demos.filter((demo) => demo.is_password_protected)).toHaveLength(2);
    expect(demos.some((demo) => !demo.is_published)).toBe(true);
    expect(new Set(demos.map((demo) => embedType(demo.iframe_url)))).toEqual(new Set(['url', 'iframe', 'script']));
  });

  test.each(settingKeys)('setting %s is valid', (key) => {
    expect(settingSchemas[key].safeParse(settings(picture)[key]).error).toBeUndefined();
  });

  test('slugs are unique', () => {
    for (const slugs of [Object.values(pages), demos].map((items) => items.map(({ slug }) => slug))) {
      expect(new Set(slugs).size).toBe(slugs.length);
    }
  });

  test('embed scripts fetch nothing', () => {
    for (const { iframe_url } of demos.filter((demo) => embedType(demo.iframe_url) === 'script')) {
      expect(iframe_url).not.toMatch(/https?:|\bsrc=|fetch\(/);
    }
  });

  test('has every picture, less than 1.5 MB in total', async () => {
    const sizes = await Promise.all(
      Object.values(pictures).map(async ({ file }) => (await stat(join(imageFolder, file))).size),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1.5 * 1024 * 1024);
    const drawn = (await readdir(imageFolder)).filter((name) => /\.(webp|svg)$/.test(name));
    expect(
      Object.values(pictures)
        .map(({ file }) => file)
        .toSorted(),
    ).toEqual(drawn.toSorted());
    expect((await readFile(join(imageFolder, pictures.hero.file))).subarray(8, 12).toString()).toBe('WEBP');
  });
});

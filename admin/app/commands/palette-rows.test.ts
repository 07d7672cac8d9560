import { describe, expect, it } from 'vitest';
import { FileText } from '#icons';
import { searchFixedRows, settingRows } from './palette-rows.ts';

const run = () => undefined;
const action = (label: string, keywords = '') => ({
  row: { key: label, label, icon: FileText, marks: [], run },
  keywords,
});
const actions = [
  action('Go to Pages'),
  action('New page', 'create add'),
  action('Pages in trash'),
  action('Sign out', 'log out leave'),
];

describe('searchFixedRows', () => {
  const search = searchFixedRows([...actions, ...settingRows(run)]);
  const found = (typed: string) => search(typed).rows.map(({ label }) => label);

  it.each([
    ['', ['Go to Pages', 'New page', 'Pages in trash', 'Sign out']],
    ['page', ['Pages in trash', 'New page', 'Search page', 'Go to Pages']],
    ['create', ['New page']],
    ['new p', ['New page', 'News']],
    ['page new', ['New page']],
    ['LOG OUT', ['Sign out']],
    ['xyz', []],
    ['Sïgn', ['Sign out']],
    ['trahs', ['Pages in trash']],
    ['primary color', ['Primary color']],
    ['color prim', ['Primary color']],
    ['primry colr', ['Primary color']],
    ['branding favicon', ['Favicon URL']],
    ['robots', ['Custom robots rules']],
  ])('%j finds %j', (typed, labels) => {
    expect(found(typed)).toEqual(labels);
  });

  it('marks the found words and reports typos', () => {
    expect(search('primry')).toMatchObject({ hasTypos: true, rows: [{ marks: ['primry', 'primary'] }] });
    expect(search('primary')).toMatchObject({ hasTypos: false });
  });
});

it('settingRows opens the tab of a field', () => {
  const opened: string[][] = [];
  const rows = settingRows((...to) => opened.push(to));
  rows.find(({ row }) => row.label === 'Primary color')?.row.run();
  rows.find(({ row }) => row.label === 'Measurement ID')?.row.run();
  expect(opened).toEqual([
    ['/admin/settings?tab=branding', 'primary_color'],
    ['/admin/settings?tab=analytics', 'ga4_id'],
  ]);
});

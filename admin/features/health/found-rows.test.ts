import type { Finding } from '@frontage/model/health';
import { expect, it } from 'vitest';
import { groupFindings, placeOf } from './found-rows.ts';

const found = (rule: Finding['rule'], path: string, more: Partial<Finding> = {}): Finding => ({
  rule,
  path,
  message: `“${path}” is wrong`,
  document: null,
  field: null,
  find: null,
  ...more,
});

const findings = [found('orphan', '/page/a'), found('dead-anchor', '/page/über'), found('dead-link', '/page/a')];

it.each([
  [{}, ['dead-link', 'dead-anchor', 'orphan']],
  [{ severity: 'error' }, ['dead-link']],
  [{ rule: 'orphan' }, ['orphan']],
  [{ q: 'UBER page' }, ['dead-anchor']],
  [{ q: 'pages without' }, ['orphan']],
  [{ q: 'nothing' }, []],
  [{ severity: 'notice', rule: 'dead-link' }, []],
])('the filter %o leaves the groups %j', (filter, rules) => {
  const all = { q: '', severity: 'all', rule: 'all' };
  expect(groupFindings(findings, { ...all, ...filter }).map(({ rule }) => rule)).toEqual(rules);
});

it.each<[Partial<Finding>, object | null]>([
  [
    { document: 'pages/a', field: 'body', find: '/x' },
    { to: '/admin/pages/a', state: { field: 'body', find: '/x' } },
  ],
  [
    { document: 'demo_pages/a', field: 'heading' },
    { to: '/admin/demos/a', state: { field: 'heading' } },
  ],
  [{ document: 'homepage_sections/a' }, { to: '/admin/homepage/a', state: {} }],
  [
    { document: 'site_settings/general', field: 'site_description' },
    { to: '/admin/settings?tab=general', state: { field: 'site_description' } },
  ],
  [
    { document: 'redirects//old/ä', field: 'to' },
    { to: '/admin/settings/redirects?q=%2Fold%2F%C3%A4', state: { field: 'to' } },
  ],
  [{ document: null }, null],
])('the finding %o leads to %o', (more, place) => {
  expect(placeOf(found('dead-link', '/page/a', more))).toEqual(place);
});

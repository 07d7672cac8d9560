import { describe, expect, it } from 'vitest';
import { auditCsv } from './audit-csv.ts';
import { actionOf, auditEntry, chainText, detailsText, targetOf } from './audit-entries.ts';

const personName = (uid: string): string | null => (uid === 'u1' ? 'Ada Lovelace' : null);
const entry = (data: object) => ({ id: 'e1', ...auditEntry.parse(data) });

it.each([
  [{ action: 'updated', details: {} }, 'Edited'],
  [{ action: 'updated', details: { is_published: true } }, 'Published'],
  [{ action: 'updated', details: { is_published: false } }, 'Unpublished'],
  [{ action: 'draft returned', details: {} }, 'Draft returned'],
  [{ action: 'an action of a later version', details: {} }, 'An action of a later version'],
])('names the action of %j', (given, name) => expect(actionOf(given)).toBe(name));

it.each([
  ['pages/p1', { noun: 'Page', to: '/admin/pages/p1', uid: null }],
  ['demo_embeds/d1', { noun: 'Demo', to: '/admin/demos/d1', uid: null }],
  ['homepage_sections', { noun: 'Homepage', to: '/admin/homepage', uid: null }],
  ['site_settings/seo', { noun: 'Settings', to: '/admin/settings?tab=seo', uid: null }],
  ['user_roles/u1', { noun: 'User', to: '/admin/users', uid: 'u1' }],
  ['redirects/abc', { noun: 'Redirect', to: '/admin/settings/redirects', uid: null }],
  ['launches/l1', { noun: 'Launch', to: '/admin/launches/l1', uid: null }],
  ['media/m 1', { noun: 'Image', to: '/admin/media?image=m%201', uid: null }],
  ['unknown/x', { noun: 'unknown', to: null, uid: null }],
])('links %s', (document, target) => expect(targetOf(document)).toEqual(target));

it.each([
  [{ document: 'pages/p1', fields: ['title', 'is_published'] }, 'Title, Publish'],
  [{ document: 'user_roles/u2', details: { roles: ['admin', 'editor'] } }, 'roles: admin, editor'],
  [
    { document: 'pages/p1', details: { rev: 3, submitted_by: 'u1', is_published: true } },
    'rev: 3; submitted by: Ada Lovelace',
  ],
  [{ document: 'invites/x', details: { email: null } }, ''],
])('describes %j', (given, text) => expect(detailsText(entry(given), personName)).toBe(text));

it.each([
  [{ seq: 1_204 }, 'No. 1,204'],
  [{ seq: null }, 'Chained within a minute'],
  [{}, 'Unchained'],
])('describes the position of %j', (given, text) => expect(chainText(entry(given))).toBe(text));

describe('auditCsv', () => {
  it('has a row per entry with names', () => {
    const at = '2026-11-25T10:00:00Z';
    const rows = auditCsv(
      [entry({ action: 'updated', actor: 'u1', document: 'pages/p1', at, fields: ['title'], seq: 2, hash: 'ab' })],
      personName,
    );
    expect(rows).toBe(
      'time,person,uid,action,document,details,position,hash,id\r\n' +
        `${at},Ada Lovelace,u1,Edited,pages/p1,Title,No. 2,ab,e1\r\n`,
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '=HYPERLINK("http://evil")'])('escapes the formula %j', (name) => {
    const [, row = ''] = auditCsv([entry({ actor: 'u2', action: name, document: name })], () => name).split('\r\n');
    const cells = row.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((cell) => cell.replace(/^"/, ''));
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
  });
});

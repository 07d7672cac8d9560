import { collections } from '@frontage/model/paths';
import type { Subject } from '@frontage/model/permissions';
import { storedTime, type Fields } from './attack-case.ts';
import { reads, stranger, word, writes, type PermissionCase } from './permission-case.ts';

const revision: Fields = {
  document: 'pages/p1',
  rev: 1,
  created_by: stranger,
  data: { title: 'About' },
  by: stranger,
  at: storedTime,
  event: 'created',
  summary: 'Created',
  expires_at: null,
};

/** Revisions, written by the server. */
export const historyCases = (uid: string): PermissionCase[] => [
  ...reads('revisions/pages_p1_1', { what: collections.revisions }, { 'revisions/pages_p1_1': revision }),
  ...writes('revisions/pages_p1_1', collections.revisions, revision),
  ...[uid, stranger].flatMap((owner): PermissionCase[] => {
    const path = 'revision_embeds/d1_1.000000000';
    const subject: Subject = { what: collections.revisionEmbeds, owner };
    const data = { document: 'demo_pages/d1', iframe_url: 'https://a.example', created_by: owner, at: storedTime };
    const situation = word(owner === uid, 'of an own demo', "of another's demo");
    const shared = { situation, subject, initialState: { [path]: data } };
    return [
      { ...shared, operation: 'get', try: { get: path } },
      {
        ...shared,
        operation: 'list',
        try: {
          list: 'revision_embeds',
          where: [
            ['document', 'demo_pages/d1'],
            ['created_by', owner],
          ],
        },
      },
    ];
  }),
  {
    situation: 'without a filter by creator',
    operation: 'list',
    subject: { what: collections.revisionEmbeds },
    initialState: {},
    try: { list: 'revision_embeds', where: [['document', 'demo_pages/d1']] },
  },
  ...writes('revision_embeds/d1_1.000000000', collections.revisionEmbeds, { iframe_url: 'https://a.example' }),
];

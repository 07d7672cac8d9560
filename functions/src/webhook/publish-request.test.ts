import { publishHint } from '@frontage/model/webhook';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { hintOf, publishRequest } from './publish-request.ts';

const secret = `whsec_${Buffer.from('twenty-four bytes or so!').toString('base64')}`;
const hint = { id: 'event-1', documents: ['pages/p1'], at: new Date() };

describe('publishRequest', () => {
  const { headers, body } = publishRequest(hint, secret);

  it('is verified by Standard Webhooks', () => {
    const payload = new Webhook(secret).verify(body, headers);
    expect(publishHint.parse(payload).data.documents).toEqual(['pages/p1']);
  });

  it('has the id of its event, so that duplicates are recognized', () => {
    expect(headers['webhook-id']).toBe('event-1');
  });

  it('contains only the paths of documents', () => {
    expect(JSON.parse(body)).toEqual({
      type: 'content.written',
      timestamp: hint.at.toISOString(),
      data: { documents: ['pages/p1'] },
    });
  });

  it('says that its documents are bulk only if they are', () => {
    const dataOf = (isBulk: boolean) =>
      publishHint.parse(JSON.parse(publishRequest({ ...hint, isBulk }, secret).body)).data;
    expect([true, false].map((isBulk) => dataOf(isBulk).bulk)).toEqual([true, undefined]);
  });
});

it('hintOf derives the id from the set of events', () => {
  const written = (...ids: string[]) => ids.map((id) => ({ id, document: `pages/${id.charAt(0)}` }));
  expect(hintOf(written('a'), hint.at)).toEqual({ id: 'a', documents: ['pages/a'], at: hint.at });
  const both = hintOf(written('a', 'b', 'a2'), hint.at);
  expect(both.documents).toEqual(['pages/a', 'pages/b']);
  expect(both.id).toBe(hintOf(written('b', 'a2', 'a'), hint.at).id);
  expect(['a', 'b', 'a2', hintOf(written('a', 'b'), hint.at).id]).not.toContain(both.id);
});

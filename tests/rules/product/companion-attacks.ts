import { limits } from '@frontage/model/limits';
import { roleDocuments, viewer } from './actors.ts';
import { requestTime, type AttackCase, type InitialState, type Write } from './attack-case.ts';
import { attackCase, withoutWrites, racing, stranger, uid } from './batch.ts';
import { createDemo, embed, sealedHash, storedDemo, updateDemo } from './documents.ts';
import { textOfLength } from './field-values.ts';

const demo = storedDemo({ owner: uid });
const locked = storedDemo({ owner: uid, protected: true });
const { hash, initialState: seal } = sealedHash(uid);
const secret = (password: unknown): Write => ({ set: 'demo_secrets/d1', data: { password_hash: password as string } });
const lock = (password: unknown): Write[] => updateDemo(uid, { is_password_protected: true }, [secret(password)]);
const embedAs = (code: unknown): Write[] =>
  updateDemo(uid, {}, [{ set: 'demo_embeds/d1', data: { iframe_url: code as string } }]);
const justWritten = (by: string): InitialState => ({
  ...demo,
  'demo_pages/d1': { ...demo['demo_pages/d1'], updated_at: requestTime, updated_by: by },
});
const foreign = sealedHash(stranger, { text: 'foreign' });
const expired = sealedHash(uid, { expires: new Date(requestTime.getTime() - 1), text: 'expired' });
const ending = sealedHash(uid, { expires: requestTime, text: 'ending' });

/** Embeds and secrets that are missing, without their demo, of another user, or malformed. */
export const companionAttacks: readonly AttackCase[] = [
  attackCase('demo without embed', {}, [withoutWrites(createDemo(uid), 'demo_embeds')]),
  attackCase('demo without slug', {}, [withoutWrites(createDemo(uid), 'slugs')]),
  attackCase('protected demo without secret', {}, [createDemo(uid, { is_password_protected: true })]),
  attackCase('protected demo with its secret', seal, [createDemo(uid, { is_password_protected: true }, hash), true]),
  attackCase('open demo with a secret', seal, [createDemo(uid, {}, hash)]),
  attackCase('protection turned on without secret', demo, [updateDemo(uid, { is_password_protected: true })]),
  attackCase('protection turned off, secret left', locked, [updateDemo(uid, { is_password_protected: false })]),
  attackCase('secret dropped, protection left', locked, [updateDemo(uid, {}, [{ delete: 'demo_secrets/d1' }])]),
  attackCase('hash that the server did not create', demo, [lock('$argon2id$v=19$m=8,t=1,p=1$mine')]),
  attackCase('hash created for another user', { ...demo, ...foreign.initialState }, [lock(foreign.hash)]),
  attackCase('expired hash', { ...demo, ...expired.initialState }, [lock(expired.hash)]),
  attackCase('hash that expires now', { ...demo, ...ending.initialState }, [lock(ending.hash)]),
  attackCase('hash that is not a string', { ...demo, ...seal }, [lock(5)]),
  attackCase('secret with a field more', { ...demo, ...seal }, [
    updateDemo(uid, { is_password_protected: true }, [
      { set: 'demo_secrets/d1', data: { password_hash: hash, note: 'x' } },
    ]),
  ]),
  attackCase('secret alone', { ...locked, ...seal }, [[secret(hash)]]),
  attackCase('secret dropped alone', locked, [[{ delete: 'demo_secrets/d1' }]]),
  {
    ...attackCase('secret with a demo that another user just wrote', { ...justWritten(stranger), ...seal }, [
      [secret(hash)],
    ]),
    engineOnly: racing,
  },
  attackCase('embed alone', demo, [[{ set: 'demo_embeds/d1', data: embed }]]),
  {
    ...attackCase('embed with a demo that another user just wrote', justWritten(stranger), [
      [{ set: 'demo_embeds/d1', data: embed }],
    ]),
    engineOnly: racing,
  },
  attackCase('embed dropped alone', demo, [[{ delete: 'demo_embeds/d1' }]]),
  attackCase('embed deleted in an update of its demo', demo, [updateDemo(uid, {}, [{ delete: 'demo_embeds/d1' }])]),
  attackCase('embed of a missing demo deleted', { 'demo_embeds/d1': embed }, [[{ delete: 'demo_embeds/d1' }]]),
  attackCase('embed with a field more', demo, [
    updateDemo(uid, {}, [{ set: 'demo_embeds/d1', data: { ...embed, password_hash: 'x' } }]),
  ]),
  ...(
    [
      ['https://example.com/a', true],
      ['http://example.com', true],
      ['<iframe src="https://example.com"></iframe>', true],
      ['<script src="https://example.com/a.js"></script>', true],
      ['<div></div>\n<SCRIPT\nasync></SCRIPT>', true],
      ['<link rel="stylesheet" href="https://example.com">', true],
      [`https://example.com/${textOfLength(limits.embedCode - 20)}`, true],
      [`https://example.com/${textOfLength(limits.embedCode - 19)}`, false],
      ['', false],
      ['hello', false],
      ['javascript:alert(1)', false],
      ['https://example.com/<b>', false],
      ['<p>hello</p>', false],
      ['<scripts>', false],
      ['<script></script><iframe src="x"></iframe>', true],
      ['<script></script><iframe></iframe>', false],
      ['<link rel="x"><iframe src="https://example.com"></iframe>', true],
      ['<link rel="x"><iframe src="javascript:alert(1)"></iframe>', false],
      ['<link rel="x"><iframe></iframe>', false],
      ['<iframe src="javascript:alert(1)"></iframe>', false],
      ['<iframe></iframe>', false],
      ['<img src="https://example.com/a.png">', false],
      [5, false],
      [['https://example.com'], false],
      [null, false],
    ] as const
  ).map(([code, expected]) =>
    attackCase(`embed ${String(JSON.stringify(code)).slice(0, 40)} of ${JSON.stringify(code).length}`, demo, [
      embedAs(code),
      expected,
    ]),
  ),
  {
    name: 'viewer: embed of a demo',
    actor: viewer,
    initialState: { ...roleDocuments(viewer, false), ...demo },
    try: { batch: [{ set: 'demo_embeds/d1', data: embed }] },
    expected: false,
  },
];

import { barePage } from '@frontage/model/content.fixture';
import { getApps } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { duplicateDeliveries } from '../../../local/functions/duplicate-deliveries.fixture.ts';
import { startMailServer, type MailServer } from './mail-server.ts';
import { describeFunctions, openProduct, type Person, type Product } from './product.ts';

let server: MailServer;
let product: Product;
let admin: Person;
let editor: Person;
let author: Person;
beforeAll(async () => {
  server = await startMailServer();
  product = await openProduct({
    env: { SMTP_URL: server.url, MAIL_FROM: 'Frontage <site@example.com>' },
    // Events are delivered twice, late and out of order. Each email must be sent once.
    local: { delays: duplicateDeliveries(7) },
  });
  admin = await product.signUp();
  editor = await product.signUp();
  author = await product.signUp();
}, 300_000);
afterAll(async () => {
  await product.stop();
  await server.stop();
});
beforeEach(async () => {
  await product.clear();
  for (const [role, { uid }] of Object.entries({ admin, editor, author })) {
    await product.firestore.doc(`user_roles/${uid}`).set({ user_id: uid, roles: [role], is_active: true });
  }
  await product.firestore.doc('pages/p').set({ ...barePage, title: 'Prices', ...stamps(author) });
  await product.idle();
  server.received.length = 0;
  server.refusals.length = 0;
});

const stamps = ({ uid }: Person, rev = 1) => ({
  rev,
  created_at: Timestamp.now(),
  created_by: author.uid,
  updated_at: Timestamp.now(),
  updated_by: uid,
});
function draft(fields: object) {
  const data = { ...barePage, title: 'Prices' };
  return { collection: 'pages', id: 'p', data, base_rev: 1, review: null, note: null, ...stamps(author), ...fields };
}
const put = (path: string, data: object) => product.firestore.doc(path).set(data);
const review = () => ({ rev: 2, by: author.uid, name: 'Ann\r\nBcc: eve@example.com', message: 'Prices went up' });

/** Waits for all events and returns recipients and subjects, sorted. */
async function mailbox(): Promise<string[]> {
  await product.idle();
  return server.received
    .map(({ to, raw }) => `${to.join()}: ${/^Subject: (.*)$/m.exec(raw)?.[1]?.trim() ?? ''}`)
    .sort();
}

describeFunctions('email', () => {
  it('sends an invite to its address and stores its token in no record', async () => {
    const { inviteUrl, isMailed } = await admin.call('generateInviteToken', {
      email: 'New@Example.com',
      role: 'editor',
    });
    expect(isMailed).toBe(true);
    expect(await mailbox()).toEqual(['new@example.com: You are invited']);
    const [mail] = server.received;
    expect(mail?.from).toBe('site@example.com');
    expect(mail?.raw).toContain(inviteUrl);
    expect(mail?.raw).toContain('Content-Type: text/plain');
    const records = await product.firestore.collection('mail').get();
    expect(records.docs.map((record) => Object.keys(record.data()).sort())).toEqual([['at', 'expires_at', 'state']]);
    expect(records.docs[0]?.get('state')).toBe('sent');
  });

  it('returns isMailed false if an invite cannot be sent', async () => {
    server.refusals.push(550);
    const refused = await admin.call('generateInviteToken', { email: 'new@example.com', role: 'editor' });
    server.refusals.push(451);
    const later = await admin.call('generateInviteToken', { email: 'new@example.com', role: 'editor' });
    expect([refused.isMailed, later.isMailed]).toEqual([false, false]);
    expect(refused.inviteUrl).toMatch(/invite=/);
    expect(await mailbox()).toEqual([]);
  });

  it('notifies users able to publish of a proposal once', async () => {
    await put('drafts/pages_p', draft({ rev: 2, review: review() }));
    await put('drafts/pages_p', draft({ rev: 2, review: review(), updated_at: Timestamp.now() }));
    const asked = [admin, editor].map(({ email }) => `${email}: Review requested: Prices`).sort();
    expect(await mailbox()).toEqual(asked);
    const [mail] = server.received;
    expect(mail?.raw).toContain('Ann Bcc: eve@example.com submitted changes to "Prices"');
    expect(mail?.raw).toContain('Prices went up');
    expect(mail?.raw).not.toMatch(/^Bcc:/m);
    expect(mail?.raw.trimEnd().endsWith('http://admin.test/admin/pages/p')).toBe(true);
  });

  it('skips recipients without an address', async () => {
    const [app] = getApps();
    await getAuth(app).createUser({ uid: 'speechless' });
    await put('user_roles/speechless', { user_id: 'speechless', roles: ['editor'], is_active: true });
    await put('drafts/pages_p', draft({ rev: 2, review: review() }));
    expect(await mailbox()).toEqual([admin, editor].map(({ email }) => `${email}: Review requested: Prices`).sort());
  });

  it('logs neither addresses nor the server’s messages or password', async () => {
    const logged = product.functionLogs.length;
    server.refusals.push(451, 550);
    await put('drafts/pages_p', draft({ rev: 2, review: review() }));
    await mailbox();
    const logs = product.functionLogs.slice(logged).join('\n');
    expect(logs).toContain('EENVELOPE');
    expect(logs).not.toMatch(/@example\.com|gets nothing|pass(:|%3A)word/);
  });

  it('notifies the author of a returned proposal with the note', async () => {
    await put('drafts/pages_p', draft({ rev: 2, review: review() }));
    await mailbox();
    server.received.length = 0;
    await put('drafts/pages_p', draft({ rev: 3, note: 'Shorter,\nplease.' }));
    expect(await mailbox()).toEqual([`${author.email}: Returned: Prices`]);
    expect(server.received[0]?.raw).toContain('> Shorter,\r\n> please.');
  });

  it('skips former staff', async () => {
    await put('drafts/pages_p', draft({ rev: 2, review: review() }));
    await mailbox();
    server.received.length = 0;
    await put(`user_roles/${author.uid}`, { user_id: author.uid, roles: [], is_active: true });
    await put('drafts/pages_p', draft({ rev: 3, note: 'Not for them' }));
    expect(await mailbox()).toEqual([]);
  });

  it('limits emails for repeated submissions', { tags: 'full' }, async () => {
    for (let rev = 2; rev < 60; rev += 1) await put('drafts/pages_p', draft({ rev, review: { ...review(), rev } }));
    const mails = (await mailbox()).length;
    expect(mails).toBeGreaterThan(0);
    expect(mails).toBeLessThanOrEqual(80);
  });

  it.each([
    ['published by an editor', () => editor, ['Published: Prices']],
    ['published by its author', () => author, []],
  ])('reports the result of a proposal: %s', async (_name, publisher, subjects) => {
    await put('drafts/pages_p', draft({ rev: 2, review: review() }));
    await mailbox();
    server.received.length = 0;
    const batch = product.firestore.batch();
    batch.set(product.firestore.doc('pages/p'), { ...barePage, title: 'Prices', ...stamps(publisher(), 2) });
    batch.delete(product.firestore.doc('drafts/pages_p'));
    await batch.commit();
    expect(await mailbox()).toEqual(subjects.map((subject) => `${author.email}: ${subject}`));
  });

  it('sends nothing for a discarded proposal', async () => {
    await put('pages/p', { ...barePage, ...stamps(author), updated_at: Timestamp.fromMillis(1e12) });
    await put('drafts/pages_p', draft({ rev: 2, review: review() }));
    await mailbox();
    server.received.length = 0;
    await product.firestore.doc('drafts/pages_p').delete();
    expect(await mailbox()).toEqual([]);
  });

  it('notifies a schedule’s creator of the failure reason', async () => {
    const order = {
      collection: 'pages',
      id: 'p',
      action: 'publish',
      draft_rev: null,
      at: Timestamp.fromMillis(6e10),
      by: editor.uid,
    };
    const schedule = { ...order, second_factor: false, created_at: Timestamp.now(), state: 'waiting', reason: null };
    await put('schedules/pages_p_publish', schedule);
    await put('schedules/pages_p_publish', { ...schedule, state: 'failed', reason: 'slugTaken' });
    expect(await mailbox()).toEqual([`${editor.email}: Schedule failed: Prices`]);
    expect(server.received[0]?.raw).toContain('Its slug is used by something else');
  });

  it('notifies owner and planner of a launch that was not published at its time, and the owner of a returned one', async () => {
    const launch = {
      name: 'Spring',
      description: '',
      owner: author.uid,
      state: 'open',
      members: [{ collection: 'pages', id: 'p', action: 'unpublish', added_by: editor.uid, is_accepted: true }],
      documents: ['pages/p'],
      written: [],
      planned: { at: Timestamp.fromMillis(6e10), by: editor.uid, second_factor: false },
      failures: [],
      published_at: null,
      published_by: null,
      takes_back: null,
      taken_back_by: null,
      ...stamps(author),
    };
    await put('launches/abc', launch);
    expect(await mailbox()).toEqual([]);
    const failures = [{ document: 'pages/p', reason: 'draftMoved' }];
    await put('launches/abc', { ...launch, planned: null, failures, rev: 2 });
    expect((await mailbox()).toSorted()).toEqual(
      [author.email, editor.email].map((email) => `${email}: Launch not published: Spring`).toSorted(),
    );
    expect(server.received[0]?.raw).toContain('- Prices: Its draft was changed in the meantime');
    expect(server.received[0]?.raw.replaceAll(/=\r?\n/g, '')).toContain('(Unpublish)');
    server.received.length = 0;
    await put('launches/abc', { ...launch, planned: null, failures, rev: 3 });
    expect(await mailbox()).toEqual([]);
    const returned = { by: editor.uid, name: 'Ed', at: Timestamp.now(), note: 'Wait for the menu' };
    await put('launches/abc', { ...launch, planned: null, returned, rev: 4 });
    expect(await mailbox()).toEqual([`${author.email}: Returned: Spring`]);
    expect(server.received[0]?.raw).toContain('Wait for the menu');
    server.received.length = 0;
    await put('launches/abc', { ...launch, planned: null, returned, rev: 5 });
    expect(await mailbox()).toEqual([]);
  });

  it('notifies the last editor of an unpublishable document once per revision, not for a pinned site', async () => {
    const problems = [{ document: 'pages/p', field: 'slug', message: 'The slug is taken' }];
    const state = {
      document: 'pages/p',
      rev: 1,
      state: 'failed',
      shown_at: null,
      release: '7',
      at: Timestamp.now(),
      ms: 3,
      problems,
    };
    await put('build_state/pages_p', state);
    await put('build_state/pages_p', { ...state, release: '8' });
    expect(await mailbox()).toEqual([`${author.email}: Not published: Prices`]);
    expect(server.received[0]?.raw).toContain('- slug: The slug is taken');
    await put('build_state/current', { pinned: true });
    await put('build_state/pages_p', { ...state, rev: 2 });
    expect(await mailbox()).toHaveLength(1);
  });

  it('is retried after a temporary SMTP error and dropped after a permanent one', async () => {
    server.refusals.push(451, 421);
    await put('drafts/pages_p', draft({ rev: 2, review: review() }));
    expect(await mailbox()).toHaveLength(2);
    server.received.length = 0;
    server.refusals.push(550);
    await put('drafts/pages_p', draft({ rev: 3, review: { ...review(), rev: 3 } }));
    expect(await mailbox()).toHaveLength(1);
    const states = (await product.firestore.collection('mail').get()).docs.map((record) => String(record.get('state')));
    expect(states.sort()).toEqual(['refused', 'sent', 'sent', 'sent']);
  });
});

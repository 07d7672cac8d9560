import { setTimeout as pause } from 'node:timers/promises';
import { newDemo } from '@frontage/model/kinds/demo';
import { type DemoInput } from '@frontage/model/kinds/demo-form';
import { newPage, pageForm } from '@frontage/model/kinds/page';
import { newSection, sectionForm } from '@frontage/model/kinds/section';
import { staffIndexPaths } from '@frontage/model/staff-index';
import type { Role } from '@frontage/model/user';
import { FieldValue, type Firestore, type Timestamp } from 'firebase-admin/firestore';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { loadSecrets } from '../../../cli/target/instance.ts';
import { exactMoment } from '../../../pipeline/adapters/firestore/plain.ts';
import { aToken } from '../../../pipeline/http/token.fixture.ts';
import { openClaimedOffice, password, type Person as Account, type WindowOptions } from './office.ts';

export interface Person {
  /** The page of a separate window, signed in and at the dashboard. */
  page: Page;
  context: BrowserContext;
  uid: string;
}

type DemoParts = Partial<Omit<DemoInput, 'password'>>;

/** A running installation with a browser and functions to sign in by role and to write content. */
export interface ContentOffice {
  /** Origins, without a trailing slash. */
  admin: string;
  site: string;
  embed: string;
  firestore: Firestore;
  /** Signs in the user of a role in a new window. There is one user per role. */
  signIn(role: Role, options?: WindowOptions): Promise<Person>;
  /** Signs in again in the dialog of an expired session. */
  signInAgain(dialog: Locator): Promise<void>;
  /** Writes a page with its slug, bypassing the rules. Missing fields have the defaults of a new page. */
  addPage(id: string, fields: object): Promise<void>;
  addSection(id: string, fields: object): Promise<void>;
  addDemo(id: string, fields: DemoParts): Promise<void>;
  /** A document's current data. */
  data(path: string): Promise<Record<string, unknown> | undefined>;
  /** The current data of the draft `{collection}_{id}`. */
  drafted(name: string): Promise<Record<string, unknown> | undefined>;
  /** Closes all windows, because open ones poll the server. */
  endSuite(): Promise<void>;
  close(): Promise<void>;
}

export async function openContentOffice(): Promise<ContentOffice> {
  const office = await openClaimedOffice();
  const { firestore, stack } = office;
  const people = new Map<Role, Promise<Account>>();

  const put = async (path: string, fields: object, slug: string | null) => {
    const batch = firestore.batch();
    batch.set(firestore.doc(path), { ...fields, ...provenance() });
    if (slug) batch.set(firestore.doc(`slugs/${slug}`), { id: path.split('/')[1] });
    const [written] = await batch.commit();
    if (written) await untilListed(path, written.writeTime);
  };

  /** Waits until lists have a document in this version. Browsers name only their own writes. */
  const untilListed = async (path: string, time: Timestamp) => {
    const uid = 'lister';
    await firestore.doc(`user_roles/${uid}`).set({ user_id: uid, roles: ['viewer'], is_active: true });
    const { PUBLISH_WEBHOOK_SECRET: secret } = loadSecrets(stack.dataDir);
    const token = aToken(secret, { uid, roles: ['viewer'], expires_at: Date.now() + 60_000 });
    const written = [{ path, time: exactMoment(time) }];
    const ask = async () => {
      const response = await fetch(stack.pipeline + staffIndexPaths.list, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ collection: path.split('/')[0], known: null, written }),
      });
      await response.arrayBuffer();
      return response.status;
    };
    let status = await ask();
    for (; status === 503; status = await ask()) await pause(100);
    if (status !== 200) throw new Error(`The list with ${path} was refused with ${status}`);
  };

  const data: ContentOffice['data'] = async (path) => (await firestore.doc(path).get()).data();

  return {
    data,
    drafted: async (name) => (await data(`drafts/${name}`))?.['data'] as Record<string, unknown> | undefined,
    admin: stack.admin,
    site: stack.site,
    embed: stack.embed,
    firestore,
    signIn: async (role, options) => {
      const known = people.get(role) ?? office.addPerson(role, { roles: [role] });
      people.set(role, known);
      const account = await known;
      const page = await office.signIn(account, options);
      return { page, context: page.context(), uid: account.uid };
    },
    signInAgain: async (dialog) => {
      await dialog.getByLabel('Password').fill(password);
      await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    },
    addPage: async (id, fields) => {
      const page = pageForm.parse({ ...newPage, title: `Page ${id}`, slug: id, ...fields });
      await put(`pages/${id}`, page, `page:${page.slug}`);
    },
    addSection: async (id, fields) => {
      const section = sectionForm.parse({ ...newSection, section_key: 'hero', title: id, ...fields });
      await put(`homepage_sections/${id}`, section, null);
    },
    addDemo: async (id, { iframe_url = 'https://example.com/', ...fields }) => {
      const { password: _, iframe_url: __, ...blank } = newDemo;
      const nothing = { meta_title: null, meta_description: null, og_image_url: null };
      const demo = { ...blank, ...nothing, heading: `Demo ${id}`, slug: id, ...fields };
      await firestore.doc(`demo_embeds/${id}`).set({ iframe_url });
      await put(`demo_pages/${id}`, demo, `demo:${demo.slug}`);
    },
    endSuite: () => office.endSuite(),
    close: () => office.close(),
  };
}

const provenance = () => ({
  rev: 1,
  created_at: FieldValue.serverTimestamp(),
  created_by: 'somebody',
  updated_at: FieldValue.serverTimestamp(),
  updated_by: 'somebody',
});

import { deleteApp, initializeApp, type App } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { FieldValue, getFirestore, type Firestore } from 'firebase-admin/firestore';
import { chromium, type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core';
import { newDemo } from '@frontage/model/demo';
import { newPage, pageForm } from '@frontage/model/page';
import { adminPaths } from '@frontage/model/paths';
import { newSection, sectionForm } from '@frontage/model/section';
import type { Role } from '@frontage/model/user';
import { findChromium } from '../chromium.ts';
import { startStack, type RunningStack } from '../stack.ts';

const password = 'secret123';

export interface Person {
  /** A page of a window of its own, signed in, on the dashboard. */
  page: Page;
  context: BrowserContext;
  uid: string;
}

export interface BackOffice {
  admin: string;
  site: string;
  firestore: Firestore;
  browser: Browser;
  /** Makes an account of the role, once, and signs it in in a new window. */
  signIn(role: Role, options?: Parameters<Browser['newContext']>[0]): Promise<Person>;
  /** Fills in the dialog that asks for a new sign-in. */
  signInAgain(dialog: Locator, role: Role): Promise<void>;
  /** Writes a page past the rules, with its slug; fields not given are those of a new one. */
  addPage(id: string, fields: object): Promise<void>;
  addSection(id: string, fields: object): Promise<void>;
  addDemo(id: string, fields: object & { iframe_url?: string }): Promise<void>;
  close(): Promise<void>;
}

/** The whole product on this machine, with people of every role and a browser. */
export async function openBackOffice(): Promise<BackOffice> {
  const running = process.env['FRONTAGE_RUNNING'];
  const stack = running ? ({ ...JSON.parse(running), stop: async () => {} } as RunningStack) : await startStack();
  const app = connect(stack);
  const firestore = getFirestore(app);
  const browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  // Nobody is to be asked to become administrator.
  await firestore.doc('system/bootstrap').set({ at: FieldValue.serverTimestamp() });

  const put = async (collection: string, id: string, fields: object, slug?: { kind: string; value: string }) => {
    const batch = firestore.batch();
    batch.set(firestore.doc(`${collection}/${id}`), { ...fields, ...provenance() });
    if (slug) batch.set(firestore.doc(`slugs/${slug.kind}:${slug.value}`), { id });
    await batch.commit();
  };

  return {
    admin: stack.admin,
    site: stack.site,
    firestore,
    browser,
    signIn: async (role, options = {}) => {
      const uid = await ensurePerson(app, role);
      const context = await browser.newContext({
        reducedMotion: 'reduce',
        viewport: { width: 1280, height: 900 },
        ...options,
      });
      const page = await context.newPage();
      page.setDefaultTimeout(10_000);
      await page.goto(stack.admin + adminPaths.login);
      await page.getByLabel('Email').fill(emailOf(role));
      await page.locator('input[type=password]').fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(stack.admin + adminPaths.dashboard);
      return { page, context, uid };
    },
    signInAgain: async (dialog, role) => {
      const email = dialog.getByLabel('Email');
      if (await email.isEditable()) await email.fill(emailOf(role));
      await dialog.locator('input[type=password]').fill(password);
      await dialog.getByRole('button', { name: 'Sign in' }).click();
    },
    addPage: async (id, fields) => {
      const page = pageForm.parse({ ...newPage, title: `Page ${id}`, slug: id, ...fields });
      await put('pages', id, page, { kind: 'page', value: page.slug });
    },
    addSection: async (id, fields) =>
      put('homepage_sections', id, sectionForm.parse({ ...newSection, section_key: 'hero', title: id, ...fields })),
    addDemo: async (id, { iframe_url = 'https://example.com/', ...fields }) => {
      const { password: _, iframe_url: __, ...blank } = newDemo;
      const demo = { ...blank, heading: `Demo ${id}`, slug: id, meta_title: null, meta_description: null, ...fields };
      await firestore.doc(`demo_embeds/${id}`).set({ iframe_url });
      await put('demo_pages', id, { ...demo, og_image_url: null }, { kind: 'demo', value: demo.slug });
    },
    close: async () => {
      await browser.close();
      await deleteApp(app);
      await stack.stop();
    },
  };
}

const provenance = () => ({
  rev: 1,
  created_at: FieldValue.serverTimestamp(),
  created_by: 'somebody',
  updated_at: FieldValue.serverTimestamp(),
  updated_by: 'somebody',
});

function connect(stack: RunningStack): App {
  process.env['FIRESTORE_EMULATOR_HOST'] = stack.firestore;
  process.env['FIREBASE_AUTH_EMULATOR_HOST'] = stack.auth;
  return initializeApp({ projectId: stack.project }, `back-office-${stack.port}-${Date.now()}`);
}

const emailOf = (role: Role): string => `${role}@example.com`;

async function ensurePerson(app: App, role: Role): Promise<string> {
  const uid = `uid-${role}`;
  const accounts = getAuth(app);
  const exists = await accounts.getUser(uid).then(
    () => true,
    () => false,
  );
  if (exists) return uid;
  await accounts.createUser({ uid, email: emailOf(role), password, emailVerified: true });
  const firestore = getFirestore(app);
  const profile = { email: emailOf(role), first_name: role, last_name: 'Person', is_active: true };
  await firestore.doc(`profiles/${uid}`).set({ ...profile, created_at: FieldValue.serverTimestamp() });
  await firestore.doc(`user_roles/${uid}`).set({ user_id: uid, roles: [role], is_active: true });
  return uid;
}

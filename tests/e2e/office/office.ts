import { adminPaths } from '@frontage/model/paths';
import type { Role } from '@frontage/model/user';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth, type Auth } from 'firebase-admin/auth';
import { FieldValue, getFirestore, type Firestore } from 'firebase-admin/firestore';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openBrowser } from '../browser.ts';
import { startStack, type RunningStack, type StackOptions } from '../stack.ts';
import { storedSession } from './stored-session.ts';

export const password = 'secret123';

export interface Person {
  uid: string;
  email: string;
}

interface PersonOptions {
  roles?: readonly Role[];
  isActive?: boolean;
  emailVerified?: boolean;
  firstName?: string | null;
}

/** The whole product on this machine and a browser, without accounts. */
export interface Office<Stack = RunningStack> {
  stack: Stack;
  browser: Browser;
  firestore: Firestore;
  accounts: Auth;
  /** An account with its profile and roles, made past the rules. */
  addPerson(name: string, options?: PersonOptions): Promise<Person>;
  /** A page of a fresh window on the admin origin. */
  open(path?: string, options?: BrowserContextOptions): Promise<Page>;
  /** A page of a fresh window with an existing session, on the dashboard. */
  signIn(person: Person, options?: BrowserContextOptions): Promise<Page>;
  closeWindows(): Promise<void>;
  close(): Promise<void>;
}

/** Opens it on an installation that is started so. */
export async function openOffice(options: Pick<StackOptions, 'env' | 'isSeeded'> = {}): Promise<Office> {
  // While writing tests: the `ready` event of an installation that runs already.
  const running = process.env['FRONTAGE_RUNNING'];
  return openOfficeOn(
    running ? ({ ...JSON.parse(running), stop: async () => {} } as RunningStack) : await startStack(options),
  );
}

/** The parts of an installation used by an office. */
type Installation = Pick<RunningStack, 'project' | 'admin' | 'firestore' | 'auth' | 'port' | 'stop'>;

/** Opens it on an installation, which it stops at its end. */
export async function openOfficeOn<Stack extends Installation>(stack: Stack): Promise<Office<Stack>> {
  process.env['FIRESTORE_EMULATOR_HOST'] = stack.firestore;
  process.env['FIREBASE_AUTH_EMULATOR_HOST'] = stack.auth;
  const app = initializeApp({ projectId: stack.project }, `office-${stack.port}-${Date.now()}`);
  const firestore = getFirestore(app);
  const accounts = getAuth(app);
  const browser = await openBrowser();

  const open: Office<Stack>['open'] = async (path = '/', options = {}) => {
    const context = await browser.newContext({
      baseURL: stack.admin,
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
      ...options,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(path);
    return page;
  };

  return {
    stack,
    browser,
    firestore,
    accounts,
    open,
    async addPerson(name, { roles = [], isActive = true, emailVerified = true, firstName = name } = {}) {
      const email = `${name}.${Date.now().toString(36)}@example.com`;
      const { uid } = await accounts.createUser({ email, password, emailVerified });
      await firestore.doc(`profiles/${uid}`).set({
        email,
        first_name: firstName,
        last_name: firstName === null ? null : 'Person',
        created_at: FieldValue.serverTimestamp(),
        is_active: isActive,
      });
      if (roles.length > 0) {
        await firestore.doc(`user_roles/${uid}`).set({ user_id: uid, roles, is_active: isActive });
      }
      return { uid, email };
    },
    async signIn({ email }, options = {}) {
      const storageState = await storedSession(stack, { email, password });
      const page = await open(adminPaths.dashboard, { ...options, storageState });
      await page.locator('h1').waitFor();
      return page;
    },
    closeWindows: async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    async close() {
      await browser.close();
      await deleteApp(app);
      await stack.stop();
    },
  };
}

/** Opens one with an administrator, so that setup is done. */
export async function openClaimedOffice(): Promise<Office> {
  const office = await openOffice({ isSeeded: true });
  await office.firestore.doc('system/bootstrap').set({ at: FieldValue.serverTimestamp() });
  return office;
}

export async function submitSignIn(page: Page, email: string, typed = password): Promise<void> {
  // By its exact name: right after signing out the account and its part “Email” may still be drawn.
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email);
  await page.getByLabel('Password').fill(typed);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Follows the newest link of the local mailbox to `email` in a separate window; returns the page. */
export async function followMail(office: Office, email: string): Promise<Page> {
  const page = await office.open(adminPaths.localMail);
  await page.getByRole('listitem').filter({ hasText: email }).first().getByRole('link').click();
  await page.waitForURL(`**${adminPaths.emailAction}?**`);
  return page;
}

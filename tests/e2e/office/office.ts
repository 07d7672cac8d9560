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

export interface WindowOptions extends BrowserContextOptions {
  /** A browser without choices: Markdown fields open in the visual editor, few pages as cards. Otherwise source and list. */
  isVisual?: boolean;
}

/** A running installation with a browser and functions to create accounts and to open pages. */
export interface Office<Stack = RunningStack> {
  stack: Stack;
  browser: Browser;
  firestore: Firestore;
  accounts: Auth;
  /** Creates an account with profile and roles, bypassing the rules. */
  addPerson(name: string, options?: PersonOptions): Promise<Person>;
  /** Opens a path of the admin in a new window. */
  open(path?: string, options?: WindowOptions): Promise<Page>;
  /** Opens the dashboard in a new window with a stored session of the user. */
  signIn(person: Person, options?: WindowOptions): Promise<Page>;
  /** Closes all windows, because open ones poll the server. */
  endSuite(): Promise<void>;
  close(): Promise<void>;
}

/** Starts an installation and opens an office on it. */
export async function openOffice(options: Pick<StackOptions, 'env' | 'isSeeded'> = {}): Promise<Office> {
  // For development of tests: the `ready` event of a running installation, as JSON.
  const running = process.env['FRONTAGE_RUNNING'];
  return openOfficeOn(
    running ? ({ ...JSON.parse(running), stop: async () => {} } as RunningStack) : await startStack(options),
  );
}

/** The properties of an installation that an office needs. */
type Installation = Pick<RunningStack, 'project' | 'admin' | 'firestore' | 'auth' | 'port' | 'stop'>;

/** Opens an office on an installation. `close` stops the installation. */
export async function openOfficeOn<Stack extends Installation>(stack: Stack): Promise<Office<Stack>> {
  process.env['FIRESTORE_EMULATOR_HOST'] = stack.firestore;
  process.env['FIREBASE_AUTH_EMULATOR_HOST'] = stack.auth;
  const app = initializeApp({ projectId: stack.project }, `office-${stack.port}-${Date.now()}`);
  const firestore = getFirestore(app);
  const accounts = getAuth(app);
  const browser = await openBrowser();

  const open: Office<Stack>['open'] = async (path = '/', { isVisual = false, ...options } = {}) => {
    const context = await browser.newContext({
      baseURL: stack.admin,
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
      ...options,
    });
    if (!isVisual) await context.addInitScript(chooseViews);
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
    endSuite: async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    async close() {
      await browser.close();
      await deleteApp(app);
      await stack.stop();
    },
  };
}

/** Chooses the source editor and the compact list in a browser without a choice. Frames without storage have neither. */
function chooseViews(): void {
  try {
    localStorage['frontage.pages-view'] ??= 'tree';
    localStorage['frontage.text-editor'] ??= 'markdown';
  } catch {}
}

/** Opens an office on a seeded installation whose setup is complete. */
export async function openClaimedOffice({ env }: Pick<StackOptions, 'env'> = {}): Promise<Office> {
  const office = await openOffice({ isSeeded: true, ...(env && { env }) });
  await office.firestore.doc('system/bootstrap').set({ at: FieldValue.serverTimestamp() });
  return office;
}

export async function submitSignIn(page: Page, email: string, typed = password): Promise<void> {
  // The exact name, because the account screen with another "Email" may still be visible after sign-out.
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email);
  await page.getByLabel('Password').fill(typed);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Opens the newest link to `email` in the local mailbox in a new window. Returns the page. */
export async function openMailLink(office: Office, email: string): Promise<Page> {
  const page = await office.open(adminPaths.localMail);
  await page.getByRole('listitem').filter({ hasText: email }).first().getByRole('link').click();
  await page.waitForURL(`**${adminPaths.emailAction}?**`);
  return page;
}

import { createRequire } from 'node:module';
import type { RequestListener } from 'node:http';
import { loadToolsOnFirstUse } from '../lazy-modules.ts';
import type { ApiSpec } from './trim-api-spec.ts';

/**
 * The parts of firebase-tools' Authentication emulator that this folder relies on. They are private to firebase-tools,
 * so the version is pinned and tests/contract/auth/emulator-api.test.ts checks them.
 */

export interface MfaEnrollment {
  mfaEnrollmentId?: string;
  displayName?: string;
  enrolledAt?: string;
  phoneInfo?: string;
  unobfuscatedPhoneInfo?: string;
  totpInfo?: Record<string, never>;
}

export interface ProviderInfo {
  providerId: string;
  rawId: string;
}

/** An account in the emulator's format; only the fields used here are named. */
export interface Account extends Record<string, unknown> {
  localId: string;
  emailVerified?: boolean;
  disabled?: boolean;
  /** Milliseconds since the epoch. */
  lastLoginAt?: string;
  /** Seconds since the epoch: tokens issued earlier are revoked. */
  validSince?: string;
  mfaInfo?: MfaEnrollment[];
  providerUserInfo?: ProviderInfo[];
}

export type OobRequest =
  | 'PASSWORD_RESET'
  | 'VERIFY_EMAIL'
  | 'VERIFY_AND_CHANGE_EMAIL'
  | 'RECOVER_EMAIL'
  | 'EMAIL_SIGNIN';

/** A code in an email. */
export interface OobCode {
  oobCode: string;
  /** The URL of the emulator's page, with all parameters that another page needs. */
  oobLink: string;
  requestType: OobRequest;
  /** The account's email. */
  email: string;
  /** For VERIFY_AND_CHANGE_EMAIL: the account's new address, which receives the email. */
  newEmail?: string;
  /** Our field: milliseconds since 1970. */
  createdAt?: number;
}

export interface SecondFactor {
  identifier: string;
  provider: 'phone' | 'totp';
}

export interface RefreshTokenRecord extends Record<string, unknown> {
  localId: string;
  /** Our field: seconds since 1970 at which the token was issued. */
  issuedAt?: number;
  /** Our field: milliseconds since 1970 at which the token was issued. */
  issuedAtMs?: number;
  /** Our field: seconds since 1970 of the session's sign-in. */
  signedInAt?: number;
  secondFactor?: SecondFactor;
}

export interface ProjectState {
  readonly projectId: string;
  readonly users: Map<string, Account>;
  readonly oobs: Map<string, OobCode>;
  readonly config: object;
  updateConfig(update: object, updateMask: string | undefined): unknown;
  updateUserByLocalId(
    localId: string,
    fields: Partial<Account>,
    options?: { upsertProviders?: ProviderInfo[] },
  ): Account;
  getUserByLocalId(localId: string): Account | undefined;
  deleteUser(user: Account): void;
  deleteAllAccounts(): void;
  validateMfaEnrollments(enrollments: MfaEnrollment[]): MfaEnrollment[];
  createRefreshTokenFor(
    user: Account,
    provider: string,
    options?: { secondFactor?: SecondFactor; extraClaims?: object },
  ): string;
  validateRefreshToken(token: string): { user: Account };
  createOob(
    email: string,
    newEmail: string | undefined,
    requestType: OobRequest,
    generateLink: (oobCode: string) => string,
  ): OobCode;
  validateOobCode(oobCode: string): OobCode | undefined;
  deleteOobCode(oobCode: string): boolean;
}

/** The context of an operation besides its body. */
export interface OperationContext {
  security?: { Oauth2?: unknown };
}

export type Operation = (state: ProjectState, body: Record<string, unknown>, context: OperationContext) => unknown;

/** The emulator's tree of operations, named like the API's methods. */
export interface AuthOperations {
  identitytoolkit: {
    accounts: Record<string, Operation> & {
      mfaEnrollment: Record<string, Operation>;
      mfaSignIn: Record<string, Operation>;
    };
    [resource: string]: unknown;
  };
  securetoken: { token: Operation };
  [api: string]: unknown;
}

interface ErrorConstructor {
  new (message: string): Error;
}

const require = createRequire(import.meta.url);
loadToolsOnFirstUse();

export const stateModule = require('firebase-tools/lib/emulator/auth/state') as {
  AgentProjectState: new (projectId: string) => ProjectState;
  encodeRefreshToken(record: RefreshTokenRecord): string;
  decodeRefreshToken(token: string): RefreshTokenRecord;
};

export interface DecodedJwt {
  header: object;
  payload: unknown;
  signature: string;
}

/** The module with which firebase-tools decodes tokens; without `complete` it returns only the payload. */
export const jwtModule = createRequire(require.resolve('firebase-tools/lib/emulator/auth/server'))('jsonwebtoken') as {
  decode(token: string, options: { complete?: boolean; json?: boolean }): unknown;
};

export const errorsModule = require('firebase-tools/lib/emulator/auth/errors') as { BadRequestError: ErrorConstructor };

export const operationsModule = require('firebase-tools/lib/emulator/auth/operations') as {
  authOperations: AuthOperations;
};

/** The API description from which the emulator compiles its router at startup. */
export const apiSpec = (require('firebase-tools/lib/emulator/auth/apiSpec') as { default: ApiSpec }).default;

/** Single-project mode that refuses requests naming another project. */
export const REFUSE_OTHER_PROJECTS = 2;

export const serverModule = require('firebase-tools/lib/emulator/auth/server') as {
  createApp(project: string, singleProjectMode: number, states: Map<string, ProjectState>): Promise<RequestListener>;
};

/** The module that the emulator builds its router with. It accepts options that the emulator does not pass. */
export const routerModule = createRequire(require.resolve('firebase-tools/lib/emulator/auth/server'))(
  'exegesis-express',
) as {
  middleware(spec: object, options: { lazyCompileValidationSchemas?: boolean }): Promise<unknown>;
};

/** firebase-tools' logger: it prints nothing, but its stream can be read. */
export const toolsLogger = (
  require('firebase-tools/lib/logger') as {
    logger: {
      on(event: 'data', listener: (line: { level: string; metadata?: { message?: unknown } }) => void): unknown;
    };
  }
).logger;

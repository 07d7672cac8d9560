import { randomBytes, randomUUID } from 'node:crypto';
import type { DurableState } from './durable-state.ts';
import {
  type Account,
  type AuthOperations,
  errorsModule,
  type MfaEnrollment,
  type Operation,
  type ProjectState,
  type SecondFactor,
} from './emulator-api.ts';
import { generateSecret, stepsOfCode, TOTP } from './totp.ts';

/**
 * Limits attempts at second factors: codes have six digits, so a caller that knows a password must not try many codes.
 */
interface SecondFactorAttempts {
  /** Creates a challenge after a first factor was passed. */
  open(): string;
  /** Whether a code may be tried for the challenge and its account; counts the attempt. */
  take(challenge: unknown, localId: string): 'allowed' | 'unknown challenge' | 'too many';
  /** Ends the challenge after a right code and uncounts its attempt. */
  close(challenge: string, localId: string): void;
}

const challengeMs = 10 * 60_000;
const perChallenge = 5;
const accountMs = 15 * 60_000;
const perAccount = 10;

interface Count {
  attempts: number;
  endsAt: number;
}

export function countSecondFactorAttempts(now: () => number = Date.now): SecondFactorAttempts {
  const challenges = new Map<string, Count>();
  const accounts = new Map<string, Count>();
  const unexpired = (counts: Map<string, Count>, key: string): Count | undefined => {
    // Maps keep the order of insertion, so expired entries are at the front.
    for (const [old, { endsAt }] of counts) {
      if (endsAt > now()) break;
      counts.delete(old);
    }
    return counts.get(key);
  };
  return {
    open() {
      const challenge = randomUUID();
      challenges.set(challenge, { attempts: 0, endsAt: now() + challengeMs });
      return challenge;
    },
    take(challenge, localId) {
      const found = typeof challenge === 'string' ? unexpired(challenges, challenge) : undefined;
      if (found === undefined) return 'unknown challenge';
      const account = unexpired(accounts, localId) ?? { attempts: 0, endsAt: now() + accountMs };
      if (found.attempts >= perChallenge || account.attempts >= perAccount) return 'too many';
      found.attempts += 1;
      account.attempts += 1;
      accounts.set(localId, account);
      return 'allowed';
    },
    close(challenge, localId) {
      challenges.delete(challenge);
      const account = accounts.get(localId);
      if (account !== undefined) account.attempts -= 1;
    },
  };
}

const ENROLMENT_MINUTES = 5;
const TRIES_TO_ENROL = 5;
const TOO_MANY = 'TOO_MANY_ATTEMPTS_TRY_LATER';

/** First factors that cannot have a second one, as on hosted Firebase. */
const INELIGIBLE = new Set(['phone', 'anonymous', 'custom', 'gc.apple.com']);

/** Sign-in operations whose response lists the account's factors if a second one is required. */
const FIRST_FACTORS = ['signInWithPassword', 'signInWithEmailLink', 'signInWithIdp'] as const;

interface EnrollmentSession {
  localId: string;
  secret: string;
  expiresAt: number;
  attempts: number;
}

interface Tokens {
  idToken: string;
  refreshToken: string;
}

/**
 * The emulator's operations, with time-based one-time passwords in addition to SMS factors: enroll, withdraw and sign
 * in, with tokens that have `sign_in_second_factor: "totp"`. Requests without TOTP reach the emulator's operation
 * unchanged.
 */
export function withTotp(emulated: AuthOperations): AuthOperations {
  const { securetoken } = emulated;
  const operations = { ...emulated, securetoken: { ...securetoken, token: withSessionTime(securetoken.token) } };
  const { accounts } = operations.identitytoolkit;
  const sessions = new Map<string, EnrollmentSession>();
  const attempts = countSecondFactorAttempts();
  const own = {
    start: startEnrollment(operations, sessions),
    finalize: finalizeEnrollment(operations, sessions),
    signIn: finalizeSignIn(operations, attempts),
  };
  const enrollment = accounts.mfaEnrollment;
  const signIn = accounts.mfaSignIn;
  return {
    ...operations,
    identitytoolkit: {
      ...operations.identitytoolkit,
      accounts: {
        ...accounts,
        ...Object.fromEntries(
          FIRST_FACTORS.map((name) => [name, withChallenge(required(accounts[name], name), attempts)]),
        ),
        mfaEnrollment: {
          ...enrollment,
          start: choose('totpEnrollmentInfo', own.start, required(enrollment['start'], 'mfaEnrollment.start')),
          finalize: choose(
            'totpVerificationInfo',
            own.finalize,
            required(enrollment['finalize'], 'mfaEnrollment.finalize'),
          ),
        },
        mfaSignIn: {
          ...signIn,
          finalize: choose('totpVerificationInfo', own.signIn, required(signIn['finalize'], 'mfaSignIn.finalize')),
        },
      } as unknown as AuthOperations['identitytoolkit']['accounts'],
    },
  };
}

export function required(operation: Operation | undefined, name: string): Operation {
  if (operation === undefined) throw new Error(`firebase-tools has no operation ${name}`);
  return operation;
}

const choose =
  (field: string, ours: Operation, theirs: Operation): Operation =>
  (state, body, context) =>
    (body[field] === undefined ? theirs : ours)(state, body, context);

function check(condition: unknown, message: string): asserts condition {
  if (condition === undefined || condition === null || condition === false || condition === '') {
    throw new errorsModule.BadRequestError(message);
  }
}

const startEnrollment =
  (operations: AuthOperations, sessions: Map<string, EnrollmentSession>): Operation =>
  (state, body) => {
    const { account, provider } = signedIn(operations, state as DurableState, body);
    check(!INELIGIBLE.has(provider), 'UNSUPPORTED_FIRST_FACTOR : MFA is not available for the given first factor.');
    check(account.emailVerified, 'UNVERIFIED_EMAIL : Need to verify email first before enrolling second factors.');
    const sessionInfo = randomBytes(48).toString('base64url');
    const expiresAt = Date.now() + ENROLMENT_MINUTES * 60_000;
    const secret = generateSecret();
    for (const [id, session] of sessions) if (session.expiresAt < Date.now()) sessions.delete(id);
    sessions.set(sessionInfo, { localId: account.localId, secret, expiresAt, attempts: 0 });
    return {
      totpSessionInfo: {
        sharedSecretKey: secret,
        verificationCodeLength: TOTP.digits,
        hashingAlgorithm: TOTP.algorithm,
        periodSec: TOTP.periodSeconds,
        sessionInfo,
        finalizeEnrollmentTime: new Date(expiresAt).toISOString(),
      },
    };
  };

const finalizeEnrollment =
  (operations: AuthOperations, sessions: Map<string, EnrollmentSession>): Operation =>
  async (state, body) => {
    const durable = state as DurableState;
    const { account, provider } = signedIn(operations, durable, body);
    const { sessionInfo, verificationCode } = body['totpVerificationInfo'] as Record<string, unknown>;
    check(typeof verificationCode === 'string' && verificationCode, 'MISSING_CODE');
    check(typeof sessionInfo === 'string' && sessionInfo, 'MISSING_SESSION_INFO');
    const session = sessions.get(sessionInfo);
    check(session?.localId === account.localId, 'INVALID_SESSION_INFO');
    check(session !== undefined && session.expiresAt >= Date.now(), 'SESSION_EXPIRED');
    session.attempts += 1;
    check(session.attempts <= TRIES_TO_ENROL, TOO_MANY);
    const steps = stepsOfCode(session.secret, verificationCode, Date.now());
    check(steps.length > 0, 'INVALID_CODE');
    sessions.delete(sessionInfo);

    const enrollmentId = randomBytes(21).toString('base64url');
    const enrollment: MfaEnrollment = {
      mfaEnrollmentId: enrollmentId,
      enrolledAt: new Date().toISOString(),
      totpInfo: {},
      ...(typeof body['displayName'] === 'string' && { displayName: body['displayName'] }),
    };
    durable.keepSecret({ enrollmentId, localId: account.localId, secret: session.secret, usedSteps: steps });
    const enrolled = durable.updateUserByLocalId(account.localId, {
      mfaInfo: [...(account.mfaInfo ?? []), enrollment],
    });
    return {
      ...(await issueTokens(operations, durable, {
        account: enrolled,
        provider,
        secondFactor: totpFactor(enrollmentId),
      })),
      totpAuthInfo: {},
    };
  };

const finalizeSignIn =
  (operations: AuthOperations, attempts: SecondFactorAttempts): Operation =>
  async (state, body) => {
    const durable = state as DurableState;
    const { account, provider, challenge } = pending(durable, body['mfaPendingCredential']);
    const { mfaEnrollmentId: enrollmentId } = body;
    const { verificationCode } = body['totpVerificationInfo'] as Record<string, unknown>;
    check(
      typeof enrollmentId === 'string' && enrollmentId,
      'MISSING_MFA_ENROLLMENT_ID : No second factor identifier is provided.',
    );
    check(typeof verificationCode === 'string' && verificationCode, 'MISSING_CODE');
    const listed = account.mfaInfo?.some(
      ({ mfaEnrollmentId, totpInfo }) => mfaEnrollmentId === enrollmentId && totpInfo,
    );
    const secret = durable.secretOf(enrollmentId);
    check(listed && secret, 'MFA_ENROLLMENT_NOT_FOUND');
    const taken = attempts.take(challenge, account.localId);
    check(taken !== 'unknown challenge', 'INVALID_MFA_PENDING_CREDENTIAL');
    check(taken === 'allowed', TOO_MANY);
    const steps = stepsOfCode(secret, verificationCode, Date.now());
    check(steps.length > 0 && durable.useStep(enrollmentId, steps), 'INVALID_CODE');
    attempts.close(challenge, account.localId);
    check(account.disabled !== true, 'USER_DISABLED');
    const fresh = durable.updateUserByLocalId(account.localId, { lastLoginAt: String(Date.now()) });
    return issueTokens(operations, durable, { account: fresh, provider, secondFactor: totpFactor(enrollmentId) });
  };

/**
 * Sets the sign-in time of a renewed ID token to that of its session: the emulator uses the account's last one. The
 * emulator's tokens are not signed.
 */
const withSessionTime =
  (renew: Operation): Operation =>
  async (state, body, context) => {
    const answer = (await renew(state, body, context)) as Record<string, string>;
    const record = decodeJson(String(body['refreshToken']), 'base64') as { signedInAt?: number } | null;
    const [header = '', payload = '', signature = ''] = (answer['id_token'] ?? '').split('.');
    const claims = decodeJson(payload, 'base64url') as Record<string, unknown> | null;
    if (record?.signedInAt === undefined || claims === null) return answer;
    const kept = Buffer.from(JSON.stringify({ ...claims, auth_time: record.signedInAt })).toString('base64url');
    const id_token = [header, kept, signature].join('.');
    return { ...answer, id_token, access_token: id_token };
  };

/** The account of `idToken`, checked by the emulator's lookup (revoked, disabled, unknown). */
function signedIn(
  { identitytoolkit }: AuthOperations,
  state: DurableState,
  { idToken }: Record<string, unknown>,
): { account: Account; provider: string } {
  check(typeof idToken === 'string' && idToken, 'MISSING_ID_TOKEN');
  const lookup = required(identitytoolkit.accounts['lookup'], 'accounts.lookup');
  const { users = [] } = lookup(state, { idToken }, {}) as { users?: Account[] };
  const account = users[0] && state.getUserByLocalId(users[0].localId);
  check(account, 'USER_NOT_FOUND');
  const claims = decodeJson(idToken.split('.')[1] ?? '', 'base64url') as {
    firebase?: { sign_in_provider?: string };
  } | null;
  return { account, provider: claims?.firebase?.sign_in_provider ?? 'password' };
}

/** The account that passed its first factor. */
function pending(state: DurableState, credential: unknown): { account: Account; provider: string; challenge: string } {
  check(
    typeof credential === 'string' && credential,
    'MISSING_MFA_PENDING_CREDENTIAL : Request does not have MFA pending credential.',
  );
  const record = decodeJson(credential, 'base64') as Record<string, unknown> | null;
  check(record?.['_AuthEmulatorMfaPendingCredential'], 'INVALID_MFA_PENDING_CREDENTIAL');
  check(
    record['projectId'] === state.projectId,
    'INVALID_PROJECT_ID : Project ID does not match MFA pending credential.',
  );
  const account = state.getUserByLocalId(String(record['localId']));
  check(account, 'USER_NOT_FOUND');
  return { account, provider: String(record['signInProvider']), challenge: String(record['challenge']) };
}

export function decodeJson(text: string, encoding: 'base64' | 'base64url'): unknown {
  try {
    return JSON.parse(Buffer.from(text, encoding).toString('utf8'));
  } catch {
    return null;
  }
}

const totpFactor = (identifier: string): SecondFactor => ({ identifier, provider: 'totp' });

// The emulator copies the second factor of a refresh token into every ID token made from it, also after an hour.
export async function issueTokens(
  { securetoken }: AuthOperations,
  state: ProjectState,
  { account, provider, secondFactor }: { account: Account; provider: string; secondFactor: SecondFactor },
): Promise<Tokens> {
  const refreshToken = state.createRefreshTokenFor(account, provider, { secondFactor });
  const grant = (await securetoken.token(state, { grantType: 'refresh_token', refreshToken }, {})) as Record<
    string,
    string
  >;
  return { idToken: grant['id_token'] ?? '', refreshToken: grant['refresh_token'] ?? '' };
}

/**
 * Marks the TOTP factors in the response of a first factor, and adds a challenge to its credential, because any client
 * could forge the emulator's credential.
 */
const withChallenge =
  (operation: Operation, attempts: SecondFactorAttempts): Operation =>
  async (state, body, context) => {
    const answer = (await operation(state, body, context)) as {
      mfaInfo?: MfaEnrollment[];
      mfaPendingCredential?: string;
    };
    if (answer.mfaInfo === undefined) return answer;
    const isTotp = ({ mfaEnrollmentId }: MfaEnrollment) =>
      mfaEnrollmentId !== undefined && (state as DurableState).secretOf(mfaEnrollmentId) !== undefined;
    const credential = decodeJson(answer.mfaPendingCredential ?? '', 'base64') as object;
    const challenged = JSON.stringify({ ...credential, challenge: attempts.open() });
    return {
      ...answer,
      mfaPendingCredential: Buffer.from(challenged).toString('base64'),
      mfaInfo: answer.mfaInfo.map((factor) => (isTotp(factor) ? { ...factor, totpInfo: {} } : factor)),
    };
  };

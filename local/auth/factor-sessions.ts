import {
  type Account,
  type AuthOperations,
  errorsModule,
  type Operation,
  type ProjectState,
  type SecondFactor,
  stateModule,
} from './emulator-api.ts';
import { decodeJson, issueTokens, required } from './totp-operations.ts';

/**
 * Operations of a signed-in user on factors, credentials and the address. For an account with a second factor they
 * require a session that used one.
 */
const guarded = [
  'update',
  'delete',
  'sendOobCode',
  'signUp',
  'signInWithIdp',
  'signInWithEmailLink',
  'signInWithPhoneNumber',
] as const;

interface Answer extends Record<string, unknown> {
  idToken?: string;
  refreshToken?: string;
}

interface Session {
  account: Account;
  /** The factor that the session used, if the account still has it. */
  factor: SecondFactor | null;
}

/**
 * The operations with the sessions of accounts that have a second factor: an enrollment ends all older sessions, and
 * sessions without the factor, such as those of custom tokens, change nothing about the account. The emulator ends no
 * session at an enrollment, and its operations that issue new tokens drop the factor of the session.
 */
export function withFactorSessions(operations: AuthOperations): AuthOperations {
  const { identitytoolkit } = operations;
  const { accounts } = identitytoolkit;
  const guard = (operation: Operation): Operation => keepFactor(operations, requireFactor(operation));
  const guardNamed = (group: Readonly<Record<string, Operation>>, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, guard(required(group[name], name))]));
  const enrollment = guardNamed(accounts.mfaEnrollment, ['start', 'withdraw', 'finalize']);
  enrollment['finalize'] = endOlderSessions(operations, required(enrollment['finalize'], 'finalize'));
  const changed = Object.assign({ ...accounts, ...guardNamed(accounts, guarded) }, { mfaEnrollment: enrollment });
  return { ...operations, identitytoolkit: { ...identitytoolkit, accounts: changed } };
}

/** The session of an ID token; null without a token or account. The operation itself refuses invalid tokens. */
function sessionOf(state: ProjectState, idToken: unknown): Session | null {
  if (typeof idToken !== 'string') return null;
  const claims = decodeJson(idToken.split('.')[1] ?? '', 'base64url') as {
    user_id?: unknown;
    firebase?: { sign_in_second_factor?: SecondFactor['provider']; second_factor_identifier?: string };
  } | null;
  const account = state.getUserByLocalId(String(claims?.user_id));
  if (account === undefined) return null;
  const { sign_in_second_factor: provider, second_factor_identifier: identifier } = claims?.firebase ?? {};
  const isEnrolled = account.mfaInfo?.some(({ mfaEnrollmentId }) => mfaEnrollmentId === identifier) === true;
  const factor = provider !== undefined && identifier !== undefined && isEnrolled ? { provider, identifier } : null;
  return { account, factor };
}

const requireFactor =
  (operation: Operation): Operation =>
  (state, body, context) => {
    const session = sessionOf(state, body['idToken']);
    if (session && (session.account.mfaInfo ?? []).length > 0 && session.factor === null) {
      throw new errorsModule.BadRequestError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
    }
    return operation(state, body, context);
  };

/** Issues tokens with the factor of the session, as long as the account has it. */
const keepFactor =
  (operations: AuthOperations, operation: Operation): Operation =>
  async (state, body, context) => {
    const before = sessionOf(state, body['idToken']);
    const answer = (await operation(state, body, context)) as Answer;
    if (!before?.factor || answer.refreshToken === undefined) return answer;
    const { account, factor: current } = sessionOf(state, body['idToken']) ?? {};
    const issued = stateModule.decodeRefreshToken(answer.refreshToken);
    if (!account || !current || issued['secondFactor'] !== undefined) return answer;
    const provider = String(issued['provider']);
    return { ...answer, ...(await issueTokens(operations, state, { account, provider, secondFactor: current })) };
  };

/**
 * Ends all sessions from before the enrollment and issues tokens for the enrolling one. Links that would change the
 * address were requested by one of those sessions, so they are void.
 */
const endOlderSessions =
  (operations: AuthOperations, finalize: Operation): Operation =>
  async (state, body, context) => {
    const answer = (await finalize(state, body, context)) as Answer;
    const { localId, provider, secondFactor } = stateModule.decodeRefreshToken(answer.refreshToken ?? '');
    const now = Date.now();
    // `lastRefreshAt` sets the time of the sign-in of the new tokens.
    const account = state.updateUserByLocalId(localId, {
      validSince: String(Math.floor(now / 1_000)),
      lastRefreshAt: new Date(now).toISOString(),
    });
    for (const { oobCode, requestType, email } of state.oobs.values()) {
      if (requestType === 'VERIFY_AND_CHANGE_EMAIL' && email === account['email']) state.deleteOobCode(oobCode);
    }
    const tokens = await issueTokens(operations, state, {
      account,
      provider: String(provider),
      secondFactor: secondFactor as SecondFactor,
    });
    return { ...answer, ...tokens };
  };

import type { AccountChanges, AccountStore, FactorSecret } from './account-store.ts';
import { errorsModule, stateModule } from './emulator-api.ts';
import type { Account, MfaEnrollment, OobCode, OobRequest, ProjectState, ProviderInfo } from './emulator-api.ts';

/** The emulator's state of a project, extended by TOTP secrets, revoked refresh tokens and persistence. */
export interface DurableState extends ProjectState {
  /** The base 32 secret of an enrolled TOTP factor. */
  secretOf(enrollmentId: string): string | undefined;
  /** Stores the secret of a TOTP factor that is being enrolled. */
  keepSecret(factor: FactorSecret): void;
  /** Marks the first unused one of these time steps of a factor as used; false if all were used. */
  useStep(enrollmentId: string, steps: readonly number[]): boolean;
  /** The codes created since the last call, newest last. */
  takeNewCodes(): OobCode[];
  /** Writes all changes since the last flush; returns when they are on disk. */
  flush(): void;
}

// More steps than are accepted at any one time.
const maxUsedSteps = 8;

const hour = 60 * 60_000;

/** Validity in ms of the codes in emails, as on hosted Firebase; the emulator's codes never expire. */
const codeValidity: Record<OobRequest, number> = {
  PASSWORD_RESET: hour,
  EMAIL_SIGNIN: 6 * hour,
  VERIFY_EMAIL: 3 * 24 * hour,
  VERIFY_AND_CHANGE_EMAIL: 3 * 24 * hour,
  RECOVER_EMAIL: 30 * 24 * hour,
};

const isExpired = ({ createdAt = 0, requestType }: OobCode): boolean =>
  createdAt + codeValidity[requestType] < Date.now();

// The emulator derives these two from email, password and phone number; stored ones would be added twice.
const DERIVED_PROVIDERS = new Set(['password', 'phone']);

export function createDurableState(project: string, store: AccountStore): DurableState {
  const state = new State(project);
  state.restore(store);
  return state;
}

class State extends stateModule.AgentProjectState implements DurableState {
  private store: AccountStore | undefined;
  private readonly secrets = new Map<string, FactorSecret>();
  private changedAccounts = new Set<string>();
  private changedFactors = new Set<string>();
  private storedOobs = new Map<string, string>();
  private storedConfig = '';
  private newCodes: OobCode[] = [];

  restore(store: AccountStore): void {
    const { accounts, oobCodes, factors, config } = store.load();
    for (const factor of factors) this.secrets.set(factor.enrollmentId, factor);
    for (const { id, json } of accounts) this.restoreAccount(id, JSON.parse(json) as Account);
    for (const { id, json } of oobCodes) {
      this.oobs.set(id, JSON.parse(json) as OobCode);
      this.storedOobs.set(id, json);
    }
    if (config !== null) this.updateConfig(JSON.parse(config) as object, undefined);
    this.storedConfig = JSON.stringify(this.config);
    this.changedAccounts.clear();
    this.store = store;
  }

  private restoreAccount(localId: string, { localId: _, ...fields }: Account): void {
    const own: ProviderInfo[] = (fields.providerUserInfo ?? []).filter(
      ({ providerId }) => !DERIVED_PROVIDERS.has(providerId),
    );
    this.users.set(localId, { localId });
    this.updateUserByLocalId(localId, { ...fields, providerUserInfo: own }, { upsertProviders: [...own] });
  }

  override updateUserByLocalId(
    ...[localId, fields, options]: Parameters<ProjectState['updateUserByLocalId']>
  ): Account {
    const account = super.updateUserByLocalId(localId, fields, options);
    if ('lastRefreshAt' in fields) alignSignInTime(account);
    this.changedAccounts.add(account.localId);
    this.forgetFactorsOf(account.localId, new Set(account.mfaInfo?.map(({ mfaEnrollmentId }) => mfaEnrollmentId)));
    return account;
  }

  override deleteUser(account: Account): void {
    super.deleteUser(account);
    this.changedAccounts.add(account.localId);
    this.forgetFactorsOf(account.localId, new Set());
  }

  override deleteAllAccounts(): void {
    for (const localId of this.users.keys()) this.changedAccounts.add(localId);
    for (const enrollmentId of this.secrets.keys()) this.changedFactors.add(enrollmentId);
    this.secrets.clear();
    super.deleteAllAccounts();
  }

  override validateMfaEnrollments(enrollments: MfaEnrollment[]): MfaEnrollment[] {
    super.validateMfaEnrollments(enrollments.filter(({ totpInfo }) => totpInfo === undefined));
    return enrollments;
  }

  override createRefreshTokenFor(...args: Parameters<ProjectState['createRefreshTokenFor']>): string {
    const record = stateModule.decodeRefreshToken(super.createRefreshTokenFor(...args));
    const seconds = (ms: number): number => Math.floor(ms / 1_000);
    const signedInAt = seconds(Number(args[0].lastLoginAt ?? Date.now()));
    const now = Date.now();
    return stateModule.encodeRefreshToken({ ...record, issuedAt: seconds(now), issuedAtMs: now, signedInAt });
  }

  override validateRefreshToken(token: string): { user: Account } {
    const valid = super.validateRefreshToken(token);
    const { issuedAt = 0, issuedAtMs = 0, secondFactor } = stateModule.decodeRefreshToken(token);
    const isRevoked = issuedAt < Number(valid.user.validSince ?? 0);
    // `validSince` has whole seconds: a session from the second of an enrollment, before it, ends too.
    const precedesFactor = (valid.user.mfaInfo ?? []).some(
      ({ enrolledAt = '' }) => issuedAtMs <= (Date.parse(enrolledAt) || 0),
    );
    if (isRevoked || (precedesFactor && secondFactor === undefined))
      throw new errorsModule.BadRequestError('TOKEN_EXPIRED');
    return valid;
  }

  override createOob(...args: Parameters<ProjectState['createOob']>): OobCode {
    for (const code of this.oobs.values()) if (isExpired(code)) this.oobs.delete(code.oobCode);
    const code = Object.assign(super.createOob(...args), { createdAt: Date.now() });
    this.newCodes.push(code);
    return code;
  }

  override validateOobCode(oobCode: string): OobCode | undefined {
    const code = super.validateOobCode(oobCode);
    if (code && isExpired(code)) throw new errorsModule.BadRequestError('EXPIRED_OOB_CODE');
    return code;
  }

  takeNewCodes(): OobCode[] {
    return this.newCodes.splice(0);
  }

  secretOf(enrollmentId: string): string | undefined {
    return this.secrets.get(enrollmentId)?.secret;
  }

  keepSecret(factor: FactorSecret): void {
    this.secrets.set(factor.enrollmentId, factor);
    this.changedFactors.add(factor.enrollmentId);
  }

  useStep(enrollmentId: string, steps: readonly number[]): boolean {
    const factor = this.secrets.get(enrollmentId);
    const step = steps.find((found) => factor?.usedSteps.includes(found) === false);
    if (factor === undefined || step === undefined) return false;
    this.keepSecret({ ...factor, usedSteps: [...factor.usedSteps, step].slice(-maxUsedSteps) });
    return true;
  }

  flush(): void {
    const changes = this.changes();
    const { accounts, oobCodes, factors, config } = changes;
    if (this.store === undefined || accounts.size + oobCodes.size + factors.size + (config === null ? 0 : 1) === 0)
      return;
    this.store.commit(changes);
    this.changedAccounts.clear();
    this.changedFactors.clear();
    for (const [id, json] of oobCodes) {
      if (json === null) this.storedOobs.delete(id);
      else this.storedOobs.set(id, json);
    }
    if (config !== null) this.storedConfig = config;
  }

  private changes(): AccountChanges {
    const config = JSON.stringify(this.config);
    return {
      accounts: new Map([...this.changedAccounts].map((id) => [id, toJson(this.users.get(id))])),
      oobCodes: new Map([...this.changedOobs()]),
      factors: new Map([...this.changedFactors].map((id) => [id, this.secrets.get(id) ?? null])),
      config: config === this.storedConfig ? null : config,
    };
  }

  private *changedOobs(): Generator<[string, string | null]> {
    for (const [id, oob] of this.oobs) if (!this.storedOobs.has(id)) yield [id, JSON.stringify(oob)];
    for (const id of this.storedOobs.keys()) if (!this.oobs.has(id)) yield [id, null];
  }

  /** Deletes the secrets of factors that the account no longer lists. */
  private forgetFactorsOf(localId: string, listed: Set<string | undefined>): void {
    for (const factor of this.secrets.values()) {
      if (factor.localId !== localId || listed.has(factor.enrollmentId)) continue;
      this.secrets.delete(factor.enrollmentId);
      this.changedFactors.add(factor.enrollmentId);
    }
  }
}

/**
 * Tokens carry the time of the last sign-in. If a password was set after it (during sign-up or in this session), the
 * tokens of the response would be refused as revoked; this moves the sign-in time forward.
 */
function alignSignInTime(account: Account): void {
  const validSince = 1_000 * Number(account.validSince ?? 0);
  if (Number(account.lastLoginAt ?? 0) < validSince) account.lastLoginAt = String(validSince);
}

function toJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

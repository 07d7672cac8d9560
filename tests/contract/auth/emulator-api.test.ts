import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import {
  apiSpec,
  errorsModule,
  operationsModule,
  serverModule,
  stateModule,
  toolsLogger,
} from '../../../local/auth/emulator-api.ts';
import { trimApiSpec } from '../../../local/auth/trim-api-spec.ts';

/** The private API of firebase-tools used by the Authentication service, checked for each new version. */

const require = createRequire(import.meta.url);

describe('firebase-tools', () => {
  it('has the supported version', () => {
    const { version } = JSON.parse(readFileSync(require.resolve('firebase-tools/package.json'), 'utf8')) as {
      version: string;
    };
    expect(version).toBe('15.34.2');
  });

  it.each(['start', 'finalize', 'withdraw'])('has the operation mfaEnrollment.%s', (name) => {
    expect(operationsModule.authOperations.identitytoolkit.accounts.mfaEnrollment[name]).toBeTypeOf('function');
  });

  it.each([
    'lookup',
    'signInWithPassword',
    'signInWithEmailLink',
    'signInWithIdp',
    'update',
    'delete',
    'sendOobCode',
    'signUp',
    'signInWithPhoneNumber',
  ])('has the operation accounts.%s', (name) => {
    expect(operationsModule.authOperations.identitytoolkit.accounts[name]).toBeTypeOf('function');
  });

  it('has the operations mfaSignIn.finalize and token', () => {
    expect(operationsModule.authOperations.identitytoolkit.accounts.mfaSignIn['finalize']).toBeTypeOf('function');
    expect(operationsModule.authOperations.securetoken.token).toBeTypeOf('function');
  });

  it('changes accounts only in updateUserByLocalId, deleteUser and deleteAllAccounts', () => {
    const names = Object.getOwnPropertyNames(Object.getPrototypeOf(stateModule.AgentProjectState.prototype));
    const source = names
      .map((name) => String(Reflect.get(stateModule.AgentProjectState.prototype, name) ?? ''))
      .join('\n');
    expect(source.match(/this\.users\.(set|delete|clear)\(/g)).toEqual([
      'this.users.set(',
      'this.users.set(',
      'this.users.delete(',
      'this.users.clear(',
    ]);
    expect(names).toEqual(
      expect.arrayContaining([
        'createUserWithLocalId',
        'overwriteUserWithLocalId',
        'updateUserByLocalId',
        'deleteUser',
        'deleteAllAccounts',
      ]),
    );
  });

  it('writes the second factor of a refresh token into the ID tokens made from it', async () => {
    const state = new stateModule.AgentProjectState('demo-x');
    state.users.set('ada', { localId: 'ada' });
    const ada = state.updateUserByLocalId('ada', { email: 'ada@example.com', lastLoginAt: '0' });
    const refreshToken = state.createRefreshTokenFor(ada, 'password', {
      secondFactor: { identifier: 'f', provider: 'totp' },
    });
    const grant = (await operationsModule.authOperations.securetoken.token(
      state,
      { grantType: 'refresh_token', refreshToken },
      {},
    )) as { id_token: string };
    const claims = JSON.parse(Buffer.from(grant.id_token.split('.')[1] ?? '', 'base64url').toString()) as {
      firebase: object;
    };
    expect(claims.firebase).toMatchObject({ sign_in_second_factor: 'totp', second_factor_identifier: 'f' });
  });

  it('decodes the refresh tokens that it encodes', () => {
    const record = { localId: 'ada', issuedAt: 1, _AuthEmulatorRefreshToken: 'x' };
    expect(stateModule.decodeRefreshToken(stateModule.encodeRefreshToken(record))).toEqual(record);
  });

  it('has the class BadRequestError', () => {
    expect(new errorsModule.BadRequestError('X')).toBeInstanceOf(Error);
  });

  it('has the function createApp', () => {
    expect(serverModule.createApp).toBeTypeOf('function');
  });

  it('has a logger that emits events', () => {
    expect(toolsLogger.on).toBeTypeOf('function');
  });

  it('keeps the required operations in the trimmed API description', () => {
    const spec = structuredClone(apiSpec);
    trimApiSpec(spec);
    const paths = Object.keys(spec.paths);
    expect(paths).toEqual(
      expect.arrayContaining([
        '/v1/accounts:signUp',
        '/v1/token',
        '/v2/accounts/mfaSignIn:finalize',
        '/emulator/v1/projects/{targetProjectId}/oobCodes',
      ]),
    );
    expect(paths.filter((path) => path.includes('tenants'))).toEqual([]);
    expect(paths.length).toBeLessThan(Object.keys(apiSpec.paths).length * 0.6);
  });
});

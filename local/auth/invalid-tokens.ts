import { errorsModule, jwtModule, stateModule } from './emulator-api.ts';
import type { DecodedJwt, Operation } from './emulator-api.ts';

/**
 * Refuses texts that can be decoded but are not tokens of the service, like other invalid tokens. The emulator reads
 * their fields without a check and would respond with an internal error.
 */
export function refuseInvalidTokens(): void {
  const { decode } = jwtModule;
  jwtModule.decode = (token, options) => {
    const decoded = decode(token, options);
    return options.complete ? withFirebase(decoded as DecodedJwt | null) : decoded;
  };
  const { decodeRefreshToken } = stateModule;
  stateModule.decodeRefreshToken = (token) => {
    if (!isObject(fromBase64(token))) throw new errorsModule.BadRequestError('INVALID_REFRESH_TOKEN');
    return decodeRefreshToken(token);
  };
}

/** An operation that refuses an invalid pending sign-in. */
export const withPendingSignIn =
  (operation: Operation): Operation =>
  (state, body, context) => {
    const pending = body['mfaPendingCredential'];
    if (pending !== undefined && !isObject(fromBase64(String(pending)))) {
      throw new errorsModule.BadRequestError('INVALID_MFA_PENDING_CREDENTIAL');
    }
    return operation(state, body, context);
  };

/** The token with a `firebase` claim, which is empty if it was missing. Null if the payload is not an object. */
function withFirebase(decoded: DecodedJwt | null): DecodedJwt | null {
  if (!isObject(decoded?.payload)) return null;
  const { payload } = decoded;
  return isObject(payload['firebase']) ? decoded : { ...decoded, payload: { ...payload, firebase: {} } };
}

function fromBase64(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString());
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

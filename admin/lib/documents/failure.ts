import { texts } from '@frontage/model/messages';
import type { Refusal } from './store.ts';

/** Why a write did not happen. After `unreachable` it may have happened: repeating it is safe. */
export type WriteFailure =
  | { type: 'denied' }
  | { type: 'unauthenticated' }
  | { type: 'unreachable' }
  | { type: 'busy' }
  | { type: 'unexpected'; message: string };

export function failureOf({ reason, message }: Refusal): WriteFailure {
  switch (reason) {
    case 'denied':
    case 'unauthenticated':
    case 'unreachable':
    case 'busy':
      return { type: reason };
    case 'missing':
    case 'unexpected':
      return { type: 'unexpected', message };
  }
}

/** What went wrong and what to do next, in words for staff. */
export function describeFailure(failure: WriteFailure): string {
  switch (failure.type) {
    case 'denied':
      return 'Your role does not allow this, or the content is not in the expected form.';
    case 'unauthenticated':
      return texts.notAuthenticated;
    case 'unreachable':
      return 'The server could not be reached. Nothing you typed is lost: try again when you are online.';
    case 'busy':
      return 'The server is busy. Try again in a moment.';
    case 'unexpected':
      return failure.message;
  }
}

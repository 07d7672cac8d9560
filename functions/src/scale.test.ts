import * as functions from '@frontage/functions/index';
import { expect, it } from 'vitest';

interface Endpoint {
  maxInstances?: unknown;
  availableMemoryMb?: unknown;
  timeoutSeconds?: unknown;
  callableTrigger?: object;
}

const endpoints = Object.entries(functions).map(
  ([name, exported]) => [name, (exported as unknown as { __endpoint: Endpoint }).__endpoint] as const,
);

it.each(endpoints)('%s has bounds', (_name, endpoint) => {
  const { maxInstances, availableMemoryMb, timeoutSeconds } = endpoint;
  expect([maxInstances, availableMemoryMb, timeoutSeconds].every((bound) => Number(bound) > 0)).toBe(true);
  expect(Number(maxInstances)).toBeLessThanOrEqual(10);
  // Callers wait at most 60 seconds for a response.
  if (endpoint.callableTrigger) expect(Number(timeoutSeconds)).toBeLessThanOrEqual(60);
});

import { vi } from 'vitest';

const busyMachineMs = 20_000;

// Conditions take longer than Vitest's second on a busy machine. A condition that is met ends the wait at once.
const { waitFor } = vi;
// Files that share a process run this once each.
if (waitFor.name !== 'waitLonger')
  vi.waitFor = function waitLonger(callback, options = {}) {
    const { timeout = 0, ...rest } = typeof options === 'number' ? { timeout: options } : options;
    return waitFor(callback, { ...rest, timeout: Math.max(timeout, busyMachineMs) });
  };

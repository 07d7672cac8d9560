/**
 * Lines written by the functions' logger. The logger stores the console's methods when firebase-functions is imported,
 * so import this module before.
 */
export const functionLogs: string[] = [];

const { console: sink } = globalThis;

for (const level of ['debug', 'info', 'warn', 'error', 'log'] as const) {
  const print = sink[level].bind(sink);
  sink[level] = (...args: unknown[]) => {
    const [line] = args;
    if (typeof line === 'string' && line.includes('"severity"')) functionLogs.push(line);
    else print(...args);
  };
}

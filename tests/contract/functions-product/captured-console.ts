/**
 * Lines the functions' logger has written. It takes hold of the console when firebase-functions is loaded, so this module
 * must be imported before anything that loads it.
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

import { declaredParams } from 'firebase-functions/params';

/**
 * Sets the declared parameters that are missing in the environment to their defaults, like a deployment: at run time
 * firebase-functions reads only the environment.
 */
export function applyParameterDefaults(env: Record<string, string | undefined>): void {
  for (const { name, options } of declaredParams) {
    const value: unknown = 'default' in options ? options.default : undefined;
    if (['string', 'number', 'boolean'].includes(typeof value)) env[name] ??= String(value);
  }
}

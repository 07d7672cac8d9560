import { declaredParams } from 'firebase-functions/params';

/**
 * Gives every parameter that functions have declared and the environment does not name its default, as a deployment does:
 * at run time firebase-functions reads nothing but the environment.
 */
export function applyParameterDefaults(env: Record<string, string | undefined>): void {
  for (const { name, options } of declaredParams) {
    const value: unknown = 'default' in options ? options.default : undefined;
    if (['string', 'number', 'boolean'].includes(typeof value)) env[name] ??= String(value);
  }
}

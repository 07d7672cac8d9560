/** The field of a value at a path; undefined if there is none. */
export const fieldAt = (value: unknown, path: readonly string[]): unknown => path.reduce(fieldOf, value);

const fieldOf = (value: unknown, name: string): unknown =>
  (value as Record<string, unknown> | null | undefined)?.[name];

/** The same value as a proxy that calls `touch` with the path of each field that is read, such as `branding.logo_url`. */
export function watchFields<Value extends object>(value: Value, touch: (field: string) => void, at = ''): Value {
  const groups: Record<string, object> = {};
  const read = (name: string | symbol): unknown => {
    if (typeof name === 'symbol' || !Object.hasOwn(value, name)) return undefined;
    const part: unknown = value[name as keyof Value];
    if (typeof part === 'object' && part !== null && !Array.isArray(part))
      return (groups[name] ??= watchFields(part, touch, `${at}${name}.`));
    touch(at + name);
    return part;
  };
  // The proxy's target is a separate object: one with a frozen target could not return proxies for nested objects.
  return new Proxy<object>(
    {},
    {
      get: (_, name) => read(name),
      has: (_, name) => Object.hasOwn(value, name),
      ownKeys: () => Reflect.ownKeys(value),
      // Reports only that the field exists; reading its value is reported by `get`.
      getOwnPropertyDescriptor: (_, name) =>
        Object.hasOwn(value, name) ? { enumerable: true, configurable: true } : undefined,
      set: () => false,
      defineProperty: () => false,
      deleteProperty: () => false,
    },
  ) as Value;
}

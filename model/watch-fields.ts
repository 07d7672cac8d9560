/** The value at a path of field names; undefined if there is none. */
export const fieldAt = (value: unknown, path: readonly string[]): unknown => path.reduce(fieldOf, value);

const fieldOf = (value: unknown, name: string): unknown =>
  (value as Record<string, unknown> | null | undefined)?.[name];

/** A read-only proxy of `value` that calls `touch` with the path of each read field, such as `branding.logo_url`. */
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
  // The proxy has an empty target, because a proxy of a frozen object must not return proxies for nested objects.
  return new Proxy<object>(
    {},
    {
      get: (_, name) => read(name),
      has: (_, name) => Object.hasOwn(value, name),
      ownKeys: () => Reflect.ownKeys(value),
      // Describes only the existence of a field, which is not a read. The value is read through `get`.
      getOwnPropertyDescriptor: (_, name) =>
        Object.hasOwn(value, name) ? { enumerable: true, configurable: true } : undefined,
      set: () => false,
      defineProperty: () => false,
      deleteProperty: () => false,
    },
  ) as Value;
}

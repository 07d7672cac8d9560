/** Creates an object whose properties are computed on first access. Copying the object computes all of them. */
export function lazyObject<Whole extends object>(make: { [Part in keyof Whole]: () => Whole[Part] }): Whole {
  const whole = {} as Whole;
  for (const part of Object.keys(make) as (keyof Whole)[]) {
    const compute = (): Whole[keyof Whole] => {
      const value = make[part]();
      Object.defineProperty(whole, part, { value, enumerable: true });
      return value;
    };
    Object.defineProperty(whole, part, { get: compute, enumerable: true, configurable: true });
  }
  return whole;
}

/** An object each part of which is made when it is first asked for. A copy of it has all of them. */
export function lazily<Whole extends object>(make: { [Part in keyof Whole]: () => Whole[Part] }): Whole {
  const whole = {} as Whole;
  for (const part of Object.keys(make) as (keyof Whole)[]) {
    const settle = (): Whole[keyof Whole] => {
      const value = make[part]();
      Object.defineProperty(whole, part, { value, enumerable: true });
      return value;
    };
    Object.defineProperty(whole, part, { get: settle, enumerable: true, configurable: true });
  }
  return whole;
}

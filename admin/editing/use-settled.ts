import { useEffect, useState } from 'react';

/** The value after it has not changed for `quietTime` milliseconds; immediately for 0. */
export function useDebounced<T>(value: T, quietTime: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (quietTime === 0) return;
    const timer = setTimeout(() => setSettled(value), quietTime);
    return () => clearTimeout(timer);
  }, [value, quietTime]);
  return quietTime === 0 ? value : settled;
}

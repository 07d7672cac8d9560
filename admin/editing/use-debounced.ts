import { useEffect, useState } from 'react';

/** Debounces a value: returns it after `quietTime` milliseconds without a change; immediately for 0. */
export function useDebounced<T>(value: T, quietTime: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (quietTime === 0) return;
    const timer = setTimeout(() => setSettled(value), quietTime);
    return () => clearTimeout(timer);
  }, [value, quietTime]);
  return quietTime === 0 ? value : settled;
}

import { useCallback, useSyncExternalStore } from 'react';

const entry = 'frontage.single-keys';
const changed = 'frontage:single-keys';

export function singleKeysOn(): boolean {
  return localStorage.getItem(entry) !== 'off';
}

function subscribe(onChange: () => void): () => void {
  addEventListener(changed, onChange);
  return () => removeEventListener(changed, onChange);
}

/** Whether keys without a modifier are shortcuts; people who dictate or use switches turn them off. */
export function useSingleKeys() {
  const isOn = useSyncExternalStore(subscribe, singleKeysOn);
  const setOn = useCallback((on: boolean) => {
    localStorage.setItem(entry, on ? 'on' : 'off');
    dispatchEvent(new Event(changed));
  }, []);
  return { isOn, setOn };
}

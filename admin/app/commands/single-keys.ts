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

/** Whether single keys are shortcuts. Users of dictation or switch devices can turn them off. */
export function useSingleKeys() {
  const isOn = useSyncExternalStore(subscribe, singleKeysOn);
  const setOn = useCallback((on: boolean) => {
    localStorage.setItem(entry, on ? 'on' : 'off');
    dispatchEvent(new Event(changed));
  }, []);
  return { isOn, setOn };
}

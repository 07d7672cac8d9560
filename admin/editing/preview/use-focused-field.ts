import { useEffect, useState } from 'react';

function nameOf(target: EventTarget | null): string | null {
  if (!(target instanceof HTMLElement)) return null;
  return target.closest<HTMLElement>('[data-field]')?.dataset['field'] ?? target.getAttribute('name');
}

/** The name of the focused field inside `fields`; null for none. */
export function useFocusedField(fields: HTMLElement | null): string | null {
  const [name, setName] = useState(() =>
    fields?.contains(document.activeElement) ? nameOf(document.activeElement) : null,
  );
  useEffect(() => {
    if (!fields) return;
    const enter = ({ target }: FocusEvent) => setName(nameOf(target));
    const leave = ({ relatedTarget }: FocusEvent) => setName(nameOf(relatedTarget));
    fields.addEventListener('focusin', enter);
    fields.addEventListener('focusout', leave);
    return () => {
      fields.removeEventListener('focusin', enter);
      fields.removeEventListener('focusout', leave);
    };
  }, [fields]);
  return name;
}

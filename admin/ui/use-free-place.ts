import { useEffect, useLayoutEffect, type RefObject } from 'react';
import { freePlace, type Box } from './free-place.ts';

const controls = 'a[href], button, input, select, textarea, summary, [role="switch"], [tabindex="0"]';

// A text to write in may be as large as the window: what covers a corner of it for a moment hinders nobody.
const largest = 200;

const pause = 120;

/** The controls inside `root` that can be seen now. */
function controlsIn(root: Element, apart: Element): Box[] {
  return [...root.querySelectorAll(controls)].flatMap((control) => {
    if (apart.contains(control) || !control.checkVisibility()) return [];
    const box = control.getBoundingClientRect();
    const isSeen = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    return isSeen && box.width > 0 && box.height > 0 && box.height <= largest ? [box] : [];
  });
}

/**
 * Keeps an element of fixed position, which holds notices, where it covers no control of what is around it, `root`, as long as
 * something is `shown`: also after scrolling and after another screen has come. It stays where it is while somebody points at it.
 */
export function useFreePlace(element: RefObject<HTMLElement | null>, root: Element, shown: number): void {
  useLayoutEffect(() => {
    if (shown > 0 && element.current) place(element.current, root);
  }, [element, root, shown]);

  const isShown = shown > 0;
  useEffect(() => {
    if (!isShown) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A pointer that rests where the element has come is not pointing at it.
    let isPointedAt = false;
    const follow = ({ target }: Event) => {
      isPointedAt = target instanceof Node && element.current?.contains(target) === true;
    };
    const later = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        const here = element.current;
        // What is a part of a dialog stays one: going back and forth would move what is scrolled there.
        if (here && !('inFlow' in here.dataset) && !isPointedAt && !here.contains(document.activeElement))
          place(here, root);
      }, pause);
    };
    addEventListener('pointermove', follow, { passive: true });
    const observer = new MutationObserver(later);
    observer.observe(document.body, { childList: true, subtree: true });
    for (const event of ['scroll', 'resize']) addEventListener(event, later, { passive: true, capture: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      removeEventListener('pointermove', follow);
      for (const event of ['scroll', 'resize']) removeEventListener(event, later, { capture: true });
    };
  }, [element, root, isShown]);
}

/** Shows as many of the newest notices as there is room for, one at least: in a dialog that is full, as a part of it. */
function place(element: HTMLElement, root: Element): void {
  delete element.dataset['inFlow'];
  const notices = [...element.querySelectorAll<HTMLElement>('[data-toast]')];
  const newestFirst = notices.sort((a, b) => Number(b.dataset['toast']) - Number(a.dataset['toast']));
  for (const notice of notices) notice.hidden = false;
  const obstacles = controlsIn(root, element);
  for (let count = notices.length; ; count -= 1) {
    // As it is laid out: a dialog that is growing into view shrinks what is drawn inside it.
    const { offsetWidth: width, offsetHeight: height } = element;
    const found = freePlace({ width, height }, { width: innerWidth, height: innerHeight }, obstacles);
    element.style.left = `${found.left}px`;
    // Held by its foot: when an older notice goes, the newer ones stay where they are.
    element.style.bottom = `${innerHeight - found.top - height}px`;
    if (found.covered === 0) return;
    const oldest = newestFirst[count - 1];
    if (count <= 1 || !oldest) break;
    oldest.hidden = true;
  }
  if (root !== document.body) element.dataset['inFlow'] = '';
}

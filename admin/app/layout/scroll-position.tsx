import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { isSameScreen } from '../../ui/modal.tsx';

const entry = 'frontage.scroll-positions';

/** The position of each entry of the browser's history, by the key of its location. */
type Positions = Record<string, number>;

function storedPositions(): Positions {
  try {
    return JSON.parse(sessionStorage.getItem(entry) ?? '{}') as Positions;
  } catch {
    return {};
  }
}

/**
 * Scrolls to the top of a new screen, and on going back, forward or reloading to the position at which the screen was
 * left. Filters and other changes of the address within a screen keep the position, except new entries of the history,
 * such as the next page of a list.
 */
export function ScrollPosition() {
  const { key, pathname, hash, ...location } = useLocation();
  const keepsScreen = isSameScreen(location.state);
  const type = useNavigationType();
  const positions = useRef<Positions>(null);
  const shown = useRef({ key, pathname });
  const isRestoring = useRef(false);

  useEffect(() => {
    history.scrollRestoration = 'manual';
    const record = () => {
      if (!isRestoring.current && positions.current) positions.current[shown.current.key] = scrollY;
    };
    const store = () => sessionStorage.setItem(entry, JSON.stringify(positions.current));
    addEventListener('scroll', record, { passive: true });
    addEventListener('pagehide', store);
    return () => {
      removeEventListener('scroll', record);
      removeEventListener('pagehide', store);
    };
  }, []);

  useLayoutEffect(() => {
    positions.current ??= storedPositions();
    const before = shown.current;
    // From here on, events of scrolling belong to this screen: a shorter one has moved the window.
    shown.current = { key, pathname };
    const isSamePath = before.pathname === pathname;
    // The browser scrolls to the target of a fragment.
    if (isSamePath && hash !== '') return;
    if (type !== 'POP') {
      if (isSamePath ? type === 'PUSH' : !keepsScreen) scrollTo(0, 0);
      else positions.current[key] = scrollY;
      return;
    }
    const position = positions.current[key] ?? 0;
    if (position === 0) {
      scrollTo(0, 0);
      return;
    }
    isRestoring.current = true;
    return scrollWhileGrowing(position, () => void (isRestoring.current = false));
  }, [key, pathname, hash, keepsScreen, type]);
  return null;
}

const actions = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Scrolls to a position, again while the screen grows, until it is reached or the user acts. */
function scrollWhileGrowing(position: number, onEnd: () => void): () => void {
  const observer = new ResizeObserver(() => {
    scrollTo(0, position);
    if (scrollY > position - 1) end();
  });
  const end = () => {
    observer.disconnect();
    for (const action of actions) removeEventListener(action, end, { capture: true });
    onEnd();
  };
  for (const action of actions) addEventListener(action, end, { capture: true, passive: true });
  observer.observe(document.body);
  scrollTo(0, position);
  return end;
}

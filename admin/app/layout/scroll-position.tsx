import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { isSameScreen } from '../../ui/modal.tsx';

const entry = 'frontage.scroll-positions';

/** Pixels by the name of the scrolled element: '' for the window, else the value of its `data-scrolled`. */
type Position = Record<string, number>;

/** The position of each entry of the browser's history. */
type Positions = Record<string, Position>;

function storedPositions(): Positions {
  try {
    return JSON.parse(sessionStorage.getItem(entry) ?? '{}') as Positions;
  } catch {
    return {};
  }
}

/**
 * Scrolls to the top of a new screen, and on going back, forward or reloading to the position at which the screen was
 * left, also in its columns with `data-scrolled`. Filters and other changes of the address within a screen keep the
 * position, except new entries of the history, such as the next page of a list.
 */
export function ScrollPosition() {
  const { pathname, hash, ...location } = useLocation();
  // Every page load has the same key, also of another screen in the same tab.
  const key = `${location.key} ${pathname}`;
  const keepsScreen = isSameScreen(location.state);
  const type = useNavigationType();
  const positions = useRef<Positions>(null);
  const shown = useRef({ key, pathname });
  const isRestoring = useRef(false);

  useEffect(() => {
    history.scrollRestoration = 'manual';
    const record = ({ target }: Event) => {
      const scrolled = target === document ? { name: '', top: scrollY } : columnOf(target);
      if (isRestoring.current || !positions.current || !scrolled) return;
      const { key: current } = shown.current;
      positions.current[current] = { ...positions.current[current], [scrolled.name]: scrolled.top };
    };
    const store = () => sessionStorage.setItem(entry, JSON.stringify(positions.current));
    // Events of elements do not bubble.
    document.addEventListener('scroll', record, { capture: true, passive: true });
    addEventListener('pagehide', store);
    return () => {
      document.removeEventListener('scroll', record, { capture: true });
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
      else positions.current[key] = { ...positions.current[before.key], '': scrollY };
      return;
    }
    const position = { '': 0, ...positions.current[key] };
    isRestoring.current = true;
    return scrollWhileGrowing(position, () => void (isRestoring.current = false));
  }, [key, pathname, hash, keepsScreen, type]);
  return null;
}

function columnOf(target: EventTarget | null): { name: string; top: number } | null {
  if (!(target instanceof HTMLElement)) return null;
  const name = target.dataset['scrolled'];
  return name === undefined ? null : { name, top: target.scrollTop };
}

const actions = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Scrolls to a position, again while the screen grows, until it is reached or the user acts. */
function scrollWhileGrowing(position: Position, onEnd: () => void): () => void {
  let left = Object.entries(position);
  const scroll = () => {
    left = left.filter(([name, top]) => {
      const element = name === '' ? document.documentElement : document.querySelector(`[data-scrolled="${name}"]`);
      if (element) element.scrollTop = top;
      return !element || element.scrollTop < top - 1;
    });
    if (left.length === 0) end();
  };
  const sizes = new ResizeObserver(scroll);
  // A column that grows inside changes the size of no outer element.
  const contents = new MutationObserver(scroll);
  const end = () => {
    sizes.disconnect();
    contents.disconnect();
    for (const action of actions) removeEventListener(action, end, { capture: true });
    onEnd();
  };
  for (const action of actions) addEventListener(action, end, { capture: true, passive: true });
  sizes.observe(document.body);
  contents.observe(document.body, { childList: true, subtree: true });
  scroll();
  return end;
}

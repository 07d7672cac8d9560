// Runs before the first paint, so that no screen appears briefly in the wrong colors or with a menu that it does not
// have. A separate file, because the CSP forbids inline scripts.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let chosen = null;
    try {
      chosen = localStorage.getItem('frontage.color-mode');
    } catch {
      // Storage may be blocked; the system's color mode applies then.
    }
    const dark = chosen === 'dark' || (chosen !== 'light' && system.matches);
    document.documentElement.classList.toggle('dark', dark);
    document.documentElement.classList.toggle('light', !dark);
  };
  apply();
  // Screens outside the staff area have no menu: no frame is shown before them.
  const { pathname } = location;
  const isStaff = pathname === '/' || (pathname.startsWith('/admin') && pathname !== '/admin/setup');
  document.documentElement.toggleAttribute('data-bare', !isStaff);
  system.addEventListener('change', apply);
  addEventListener('storage', apply);
  addEventListener('frontage:color-mode', apply);
})();

// Runs before the first paint, so that no screen flashes in the wrong colours. A file of its own: the CSP allows no inline script.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let chosen = null;
    try {
      chosen = localStorage.getItem('frontage.color-mode');
    } catch {
      // Storage may be blocked; the system's choice holds then.
    }
    const dark = chosen === 'dark' || (chosen !== 'light' && system.matches);
    document.documentElement.classList.toggle('dark', dark);
    document.documentElement.classList.toggle('light', !dark);
  };
  apply();
  system.addEventListener('change', apply);
  addEventListener('storage', apply);
  addEventListener('frontage:color-mode', apply);
})();

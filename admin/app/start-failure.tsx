/** Shown if the admin cannot load its configuration. No other module is available yet. */
export function StartFailure() {
  return (
    <main style={{ maxWidth: '32rem', margin: '20vh auto', padding: '0 1rem', fontFamily: 'system-ui, sans-serif' }}>
      <h1>The admin could not start</h1>
      <p>Its configuration could not be loaded. Check your connection and try again.</p>
      <p>
        <a href={location.href}>Try again</a>
      </p>
    </main>
  );
}

import '@fontsource-variable/schibsted-grotesk/wght.css';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { ChakraProvider } from '@chakra-ui/react';
import { type Firebase, FirebaseProvider, loadConfig, openFirebase } from '../lib/firebase.tsx';
import { SessionProvider } from '../lib/session.tsx';
import { system } from '../ui/theme/system.ts';
import { TopLayerProvider } from '../ui/modal.tsx';
import { Toaster } from '../ui/toaster.tsx';
import './strict-policy.ts';
import { createRouter } from './router.tsx';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');
const root = createRoot(container);

// The first screen's code loads in parallel with the configuration.
const router = createRouter();

try {
  const firebase = await openFirebase(await loadConfig());
  root.render(
    <StrictMode>
      <Providers firebase={firebase}>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  );
} catch (error) {
  reportError(error);
  root.render(<StartFailure />);
}

/** The providers of every screen, signed in or not. */
function Providers({ firebase, children }: { firebase: Firebase; children: ReactNode }) {
  return (
    <ChakraProvider value={system}>
      <FirebaseProvider value={firebase}>
        <TopLayerProvider>
          <Toaster>
            <SessionProvider>{children}</SessionProvider>
          </Toaster>
        </TopLayerProvider>
      </FirebaseProvider>
    </ChakraProvider>
  );
}

/** Shown if the admin cannot load its configuration. No other module is available yet. */
function StartFailure() {
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

import '@fontsource-variable/schibsted-grotesk/wght.css';
import { type ReactNode, startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { ChakraProvider, type SystemContext } from '@chakra-ui/react';
import { type Firebase, FirebaseProvider, loadConfig, openFirebase } from '../lib/firebase.tsx';
import { SessionProvider } from '../lib/session.tsx';
import { createAdminSystem } from '../ui/theme/system.ts';
import { TopLayerProvider } from '../ui/modal.tsx';
import { Toaster } from '../ui/toaster.tsx';
import './strict-policy.ts';
import { createRouter } from './router.tsx';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');
const root = createRoot(container);

// The steps are separate tasks, so that the browser can respond between them. Chakra's system is created before the
// router, which loads the code of the first screen: beside that, creating the system takes twice the time.
const nextTask = () => new Promise((resolve) => setTimeout(resolve));
const configuration = Promise.allSettled([loadConfig()]);
await nextTask();
const system = createAdminSystem();
await nextTask();
const router = createRouter();
await nextTask();

try {
  const [config] = await configuration;
  if (config.status === 'rejected') throw config.reason;
  const firebase = await openFirebase(config.value);
  // Rendering in a transition yields to the browser every few milliseconds.
  startTransition(() =>
    root.render(
      <StrictMode>
        <Providers firebase={firebase} system={system}>
          <RouterProvider router={router} />
        </Providers>
      </StrictMode>,
    ),
  );
} catch (error) {
  reportError(error);
  root.render(<StartFailure />);
}

interface ProvidersProps {
  firebase: Firebase;
  system: SystemContext;
  children: ReactNode;
}

/** The providers of every screen, signed in or not. */
function Providers({ firebase, system, children }: ProvidersProps) {
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

import './strict-policy.ts';
import '@fontsource-variable/schibsted-grotesk/wght.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { loadConfig, openFirebase } from '../lib/firebase.tsx';
import { Providers } from './providers.tsx';
import { createRouter } from './router.tsx';
import { StartFailure } from './start-failure.tsx';

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

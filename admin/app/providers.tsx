import { ChakraProvider } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { FirebaseProvider, type Firebase } from '../lib/firebase.tsx';
import { SessionProvider } from '../lib/session.tsx';
import { system } from '../ui/theme/system.ts';
import { TopLayerProvider } from '../ui/top-layer.tsx';
import { Toaster } from '../ui/toaster.tsx';

/** The providers of every screen, signed in or not. */
export function Providers({ firebase, children }: { firebase: Firebase; children: ReactNode }) {
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

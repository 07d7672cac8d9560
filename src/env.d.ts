/// <reference types="astro/client" />
import type { Content } from '@frontage/model/content';

declare global {
  interface ImportMetaEnv {
    /** App Check's setting (src/features/demo/app-check.queries.ts) as JSON; unset where it is off. */
    readonly PUBLIC_APP_CHECK?: string;
  }

  namespace App {
    interface Locals {
      /** The public content. Templates read nothing else, so that each page's dependencies can be recorded. */
      content: Content;
      /** Whether texts and pictures carry where they are edited (src/ui/marks.ts): in previews alone. */
      marks?: boolean;
      /** Whether nothing of texts need be remembered: so many pages are drawn that this one is not drawn again soon. */
      once?: boolean;
    }
  }
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      /** src/features/demo/demo-frame.ts */
      'demo-frame': DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>;
    }
  }
}

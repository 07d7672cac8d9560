/// <reference types="astro/client" />
import type { Content } from '@frontage/model/content';

declare global {
  interface ImportMetaEnv {
    /** Configuration of App Check (src/features/demo/app-check.queries.ts) as JSON; unset if it is off. */
    readonly PUBLIC_APP_CHECK?: string;
  }

  namespace App {
    interface Locals {
      /** The public content. Templates read only from it, so that each page's dependencies are recorded. */
      content: Content;
      /** Whether texts and pictures carry edit marks (src/ui/marks.ts): only in previews. */
      marks?: boolean;
      /** Whether rendered texts are not cached, because this page is rendered once in a bulk run. */
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

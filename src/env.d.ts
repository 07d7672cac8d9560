/// <reference types="astro/client" />
import type { Content } from '@frontage/model/content';

declare global {
  namespace App {
    interface Locals {
      /** The public content. Templates read nothing else, so that each page's dependencies can be recorded. */
      content: Content;
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

/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** The public content. Templates read nothing else, so that each page's dependencies can be recorded. */
    content: import('@frontage/model/content').Content;
  }
}

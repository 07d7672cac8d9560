import type { Page } from 'playwright-core';

declare global {
  interface Window {
    announced?: string[];
  }
}

/** Records the texts that appear in live regions from now on, and returns a function that lists them. */
export async function announcements(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const announced: string[] = [];
    const isLive = (region: Element): boolean => {
      const live =
        region.getAttribute('aria-live') ?? (region.matches('[role=status], [role=alert]') ? 'polite' : null);
      return live !== null && live !== 'off';
    };
    const observer = new MutationObserver((changes) => {
      const regions = new Set<Element>();
      for (const { target, type, addedNodes } of changes) {
        if (type === 'childList' && addedNodes.length === 0) continue;
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest('[aria-live], [role=status], [role=alert]');
        if (region && isLive(region)) regions.add(region);
      }
      for (const region of regions) {
        const text = region.textContent.trim();
        if (text !== '') announced.push(text);
      }
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    window.announced = announced;
  });
  return () => page.evaluate(() => window.announced ?? []);
}

import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { narrow, type SiteUnderTest } from './site-under-test.ts';
import { pollSoon } from '../office/screen.ts';

const entryKey = 'frontage:demo:the-concierge';

const answerGate = async (page: Page, password: string): Promise<void> => {
  await page.locator('#demo-password:enabled').fill(password);
  await page.getByRole('button', { name: 'Access Demo' }).click();
};

const storedEntry = (page: Page): Promise<string | null> => page.evaluate((key) => localStorage.getItem(key), entryKey);

/** Demo pages with every kind of embed, and the password gate. */
export function viewerSuite(site: () => SiteUnderTest): void {
  describe('open demo', () => {
    it.each([
      ['a URL', '/demo/halo-garden', '/examples/halo'],
      ['iframe markup', '/demo/orbit-study', '/examples/orbit'],
    ])('frames %s, filling the page below the header', (_kind, path, target) =>
      site().visit(path, async (page) => {
        const frame = page.locator('iframe');
        await pollSoon(() => frame.getAttribute('src')).toBe(site().stack.embed + target);
        await fillsThePage(page);
        await page.frameLocator('iframe').locator('.sun').first().waitFor({ state: 'attached' });
        await page.getByText('Loading demo...').waitFor({ state: 'hidden' });
      }),
    );

    it.each([narrow, {}])('runs a script on the embed origin with access to microphone and camera %#', (options) =>
      site().visit(
        '/demo/the-listener',
        async (page, trouble) => {
          const frame = page.locator('iframe');
          await pollSoon(() => frame.getAttribute('sandbox')).toBeNull();
          await pollSoon(() => frame.getAttribute('allow')).toMatch(/microphone; camera/);
          await fillsThePage(page);
          const inside = page.frameLocator('iframe');
          await inside.getByRole('button', { name: 'Say something' }).click();
          await pollSoon(() => inside.locator('#words').innerText()).toBe('Hello! It is nice to meet you.');
          const script = page.frames().find((each) => each.url().startsWith(site().stack.embed))!;
          expect(await script.evaluate(() => location.origin)).toBe(site().stack.embed);
          expect(
            await script.evaluate(async () => {
              const { state } = await navigator.permissions.query({ name: 'microphone' });
              return state;
            }),
          ).toBe('prompt');
          expect(trouble).toEqual([]);
        },
        options,
      ),
    );

    it('shows URL embeds without scripts', () =>
      site().visit(
        '/demo/halo-garden',
        async (page) => await pollSoon(() => page.locator('iframe').getAttribute('src')).toContain('/examples/halo'),
        { javaScriptEnabled: false },
      ));

    it('shows a message instead of a script without scripts', () =>
      site().visit(
        '/demo/the-listener',
        async (page) => {
          // Text queries skip this element.
          const message = page.locator('.demo-viewer noscript p');
          expect(await message.innerText()).toBe('This demo needs JavaScript.');
          const isOnTop = await message.evaluate((element) => {
            const { left, top, width, height } = element.getBoundingClientRect();
            return document.elementFromPoint(left + width / 2, top + height / 2) === element;
          });
          expect(isOnTop).toBe(true);
          expect(await page.getByText('Loading demo...').isVisible()).toBe(false);
          expect(await page.locator('iframe').isVisible()).toBe(false);
        },
        { javaScriptEnabled: false },
      ));

    it('sends the code only to the shell', () =>
      site().visit('/demo/the-listener', async (page) => {
        await page.frameLocator('iframe').getByRole('button', { name: 'Say something' }).waitFor();
        const heard = await page.evaluate(async () => {
          const messages: unknown[] = [];
          const stranger = document.createElement('iframe');
          document.body.append(stranger);
          stranger.contentWindow!.addEventListener('message', (event) => messages.push(event.data));
          window.dispatchEvent(
            new MessageEvent('message', {
              data: { type: 'frontage:embed-ready' },
              origin: 'https://evil.example',
              source: stranger.contentWindow,
            }),
          );
          await new Promise((resolve) => setTimeout(resolve, 200));
          return messages;
        });
        expect(heard).toEqual([]);
      }));
  });

  describe('shell on the embed origin', () => {
    it.each(['/', '/shell.js', '/nothing'])('%s can be framed only by the site and its previews', async (path) => {
      const response = await fetch(site().stack.embed + path);
      expect(response.headers.get('content-security-policy')).toBe(
        `frame-ancestors ${site().stack.site} ${site().stack.pipeline}`,
      );
    });

    it('has examples that the admin can frame', async () => {
      const { embed, site: origin, admin, pipeline } = site().stack;
      const response = await fetch(`${embed}/examples/halo`);
      expect(response.headers.get('content-security-policy')).toBe(`frame-ancestors ${origin} ${admin} ${pipeline}`);
    });

    it('runs no code from a page that opened it as a window', { tags: 'full' }, async () => {
      const context = await site().browser.newContext();
      const page = await context.newPage();
      await page.goto(`${site().stack.embed}/examples/halo`);
      const opened = context.waitForEvent('page');
      await page.evaluate(
        (shell) => void Object.assign(window, { opened: window.open(shell) }),
        `${site().stack.embed}/`,
      );
      const shell = await opened;
      await shell.waitForLoadState();
      await page.evaluate(() => {
        const message = { type: 'frontage:embed-run', code: '<script>document.title = "ran"</script>' };
        (window as unknown as { opened: Window }).opened.postMessage(message, '*');
      });
      await shell.waitForTimeout(200);
      expect(await shell.title()).toBe('Demo');
      await context.close();
    });
  });

  describe('gate', () => {
    it('contains no part of the demo', async () => {
      const { body } = await site().fetchText('/demo/the-concierge');
      expect(body).toContain('This demo is password protected');
      expect(body).not.toMatch(/argon2|Good evening|<iframe|iframe_url/);
    });

    it('shows an error for a wrong password', () =>
      site().visit('/demo/the-concierge', async (page, trouble) => {
        await answerGate(page, 'not the password');
        await page.getByText('Incorrect password').waitFor();
        expect(await page.locator('#demo-password').evaluate((input) => input === document.activeElement)).toBe(true);
        expect(await storedEntry(page)).toBeNull();
        await pollSoon(() => page.locator('iframe').count()).toBe(0);
        expect(trouble).toEqual([]);
      }));

    it('requires a password', { tags: 'ci' }, () =>
      site().visit('/demo/the-concierge', async (page) => {
        await page.locator('#demo-password:enabled').waitFor();
        await page.getByRole('button', { name: 'Access Demo' }).click();
        await pollSoon(() => page.locator('#demo-password:invalid').count()).toBe(1);
      }),
    );

    it('opens with the password and stores the access for 24 hours', () =>
      site().visit('/demo/the-concierge', async (page, trouble) => {
        const before = Date.now();
        await page.route('**/api/verifyDemoPassword', async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 300));
          await route.continue();
        });
        await answerGate(page, 'parhelion');
        await page.getByRole('button', { name: 'Verifying...' }).waitFor();
        await page.getByText('Access granted').waitFor();
        await page.frameLocator('iframe').getByRole('button', { name: 'Say something' }).waitFor();
        await fillsThePage(page);
        const { at, token } = JSON.parse((await storedEntry(page)) ?? '{}') as { at: number; token: string };
        expect(at).toBeGreaterThanOrEqual(before);
        expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([entryKey]);

        await page.reload();
        await page.frameLocator('iframe').getByRole('button', { name: 'Say something' }).waitFor();
        await pollSoon(() => page.getByText('Access granted').count()).toBe(0);

        const dayAgo = JSON.stringify({ at: Date.now() - 24 * 60 * 60 * 1_000, token });
        await page.evaluate(([key, entry]) => localStorage.setItem(key!, entry!), [entryKey, dayAgo]);
        await page.reload();
        await page.locator('#demo-password:enabled').waitFor();
        expect(await storedEntry(page)).toBeNull();
        expect(trouble).toEqual([]);
      }));

    it.each([
      ['timestamp', () => String(Date.now())],
      [
        'timestamp with a forged token',
        () => JSON.stringify({ at: Date.now(), token: `${Date.now() + 9e7}.${'A'.repeat(43)}` }),
      ],
    ])('stays closed for a stored %s', (_name, entry) =>
      site().visit('/demo/the-concierge', async (page) => {
        await page.evaluate(([key, value]) => localStorage.setItem(key!, value!), [entryKey, entry()]);
        await page.reload();
        await page.locator('#demo-password:enabled').waitFor();
        await pollSoon(() => page.locator('iframe').count()).toBe(0);
        expect(await storedEntry(page)).toBeNull();
      }),
    );

    it('reports an unreachable function', { tags: 'full' }, () =>
      site().visit('/demo/the-concierge', async (page) => {
        await page.route('**/api/**', (route) => route.abort());
        await answerGate(page, 'parhelion');
        await page.getByText('Failed to verify password').waitFor();
      }),
    );

    it('opens URL embeds', { tags: 'full' }, () =>
      site().visit('/demo/night-shift', async (page) => {
        await answerGate(page, 'moonlight');
        await page.locator('iframe').waitFor();
        await pollSoon(() => page.locator('iframe').getAttribute('src')).toBe(
          `${site().stack.embed}/examples/halo?suns=1&night`,
        );
      }),
    );
  });
}

async function fillsThePage(page: Page): Promise<void> {
  const { frame, header, width, height } = await page.evaluate(() => ({
    frame: document.querySelector('iframe')!.getBoundingClientRect().toJSON() as DOMRect,
    header: document.querySelector('header')!.getBoundingClientRect().height,
    width: innerWidth,
    height: innerHeight,
  }));
  expect([frame.left, frame.right, frame.top, frame.bottom].map(Math.round)).toEqual([
    0,
    width,
    Math.round(header),
    height,
  ]);
}

import { describe, expect, it } from 'vitest';
import type { Office } from '../office/office.ts';
import { pollSoon } from '../office/screen.ts';
import { sampled } from '../../full.ts';

const content = ['Homepage Sections', 'Pages', 'Demo Pages'];

export function dashboardSuite(office: () => Office): void {
  describe('dashboard', () => {
    it.each(
      sampled([
        ['admin', [...content, 'User Management', 'Site Settings']],
        ['editor', content],
        ['viewer', content],
      ] as const),
    )('lists the areas that the role %s can access', async (role, titles) => {
      const person = await office().addPerson(`dash-${role}`, { roles: [role] });
      const page = await office().signIn(person);
      const cards = page.getByRole('main').getByRole('heading', { level: 2 });
      await page.getByRole('heading', { name: 'Getting Started' }).waitFor();
      expect((await cards.allInnerTexts()).filter((title) => title !== 'Getting Started')).toEqual(titles);
      await pollSoon(() =>
        page.getByRole('region', { name: 'Getting Started' }).getByRole('listitem').count(),
      ).toBeGreaterThan(0);
      await page.getByText(/^The site is up to date/).waitFor();
      await pollSoon(() => page.getByText(person.email).isVisible()).toBe(true);
      await page.context().close();
    });
  });
}

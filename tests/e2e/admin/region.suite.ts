import { expect, it } from 'vitest';
import type { Office } from '../office/office.ts';

/** The region of the installation's functions. The admin and the site must call them there. */
export const region = 'europe-west1';

export function regionSuite(office: () => Office): void {
  it('is passed to the admin', async () => {
    const response = await fetch(`${office().stack.admin}/config.json`);
    expect(await response.json()).toMatchObject({ region });
  });

  it.each<[string, (stack: Office['stack']) => string]>([
    ['at the functions host', ({ functions, project }) => `http://${functions}/${project}/${region}`],
    ['through the site', ({ site }) => `${site}/api`],
  ])('serves a function %s', async (_name, base) => {
    const response = await fetch(`${base(office().stack)}/verifyDemoPassword`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: { demoId: 'none', password: 'x' } }),
    });
    expect(await response.json()).toEqual({ result: { valid: false, token: null, embed: null } });
  });
}

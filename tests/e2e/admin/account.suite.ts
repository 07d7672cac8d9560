import { expect, it } from 'vitest';
import { openMailLink, password, type Office } from '../office/office.ts';
import { errorOf, expectNotice, pollSoon, visit } from '../office/screen.ts';

export function accountSuite(office: () => Office): void {
  it('keeps the layout when forms load late', { tags: 'full' }, async () => {
    const coming = Promise.withResolvers<undefined>();
    const person = await office().addPerson('hasty', { roles: ['viewer'] });
    const page = await office().signIn(person);
    await page.route(/password-panel/, async (route) => {
      await coming.promise;
      await route.continue();
    });
    await page.goto('/admin/account');
    const below = page.getByRole('button', { name: 'Save name' });
    const early = await below.waitFor({ timeout: 1_500 }).then(
      () => below.boundingBox(),
      () => null,
    );
    coming.resolve(undefined);
    await page.getByLabel('Current password').waitFor();
    await below.waitFor();
    if (early) expect(await below.boundingBox()).toEqual(early);
    await page.context().close();
  });

  it('saves a changed name', { tags: 'full' }, async () => {
    const person = await office().addPerson('renamed', { roles: ['viewer'] });
    const page = await office().signIn(person);
    await visit(page, '/admin/account');
    await page.getByLabel('First name').fill('Rosalind');
    await page.getByRole('button', { name: 'Save name' }).click();
    await expectNotice(page, { title: 'Name saved' });
    expect((await office().firestore.doc(`profiles/${person.uid}`).get()).get('first_name')).toBe('Rosalind');
    await page.context().close();
  });

  it('changes the password with the current one and ends other sessions', async () => {
    const person = await office().addPerson('worried', { roles: ['viewer'] });
    const [page, elsewhere] = [await office().signIn(person), await office().signIn(person)];
    await visit(page, '/admin/account');
    const change = async (present: string) => {
      await page.getByLabel('Current password').fill(present);
      await page.getByLabel('New password').fill('another secret');
      await page.getByRole('button', { name: 'Change password' }).click();
    };
    await change('not mine');
    await pollSoon(() => errorOf(page, 'Current password')).toBe('Wrong current password');
    await change(password);
    await expectNotice(page, { title: 'Password changed' });
    await page.getByRole('link', { name: 'Pages', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Pages' }).waitFor();
    await elsewhere.getByRole('link', { name: 'Pages', exact: true }).first().click();
    await elsewhere.getByRole('alertdialog', { name: 'Sign in again' }).waitFor();
    await Promise.all([page.context().close(), elsewhere.context().close()]);
  });

  it('changes the email after the link in the email to the new address is opened', { tags: 'full' }, async () => {
    const person = await office().addPerson('moving', { roles: ['viewer'] });
    const next = `moved.${person.email}`;
    const page = await office().signIn(person);
    await visit(page, '/admin/account');
    await page.getByLabel('New email').fill(next);
    await page.getByRole('button', { name: 'Change email' }).click();
    await expectNotice(page, { title: 'Confirmation sent', description: next });
    expect((await office().accounts.getUser(person.uid)).email).toBe(person.email);
    const mail = await openMailLink(office(), next);
    await mail.getByRole('button', { name: 'Use this email' }).click();
    await mail.getByText(`Sign in as ${next} from now on.`).waitFor();
    const { email, emailVerified } = await office().accounts.getUser(person.uid);
    expect([email, emailVerified]).toEqual([next, true]);
    await Promise.all([page.context().close(), mail.context().close()]);
  });

  it('signs out all sessions', { tags: 'full' }, async () => {
    const person = await office().addPerson('scattered', { roles: ['editor'] });
    const [here, there] = [await office().signIn(person), await office().signIn(person)];
    await here.goto('/admin/account');
    await here.getByRole('button', { name: 'Sign out everywhere' }).click();
    await here.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await here.waitForURL('**/auth/login');
    await expectNotice(here, { title: 'Signed out everywhere' });

    await there.getByRole('link', { name: 'Pages', exact: true }).first().click();
    await there.getByRole('alertdialog', { name: 'Sign in again' }).waitFor();
    await there.getByRole('button', { name: 'Sign out instead' }).click();
    await there.waitForURL('**/auth/login');
    await pollSoon(() => there.url()).toContain('/auth/login');
    await Promise.all([here.context().close(), there.context().close()]);
  });
}

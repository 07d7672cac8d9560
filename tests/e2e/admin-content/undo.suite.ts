import { notices } from '@frontage/model/messages';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ContentOffice } from '../office/content-office.ts';
import { expectNotice, field, notice, pollSoon, visit, where } from '../office/screen.ts';
import { useKeptContent } from '../office/use-kept-content.ts';

/** Undo of creations and of a setting's first save. */
export function undoSuite(opened: () => ContentOffice): void {
  useKeptContent(opened);
  let office: ContentOffice;
  let admin: Page;

  beforeAll(async () => {
    office = opened();
    admin = (await office.signIn('admin')).page;
  });

  const undo = (page: Page, title: string) => notice(page, title).getByRole('button', { name: 'Undo' });
  const found = async (collection: string, field_: string, value: string) =>
    (await office.firestore.collection(collection).where(field_, '==', value).get()).docs;
  const createPage = async (title: string) => {
    await visit(admin, `${office.admin}/admin/pages/new`);
    await field(admin, 'Title').fill(title);
    await admin.getByRole('button', { name: 'Create Page' }).click();
    await expectNotice(admin, notices.pageCreated);
    return (await found('pages', 'title', title))[0]?.ref;
  };

  describe('undo of a created page', () => {
    it('moves it to the trash and frees its address', { tags: 'full' }, async () => {
      const page = await createPage('In haste');
      await undo(admin, notices.pageCreated.title).click();
      await expectNotice(admin, { title: notices.undone.title, description: 'In haste' });
      expect(await found('pages', 'title', 'In haste')).toEqual([]);
      expect((await office.firestore.doc(`trash/pages_${String(page?.id)}`).get()).get('data')).toMatchObject({
        rev: 1,
      });
      await pollSoon(() => admin.getByRole('link', { name: 'In haste', exact: true }).count()).toBe(0);
      await createPage('In haste');
    });

    it('is rejected after another user’s change', { tags: 'full' }, async () => {
      const page = await createPage('With others');
      await page?.update({ meta_title: 'Theirs', rev: 2, updated_by: 'somebody' });
      await undo(admin, notices.pageCreated.title).click();
      await expectNotice(admin, { title: notices.notUndone.title, description: 'Someone has changed it since' });
      expect(await found('pages', 'title', 'With others')).toHaveLength(1);
    });
  });

  it('undo of a copy removes it and opens the original', { tags: 'full' }, async () => {
    await office.addPage('original', { title: 'Original' });
    await visit(admin, `${office.admin}/admin/pages/original`);
    await admin.getByRole('button', { name: 'Duplicate Original' }).click();
    await pollSoon(() => field(admin, 'Title').inputValue()).toBe('Original (copy)');
    await undo(admin, notices.copied.title).click();
    await pollSoon(() => where(admin)).toBe('/admin/pages/original');
    expect(await found('pages', 'title', 'Original (copy)')).toEqual([]);
  });

  it('undo of a creation is not offered to users that cannot delete the document', { tags: 'full' }, async () => {
    const editor = (await office.signIn('editor')).page;
    await visit(editor, `${office.admin}/admin/homepage/new`);
    await field(editor, 'Section key').selectOption('hero');
    await field(editor, 'Title').fill('By an editor');
    await editor.getByRole('button', { name: 'Create Section' }).click();
    await expectNotice(editor, notices.sectionSaved);
    expect(await undo(editor, notices.sectionSaved.title).count()).toBe(0);
  });

  it("undo of a setting's first save restores the defaults", { tags: 'full' }, async () => {
    await office.firestore.doc('site_settings/social_links').delete();
    await visit(admin, `${office.admin}/admin/settings?tab=social`);
    await field(admin, 'YouTube').fill('https://youtube.com/first');
    await admin.getByRole('button', { name: 'Save Social' }).click();
    await undo(admin, notices.settingsSaved.title).click();
    await expectNotice(admin, { title: notices.undone.title });
    const stored = async () => (await office.firestore.doc('site_settings/social_links').get()).data();
    await pollSoon(stored).toMatchObject({ value: { youtube: null }, rev: 2 });
    await pollSoon(() => field(admin, 'YouTube').inputValue()).toBe('');
  });
}

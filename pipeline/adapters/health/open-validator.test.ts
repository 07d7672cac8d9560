import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { expect, it, vi } from 'vitest';
import { openValidator } from './open-validator.ts';
import { ResolvedConfigLoader } from './resolved-config.ts';

it('resolves the configuration once for all pages, with the same messages', async () => {
  const config = { extends: ['html-validate:standard'] };
  const resolve = vi.spyOn(StaticConfigLoader.prototype, 'getConfigFor');
  const validator = new HtmlValidate(new ResolvedConfigLoader(config));
  const pages = [
    '<main><p>Text</p></main>',
    '<main><img src="a.png"><p id=a><div>x</div></p></main>',
    '<button><a href="/">x</a></button><input>',
    '<main><h1>Title</h2><unknown-element></unknown-element>',
  ];
  const reported = [];
  for (const page of [...pages, ...pages]) reported.push((await validator.validateString(page)).results);
  expect(resolve).toHaveBeenCalledTimes(1);
  resolve.mockRestore();
  const alone = await Promise.all(pages.map((page) => new HtmlValidate(config).validateString(page)));
  expect(reported).toEqual([...alone, ...alone].map(({ results }) => results));
});

it('rejects a running validation when it is closed', async () => {
  const validator = openValidator();
  const running = validator.validate('<!doctype html><title>x</title>').then(
    () => 'validated',
    () => 'closed',
  );
  await validator.close();
  expect(await running).toBe('closed');
});

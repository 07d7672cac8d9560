import type { Command } from '../command.ts';

export const newKind: Command = {
  help: {
    summary: 'add a kind of content to this project: its file and its template',
    operand: 'NAME',
    details: [
      'NAME is the plural, such as case-studies. Written are model/kinds/NAME.ts, its entry in model/kinds/kinds.ts,',
      'src/pages/NAME/[slug].astro, and the parts of rules, indexes and triggers that derive from it. Then npm run dev',
      'shows its list and editor in the admin, and its pages on the site. Deploy rules and functions before the admin.',
    ],
  },
  options: [],
  worksOn: 'content',
  async run({ operands: [name = ''] }, presenter) {
    const { addKind } = await import('../content/new-kind.ts');
    const added = await addKind(name);
    if ('what' in added) return added;
    presenter.show(
      { event: 'kind-added', files: added.files },
      [
        ...added.files.map((file) => `  ${file}`),
        `Next: change the fields in ${added.files[0] ?? ''}, run npm run dev`,
      ].join('\n'),
    );
    return 0;
  },
};

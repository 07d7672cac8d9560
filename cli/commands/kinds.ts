import type { Command } from '../command.ts';

export const kinds: Command = {
  help: {
    summary: 'compare the kinds of content with those of a deployed project',
    details: [
      'Fails with the name of each changed field that its kind does not state: see "Change a kind that has documents" in',
      'docs/keep.md. firebase deploy, frontage deploy and frontage serve run it first.',
    ],
  },
  options: [],
  worksOn: 'content',
  async run(flags, presenter) {
    const { readDeployedKinds, refuseChangedKinds } = await import('../content/deployed-kinds.ts');
    const { withFirebase } = await import('../target/open-project.ts');
    return withFirebase(flags, async ({ firestore }) => {
      const refused = await refuseChangedKinds(firestore);
      if (refused) return refused;
      const stored = Object.keys((await readDeployedKinds(firestore))?.kinds ?? {});
      const text =
        stored.length === 0
          ? `No kinds of content are stored in ${flags.project}: it was not deployed, or by an earlier version`
          : `The kinds of content of ${flags.project} can be changed to those of this version: ${stored.join(', ')}`;
      presenter.show({ event: 'kinds', project: flags.project, stored }, text);
      return 0;
    });
  },
};

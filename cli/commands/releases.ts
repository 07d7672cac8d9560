import { styleText } from 'node:util';
import { isFailure } from '../runtime/failure.ts';
import { presentPin } from '../runtime/present.ts';
import type { Command } from '../command.ts';

export const releases: Command = {
  help: {
    summary: 'list the kept releases; the live one has a star',
  },
  options: ['state'],
  worksOn: 'releases',
  async run(flags, presenter) {
    const { readStore } = await import('../target/open-project.ts');
    const known = await readStore(flags, presenter, (store) =>
      store.atOnce(() => ({ head: store.head(), releases: store.releases() })),
    );
    if (isFailure(known)) return known;
    const { head, releases } = known;
    if (releases.length === 0) {
      presenter.show({ event: 'no-release' }, 'There is no release yet.');
    }
    for (const { asOf: _asOf, ...release } of releases) {
      const { id, createdAt, added, changed, removed, pin } = release;
      const live = id === head?.release;
      const back = pin === null ? '' : `  back to ${pin}`;
      const text = `${live ? '*' : ' '} ${id}  ${createdAt}  +${added} ~${changed} -${removed}${back}`;
      presenter.show({ event: 'release', ...release, live }, live ? styleText('green', text) : text);
    }
    presentPin(head?.pin ?? null, presenter);
    return 0;
  },
};

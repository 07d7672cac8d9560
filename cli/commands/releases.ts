import { styleText } from 'node:util';
import { isFailure } from '../failure.ts';
import { presentPin } from '../present-pin.ts';
import type { CommandHandler } from '../command-handler.ts';
import { readStore } from '../store.ts';

export const run: CommandHandler = async (flags, presenter) => {
  const known = await readStore(flags, presenter, (store) =>
    store.atOnce(() => ({ head: store.head(), releases: store.releases() })),
  );
  if (isFailure(known)) return known;
  const { head, releases } = known;
  for (const { asOf: _asOf, ...release } of releases) {
    const { id, createdAt, added, changed, removed, pin } = release;
    const live = id === head?.release;
    const back = pin === null ? '' : `  back to ${pin}`;
    const text = `${live ? '*' : ' '} ${id}  ${createdAt}  +${added} ~${changed} -${removed}${back}`;
    presenter.show({ event: 'release', ...release, live }, live ? styleText('green', text) : text);
  }
  presentPin(flags, head?.pin ?? null, presenter);
  return 0;
};

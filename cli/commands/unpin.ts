import type { Command } from '../command.ts';
import { rollback } from './rollback.ts';

export const unpin: Command = {
  help: {
    summary: 'publish current content again after a rollback',
  },
  options: ['state'],
  worksOn: 'releases',
  run: rollback.run,
};

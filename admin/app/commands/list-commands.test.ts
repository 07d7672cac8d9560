import { describe, expect, it } from 'vitest';
import { listCommands } from './list-commands.ts';

const nothing = () => undefined;

function commandsOf(roles: Parameters<typeof listCommands>[0]['roles']) {
  const opened: string[] = [];
  const actions = { go: (path: string) => opened.push(path), openSite: nothing, setColorMode: nothing };
  const commands = listCommands({ uid: 'u1', roles }, { ...actions, openSheet: nothing });
  return { opened, commands: commands.filter(({ label }) => label.startsWith('New ')) };
}

describe('the commands for new documents', () => {
  it.each([
    [['admin'], ['New page', 'New demo', 'New homepage section']],
    [['author'], ['New page', 'New demo']],
    [['viewer'], []],
  ] as const)('of a user with the roles %j are %j', (roles, labels) => {
    expect(commandsOf(roles).commands.map(({ label }) => label)).toEqual(labels);
  });

  it('open the form of a new document', () => {
    const { opened, commands } = commandsOf(['editor']);
    for (const { run } of commands) run();
    expect(opened).toEqual(['/admin/pages/new', '/admin/demos/new', '/admin/homepage/new']);
  });
});

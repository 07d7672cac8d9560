import type { Kind } from '@frontage/model/kinds/kinds';
import { describe, expect, it } from 'vitest';
import { listCommands } from './list-commands.ts';

const nothing = () => undefined;
const shipped: readonly Kind[] = ['section', 'page', 'demo'];

function commandsOf(roles: Parameters<typeof listCommands>[0]['roles'], onSite: readonly Kind[] = shipped) {
  const opened: string[] = [];
  const actions = { go: (path: string) => opened.push(path), openSite: nothing, setColorMode: nothing };
  const commands = listCommands({ uid: 'u1', roles }, onSite, { ...actions, openSheet: nothing });
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

  it('include those of kinds that are switched on', () => {
    expect(commandsOf(['editor'], [...shipped, 'news']).commands.map(({ label }) => label)).toContain('New news entry');
  });

  it('open the form of a new document', () => {
    const { opened, commands } = commandsOf(['editor']);
    for (const { run } of commands) run();
    expect(opened).toEqual(['/admin/pages/new', '/admin/demos/new', '/admin/homepage/new']);
  });
});

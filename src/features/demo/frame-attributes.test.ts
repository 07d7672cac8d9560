import { toEmbed } from '@frontage/model/embed';
import { expect, test } from 'vitest';
import { frameAttributes } from './frame-attributes.ts';

const place = { heading: 'Mira', embedOrigin: 'https://embed.example' };

test.each([
  ['https://a.example', { title: 'Mira', referrerPolicy: 'origin', src: 'https://a.example' }],
  [
    '<iframe src="//a.example" title="Ada" referrerpolicy="no-referrer" allow="camera" onload="x()" width="9"></iframe>',
    { title: 'Ada', referrerPolicy: 'no-referrer', allow: 'camera', width: '9', src: 'https://a.example' },
  ],
  ['<iframe src="/a"></iframe>', { title: 'Mira', src: '/a' }],
  [
    '<script>1</script>',
    { title: 'Mira', 'data-shell': 'https://embed.example', 'data-code': '%3Cscript%3E1%3C%2Fscript%3E' },
  ],
])('%s', (code, attributes) => {
  const embed = toEmbed(code);
  const said = embed && frameAttributes(embed, place);
  expect(said).toMatchObject(attributes);
  expect(Object.keys(said ?? {})).not.toContain('onload');
});

test('what is said before the address holds when it is asked for', () => {
  const embed = toEmbed('<iframe src="/a" loading="lazy" referrerpolicy="no-referrer"></iframe>');
  expect(Object.keys((embed && frameAttributes(embed, place)) ?? {}).at(-1)).toBe('src');
});

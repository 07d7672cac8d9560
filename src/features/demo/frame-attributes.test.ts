import { toEmbed } from '@frontage/model/embed';
import { expect, test } from 'vitest';
import { frameAttributes } from './frame-attributes.ts';

const options = { heading: 'Mira', embedOrigin: 'https://embed.example' };

test.each([
  ['https://a.example', { title: 'Mira', referrerPolicy: 'origin', src: 'https://a.example' }],
  [
    '<iframe src="//a.example" title="Ada" referrerpolicy="no-referrer" allow="camera" onload="x()" width="9"></iframe>',
    { title: 'Ada', referrerPolicy: 'no-referrer', allow: 'camera', width: '9', src: 'https://a.example' },
  ],
  ['<iframe src="https://b.example/a"></iframe>', { title: 'Mira', src: 'https://b.example/a' }],
  [
    '<script>1</script>',
    { title: 'Mira', 'data-shell': 'https://embed.example', 'data-code': '%3Cscript%3E1%3C%2Fscript%3E' },
  ],
])('returns the attributes of the frame of %s', (code, attributes) => {
  const embed = toEmbed(code);
  const actual = embed && frameAttributes(embed, options);
  expect(actual).toMatchObject(attributes);
  expect(Object.keys(actual ?? {})).not.toContain('onload');
});

test('places every other attribute before the address', () => {
  const embed = toEmbed('<iframe src="https://b.example/a" loading="lazy" referrerpolicy="no-referrer"></iframe>');
  expect(Object.keys((embed && frameAttributes(embed, options)) ?? {}).at(-1)).toBe('src');
});

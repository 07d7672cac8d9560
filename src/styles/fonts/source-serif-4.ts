import latin from '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2?url';
import latinExt from '@fontsource-variable/source-serif-4/files/source-serif-4-latin-ext-wght-normal.woff2?url';
import basic from './source-serif-4-basic.woff2?inline';
import { fontFaces } from './font-faces.ts';

export default fontFaces('Source Serif 4', {
  files: { basic, latin, latinExt },
  regular: { size: 107.8, ascent: 96.1, descent: 31.1 },
  strong: { size: 108.5, ascent: 95.4, descent: 30.9 },
});

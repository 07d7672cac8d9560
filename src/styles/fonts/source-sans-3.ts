import latin from '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2?url';
import latinExt from '@fontsource-variable/source-sans-3/files/source-sans-3-latin-ext-wght-normal.woff2?url';
import basic from './source-sans-3-basic.woff2?inline';
import { fontFaces } from './font-faces.ts';

export default fontFaces('Source Sans 3', {
  files: { basic, latin, latinExt },
  regular: { size: 94.1, ascent: 108.8, descent: 42.5 },
  strong: { size: 95.5, ascent: 107.2, descent: 41.9 },
});

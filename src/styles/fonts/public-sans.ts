import latin from '@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2?url';
import latinExt from '@fontsource-variable/public-sans/files/public-sans-latin-ext-wght-normal.woff2?url';
import basic from './public-sans-basic.woff2?inline';
import { fontFaces } from './font-faces.ts';

export default fontFaces('Public Sans', {
  files: { basic, latin, latinExt },
  regular: { size: 105.1, ascent: 90.4, descent: 21.4 },
  strong: { size: 105.7, ascent: 89.9, descent: 21.3 },
});

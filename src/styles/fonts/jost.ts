import latin from '@fontsource-variable/jost/files/jost-latin-wght-normal.woff2?url';
import latinExt from '@fontsource-variable/jost/files/jost-latin-ext-wght-normal.woff2?url';
import basic from './jost-basic.woff2?inline';
import { fontFaces } from './font-faces.ts';

export default fontFaces('Jost', {
  files: { basic, latin, latinExt },
  regular: { size: 95.8, ascent: 111.7, descent: 39.1 },
  strong: { size: 98.8, ascent: 108.3, descent: 38 },
});

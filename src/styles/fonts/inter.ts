import latin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import latinExt from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2?url';
import basic from './inter-basic.woff2?inline';
import { fontFaces } from './font-faces.ts';

export default fontFaces('Inter', {
  files: { basic, latin, latinExt },
  regular: { size: 107.2, ascent: 90.3, descent: 22.5 },
  strong: { size: 108.3, ascent: 89.4, descent: 22.3 },
});

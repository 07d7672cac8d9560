import latin from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url';
import latinExt from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-ext-wght-normal.woff2?url';
import basic from './bricolage-grotesque-basic.woff2?inline';
import { fontFaces } from './font-faces.ts';

export default fontFaces('Bricolage Grotesque', {
  files: { basic, latin, latinExt },
  regular: { size: 106.3, ascent: 87.5, descent: 25.4 },
  strong: { size: 107.7, ascent: 86.4, descent: 25.1 },
});

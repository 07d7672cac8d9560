import latin from '@fontsource-variable/space-grotesk/files/space-grotesk-latin-wght-normal.woff2?url';
import latinExt from '@fontsource-variable/space-grotesk/files/space-grotesk-latin-ext-wght-normal.woff2?url';
import basic from './space-grotesk-basic.woff2?inline';
import { fontFaces } from './font-faces.ts';

export default fontFaces('Space Grotesk', {
  files: { basic, latin, latinExt },
  regular: { size: 110.6, ascent: 89, descent: 26.4 },
  strong: { size: 110.6, ascent: 89, descent: 26.4 },
});

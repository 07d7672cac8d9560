import { stylesheet } from '../../features/branding/stylesheet.server.ts';
import { answering, type MakeTextFile } from '../../ui/text-file.server.ts';

export const file: MakeTextFile = (content) => ({
  contentType: 'text/css; charset=utf-8',
  text: stylesheet(content.site().branding).css,
});

export const GET = answering(file);

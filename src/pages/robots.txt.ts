import { robotsFile } from '../features/sitemap/robots.ts';
import { answering, type MakeTextFile } from '../ui/text-file.server.ts';

export const file: MakeTextFile = (content) => ({
  contentType: 'text/plain; charset=utf-8',
  text: robotsFile(content.robots()),
});

export const GET = answering(file);

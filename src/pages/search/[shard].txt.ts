import { answering, type MakeTextFile } from '../../ui/text-file.server.ts';

export const file: MakeTextFile = (content, { shard = '' }) => {
  const text = content.searchShard(shard);
  return text === null ? null : { contentType: 'text/plain; charset=utf-8', text };
};

export const GET = answering(file);

import { randomUUID } from 'node:crypto';
import { callerOf } from './caller.ts';
import { commitWrites } from './commit.ts';
import { commitContext } from './engine.ts';
import type { Engine } from './engine.ts';
import type { MessageStream } from './message-stream.ts';
import { writeResultToProto } from './operations.ts';
import { timeToProto } from './proto-value.ts';
import { parseDatabase } from './resource-name.ts';
import { readWrite } from './write.ts';
import type { WireWrite } from './wire.ts';

interface WriteRequest {
  database: string;
  writes: WireWrite[];
}

/** The Write operation: the first request opens the stream; each later one is a commit. */
export function writeStream(engine: Engine, stream: MessageStream<WriteRequest>): void {
  const caller = callerOf(stream.authorization);
  let project: string | null = null;
  let sequence = 0;
  const token = (): Uint8Array => Buffer.from(String(++sequence));
  stream.onRequest(({ database, writes }) => {
    if (project === null) {
      project = parseDatabase(database);
      stream.send({ streamId: randomUUID(), streamToken: token() });
      if (writes.length === 0) return;
    }
    const context = commitContext({ engine, caller }, project);
    const { time, results } = commitWrites(context, writes.map(readWrite), null);
    stream.send({
      streamToken: token(),
      writeResults: results.map(writeResultToProto),
      commitTime: timeToProto(time),
    });
  });
  stream.onEnd(() => stream.end());
}

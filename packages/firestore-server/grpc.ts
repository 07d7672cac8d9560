import type { Duplex } from 'node:stream';
import { randomUUID } from 'node:crypto';
import {
  type handleBidiStreamingCall,
  type handleServerStreamingCall,
  type handleUnaryCall,
  Metadata,
  type MethodDefinition,
  Server,
  ServerCredentials,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import type protobuf from 'protobufjs/light.js';
import { describe } from './log.ts';
import { callerOf } from './caller.ts';
import { commitContext, type Engine } from './engine.ts';
import { limits } from './limits.ts';
import { listen } from './listen.ts';
import type { Bidirectional, MessageStream } from './message-stream.ts';
import { streamingOperations, unaryOperations, writeResultToProto } from './operations.ts';
import { service } from './proto.ts';
import { explainFileError } from './damaged-file.ts';
import { invalid, Refusal, statusCodes, statusOf } from './status.ts';
import { commitWrites } from './commit.ts';
import { timeToProto } from './proto-value.ts';
import { parseDatabase } from './resource-name.ts';
import { readWrite } from './write.ts';
import type { WireWrite } from './wire.ts';

const bidirectionalOperations: Record<string, Bidirectional> = { Listen: listen, Write: writeStream };

export interface GrpcServer {
  accept(connection: Duplex): void;
  stop(): void;
}

/** Firestore's gRPC interface on connections that another server accepted. */
export function openGrpc(engine: Engine): GrpcServer {
  const server = new Server({
    'grpc.max_receive_message_length': limits.requestBytes,
    'grpc.max_send_message_length': -1,
    'grpc.max_concurrent_streams': 1000,
  });
  const definition: Record<string, MethodDefinition<object, object>> = {};
  const implementation: UntypedServiceImplementation = {};
  for (const method of service.methodsArray) {
    definition[method.name] = definitionOf(method);
    implementation[method.name] = handlerOf(engine, method.name);
  }
  server.addService(definition, implementation);
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
  return {
    accept: (connection) => injector.injectConnection(connection),
    stop() {
      injector.destroy();
      server.forceShutdown();
    },
  };
}

function definitionOf(method: protobuf.Method): MethodDefinition<object, object> {
  method.resolve();
  const { resolvedRequestType: request, resolvedResponseType: response } = method;
  if (request === null || response === null) throw new Error(`${method.name} has unresolved types`);
  return {
    path: `/google.firestore.v1.Firestore/${method.name}`,
    requestStream: method.requestStream ?? false,
    responseStream: method.responseStream ?? false,
    requestSerialize: (message) => Buffer.from(request.encode(message as protobuf.Message).finish()),
    requestDeserialize: (bytes) => decodeRequest(request, bytes),
    responseSerialize: (message) => response.encode(message).finish() as Buffer,
    responseDeserialize: (bytes) => response.decode(bytes),
  };
}

/** A received request: its message, or the error of its bytes. */
type Received = { message: never } | { fault: string };

function decodeRequest(type: protobuf.Type, bytes: Uint8Array): Received {
  try {
    return { message: type.decode(bytes) as never };
  } catch (error) {
    return { fault: `Request is not a ${type.name}: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function messageOf(received: Received): never {
  return 'fault' in received ? invalid(received.fault) : received.message;
}

function handlerOf(engine: Engine, name: string): UntypedServiceImplementation[string] {
  const unary = unaryOperations[name];
  const streaming = streamingOperations[name];
  const bidirectional = bidirectionalOperations[name];
  if (unary !== undefined) {
    const handle: handleUnaryCall<Received, object> = (call, respond) => {
      try {
        respond(null, unary({ engine, caller: callerOf(authorizationOf(call.metadata)) }, messageOf(call.request)));
      } catch (error) {
        respond(grpcError(engine, error));
      }
    };
    return handle;
  }
  if (streaming !== undefined) {
    const handle: handleServerStreamingCall<Received, object> = (call) => {
      try {
        const answers = streaming(
          { engine, caller: callerOf(authorizationOf(call.metadata)) },
          messageOf(call.request),
        );
        for (const answer of answers) call.write(answer);
        call.end();
      } catch (error) {
        // Google's client retries a stream that fails before its headers, for any code.
        call.sendMetadata(new Metadata());
        call.emit('error', grpcError(engine, error));
      }
    };
    return handle;
  }
  if (bidirectional === undefined) throw new Error(`No operation ${name}`);
  const handle: handleBidiStreamingCall<Received, object> = (call) => {
    const fail = (error: unknown): void => void call.emit('error', grpcError(engine, error));
    const guarded = (act: () => void): void => {
      try {
        act();
      } catch (error) {
        fail(error);
      }
    };
    guarded(() =>
      bidirectional(engine, {
        authorization: authorizationOf(call.metadata),
        onRequest: (receive) => void call.on('data', (request: Received) => guarded(() => receive(messageOf(request)))),
        onEnd(handleEnd) {
          let ended = false;
          const once = (): void => {
            if (!ended) handleEnd();
            ended = true;
          };
          call.on('end', once);
          call.on('cancelled', once);
          call.on('error', once);
          call.on('close', once);
        },
        send: (response) => void call.write(response),
        end: () => call.end(),
        fail,
      }),
    );
  };
  return handle;
}

function authorizationOf(metadata: Metadata): string | undefined {
  const value = metadata.get('authorization')[0];
  return typeof value === 'string' ? value : undefined;
}

function grpcError(engine: Engine, thrown: unknown): { code: number; details: string; message: string; name: string } {
  const error = explainFileError(thrown, engine.store.file);
  if (!(error instanceof Refusal)) engine.log({ level: 'error', source: 'firestore', message: describe(error) });
  const { status, message } = statusOf(error);
  return { name: status, code: statusCodes[status].code, details: message, message };
}

interface WriteRequest {
  database: string;
  writes: WireWrite[];
}

/** The Write operation: the first request opens the stream; each later one is a commit. */
function writeStream(engine: Engine, stream: MessageStream<WriteRequest>): void {
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

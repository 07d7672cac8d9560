import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { z } from 'zod';
import { healthCounts, pipelineRefusal, pipelineState, type PipelineState } from '@frontage/model/build-state';
import { collections } from '@frontage/model/paths';
import { call, useFirebase } from './firebase.tsx';
import { isDenied, plainFailure } from './errors.ts';
import { useStaff } from './session.tsx';
import { type DocumentStore, valueOf } from './documents/document-store.ts';
import { toPlain } from '@frontage/model/stored-values';
import { useDocumentStore } from './firestore/client.ts';

/** The pipeline's response, or the reason there is none. */
export type PipelineAnswer<Answer> =
  | { ok: true; answer: Answer }
  /** `unreachable`: a retry may help. */
  | { ok: false; reason: 'unreachable' | 'refused'; message: string };

/** The parsed response, for use in queries. Throws if the pipeline is unreachable or refuses the request. */
export function answerOf<Answer>(result: PipelineAnswer<Answer>): Answer {
  if (!result.ok) throw new Error(result.message);
  return result.answer;
}

interface PipelineRequest<Answer> {
  path: string;
  body: object;
  answer: z.ZodType<Answer>;
  /** Cancels the request. */
  signal?: AbortSignal;
}

export interface Pipeline {
  /** Requests a token, so that the first request does not wait for it. */
  prepare(): void;
  /** The origin that renders previews; null if it is not configured. */
  origin: string | null;
  /** Sends a request and parses the response with the schema `answer`. Never rejects. */
  post<Answer>(request: PipelineRequest<Answer>): Promise<PipelineAnswer<Answer>>;
}

const unreachable = (message: string) => ({ ok: false, reason: 'unreachable', message }) as const;
const noResponse = unreachable('The publishing pipeline does not respond.');
const noAddress = unreachable('This installation has no pipeline address.');

// Tokens last ten minutes by the server's clock.
const tokenMaxAgeMs = 9 * 60_000;
const timeoutMs = 15_000;

/** Calls the pipeline as the signed-in user. Tokens are reused until they expire. */
export function usePipeline(): Pipeline {
  const client = useQueryClient();
  const firebase = useFirebase();
  const { uid } = useStaff().user;
  const origin = firebase.config.pipelineOrigin ?? null;
  return useMemo(() => {
    const queryKey = ['pipeline-token', uid];
    const token = () =>
      client.fetchQuery({
        queryKey,
        queryFn: () => call(firebase, 'pipelineToken', {}),
        staleTime: tokenMaxAgeMs,
        retry: false,
      });
    const send = async ({ path, body, signal }: Pick<PipelineRequest<unknown>, 'path' | 'body' | 'signal'>) =>
      fetch(`${origin}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${(await token()).token}` },
        body: JSON.stringify(body),
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
      });
    return {
      origin,
      prepare: () => {
        // The first request reports a failure.
        if (origin !== null) token().catch(() => undefined);
      },
      post: async <Answer>(request: PipelineRequest<Answer>): Promise<PipelineAnswer<Answer>> => {
        if (origin === null) return noAddress;
        try {
          let response = await send(request);
          if (response.status === 401) {
            await client.invalidateQueries({ queryKey });
            response = await send(request);
          }
          if (response.status >= 500) return noResponse;
          const received: unknown = await response.json();
          if (response.ok) return { ok: true, answer: request.answer.parse(received) };
          const { message } = pipelineRefusal.parse(received);
          return { ok: false, reason: 'refused', message };
        } catch (error) {
          if (error instanceof TypeError || error instanceof SyntaxError || error instanceof DOMException)
            return noResponse;
          const message = plainFailure(error);
          // Former staff get no token: do not retry.
          return isDenied(error) ? { ok: false, reason: 'refused', message } : unreachable(message);
        }
      },
    };
  }, [client, firebase, origin, uid]);
}

/** The pipeline's last status; null before the first. */
export const pipelineStateQuery = (store: DocumentStore) =>
  queryOptions({
    queryKey: ['pipeline-state'],
    queryFn: async (): Promise<PipelineState | null> => {
      const stored = valueOf(await store.read(`${collections.buildState}/current`));
      return pipelineState.safeParse(toPlain(stored)).data ?? null;
    },
  });

/** Numbers of findings about the live site; null before the first check. */
export function useHealthCounts() {
  const store = useDocumentStore();
  return useQuery({
    queryKey: ['health-counts'],
    queryFn: async () =>
      healthCounts.safeParse(toPlain(valueOf(await store.read(`${collections.buildState}/health`)))).data ?? null,
    refetchInterval: 60_000,
  }).data;
}

const pollWhileBuildingMs = 1_000;

/** Polls the pipeline's status every `every` milliseconds, and every second while a release is built. */
export function usePipelineState({ every }: { every: number }) {
  return useQuery({
    ...pipelineStateQuery(useDocumentStore()),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'building' ? Math.min(pollWhileBuildingMs, every) : every,
  });
}

import { previewRefusal } from '@frontage/model/preview';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { z } from 'zod';
import { call } from './callables.ts';
import { isDenied, plainFailure } from './failures.ts';
import { useFirebase } from './firebase.tsx';
import { useStaff } from './session.tsx';

/** The pipeline's response, or the reason there is none. */
export type PipelineAnswer<Answer> =
  | { ok: true; answer: Answer }
  /** `unreachable`: a retry may help. */
  | { ok: false; reason: 'unreachable' | 'refused'; message: string };

/** The response. Throws for a refusal, for use in queries. */
export function answerOf<Answer>(asked: PipelineAnswer<Answer>): Answer {
  if (!asked.ok) throw new Error(asked.message);
  return asked.answer;
}

interface Question<Answer> {
  path: string;
  body: object;
  answer: z.ZodType<Answer>;
}

export interface Pipeline {
  /** The origin that renders previews; null if it is not configured. */
  origin: string | null;
  ask<Answer>(question: Question<Answer>): Promise<PipelineAnswer<Answer>>;
}

const unreachable = (message: string) => ({ ok: false, reason: 'unreachable', message }) as const;
const silent = unreachable('The publishing pipeline does not respond.');
const unnamed = unreachable('This installation has no pipeline address.');

// Tokens last ten minutes by the server's clock.
const tokenKept = 9 * 60_000;
const longestWait = 15_000;

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
        staleTime: tokenKept,
        retry: false,
      });
    const post = async (path: string, body: object) =>
      fetch(`${origin}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${(await token()).token}` },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(longestWait),
      });
    return {
      origin,
      ask: async <Answer>({ path, body, answer }: Question<Answer>): Promise<PipelineAnswer<Answer>> => {
        if (origin === null) return unnamed;
        try {
          let response = await post(path, body);
          if (response.status === 401) {
            await client.invalidateQueries({ queryKey });
            response = await post(path, body);
          }
          if (response.status >= 500) return silent;
          const told: unknown = await response.json();
          if (response.ok) return { ok: true, answer: answer.parse(told) };
          const { message } = previewRefusal.parse(told);
          return { ok: false, reason: 'refused', message };
        } catch (error) {
          if (error instanceof TypeError || error instanceof SyntaxError || error instanceof DOMException)
            return silent;
          const message = plainFailure(error);
          // Former staff get no token: do not retry.
          return isDenied(error) ? { ok: false, reason: 'refused', message } : unreachable(message);
        }
      },
    };
  }, [client, firebase, origin, uid]);
}

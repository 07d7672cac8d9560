import { previewRefusal } from '@frontage/model/preview';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { z } from 'zod';
import { call } from './callables.ts';
import { isDenied, plainFailure } from './failures.ts';
import { useFirebase } from './firebase.tsx';
import { useStaff } from './session.tsx';

/** What the pipeline answered, or why it did not. */
export type Asked<Answer> =
  | { ok: true; answer: Answer }
  /** `unreachable`: trying again may help. */
  | { ok: false; reason: 'unreachable' | 'refused'; message: string };

/** The answer. Throws what the pipeline said instead, for who asks by a query. */
export function answerOf<Answer>(asked: Asked<Answer>): Answer {
  if (!asked.ok) throw new Error(asked.message);
  return asked.answer;
}

interface Question<Answer> {
  path: string;
  body: object;
  answer: z.ZodType<Answer>;
}

export interface Pipeline {
  /** Where previews are drawn; null where this installation does not say. */
  origin: string | null;
  ask<Answer>(question: Question<Answer>): Promise<Asked<Answer>>;
}

const unreachable = (message: string) => ({ ok: false, reason: 'unreachable', message }) as const;
const silent = unreachable('The site’s pipeline does not answer.');
const unnamed = unreachable('This installation does not say where its pipeline is.');

// A token lasts ten minutes, by the server's clock.
const tokenKept = 9 * 60_000;
const longestWait = 15_000;

/** Asks the pipeline as the signed-in person. The token behind it is kept as long as it is good. */
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
      ask: async <Answer>({ path, body, answer }: Question<Answer>): Promise<Asked<Answer>> => {
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
          // Whoever is no longer staff gets no token, however often they ask.
          return isDenied(error) ? { ok: false, reason: 'refused', message } : unreachable(message);
        }
      },
    };
  }, [client, firebase, origin, uid]);
}

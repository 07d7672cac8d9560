import { useEffect, useState } from 'react';
import { toEmbed, type Embed } from '@frontage/model/embed';
import { durations } from '@frontage/model/limits';
import { notices, texts } from '@frontage/model/messages';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { readAccess, remaining, removeAccess, writeAccess } from './access.ts';
import { fetchEmbed, verifyPassword, type Answer } from './demo.queries.ts';
import { EmbedFrame } from './embed-frame.tsx';
import { GateForm } from './gate-form.tsx';

interface Props {
  demoId: string;
  heading: string;
  embedOrigin: string;
}

type State =
  | { step: 'locked'; problem: string | null }
  | { step: 'verifying' }
  | { step: 'recalling'; token: string }
  | { step: 'open'; embed: Embed; isNew: boolean };

/** The gate of a protected demo. Nothing of the demo is in the page: the server hands it out for a password or a token. */
export function Gate(props: Props) {
  return useHydrated() ? <OpenableGate {...props} /> : <GateForm isOpen={false} />;
}

function OpenableGate({ demoId, heading, embedOrigin }: Props) {
  const [state, setState] = useState<State>(() => {
    const access = readAccess(localStorage, demoId, Date.now());
    return access ? { step: 'recalling', token: access.token } : { step: 'locked', problem: null };
  });
  const token = state.step === 'recalling' ? state.token : null;
  const isOpen = state.step === 'open';

  useEffect(() => {
    if (token === null) return;
    void fetchEmbed(demoId, token).then((answer) => {
      if (answer.ok) return setState(opened(answer.result.embed, false));
      const isOver = answer.status === 'PERMISSION_DENIED';
      if (isOver) removeAccess(localStorage, demoId);
      setState({ step: 'locked', problem: isOver ? null : problemOf(answer) });
    });
  }, [demoId, token]);

  useEffect(() => {
    if (!isOpen) return;
    const now = Date.now();
    const access = readAccess(localStorage, demoId, now);
    const lock = (): void => {
      removeAccess(localStorage, demoId);
      setState({ step: 'locked', problem: null });
    };
    const timer = setTimeout(lock, access ? remaining(access, now) : durations.demoAccess);
    return () => clearTimeout(timer);
  }, [demoId, isOpen]);

  const verify = async (password: string): Promise<void> => {
    setState({ step: 'verifying' });
    const answer = await verifyPassword(demoId, password);
    if (!answer.ok) return setState({ step: 'locked', problem: problemOf(answer) });
    const { valid, token: granted, embed } = answer.result;
    if (!valid) return setState({ step: 'locked', problem: notices.incorrectPassword.title });
    if (granted !== null) writeAccess(localStorage, demoId, { at: Date.now(), token: granted });
    setState(opened(embed, true));
  };

  switch (state.step) {
    case 'open':
      return (
        <>
          <EmbedFrame heading={heading} embed={state.embed} embedOrigin={embedOrigin} />
          {state.isNew && (
            <p className="toast" role="status">
              {notices.accessGranted.title}
            </p>
          )}
        </>
      );
    case 'recalling':
      return (
        <div className="demo-viewer">
          <p className="loading" role="status">
            {texts.loadingDemo}
          </p>
        </div>
      );
    default: {
      const isVerifying = state.step === 'verifying';
      const problem = state.step === 'locked' ? state.problem : null;
      return (
        <GateForm
          isOpen={!isVerifying}
          isVerifying={isVerifying}
          problem={problem}
          onPassword={(password) => void verify(password)}
        />
      );
    }
  }
}

function opened(code: string | null, isNew: boolean): State {
  const embed = code === null ? null : toEmbed(code);
  return embed ? { step: 'open', embed, isNew } : { step: 'locked', problem: notices.verifyFailed.title };
}

const problemOf = ({ message, status }: Extract<Answer<unknown>, { ok: false }>): string =>
  status === 'RESOURCE_EXHAUSTED' && message ? `${notices.verifyFailed.title}. ${message}` : notices.verifyFailed.title;

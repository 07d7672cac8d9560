import { useCallback, useEffect, useState, type FormEvent } from 'react';
import { toEmbed, type Embed } from '@frontage/model/embed';
import { durations } from '@frontage/model/limits';
import { notices, texts } from '@frontage/model/messages';
import { readAccess, remaining, removeAccess, writeAccess, type Access } from './access.ts';
import { fetchEmbed, verifyPassword } from './demo.queries.ts';
import { EmbedFrame } from './embed-frame.tsx';

interface Props {
  demoId: string;
  heading: string;
  embedOrigin: string;
}

type State =
  | { step: 'starting' }
  | { step: 'locked'; problem: string | null }
  | { step: 'verifying' }
  | { step: 'recalling' }
  | { step: 'open'; embed: Embed; isNew: boolean };

/** The gate of a protected demo. Nothing of the demo is in the page: the server hands it out for a password or a token. */
export function Gate({ demoId, heading, embedOrigin }: Props) {
  const [state, setState] = useState<State>({ step: 'starting' });

  const open = useCallback((code: string | null, isNew: boolean): void => {
    const embed = code === null ? null : toEmbed(code);
    setState(embed ? { step: 'open', embed, isNew } : { step: 'locked', problem: notices.verifyFailed.title });
  }, []);

  useEffect(() => {
    const access = readAccess(localStorage, demoId, Date.now());
    if (access === null) {
      setState({ step: 'locked', problem: null });
      return;
    }
    setState({ step: 'recalling' });
    void fetchEmbed(demoId, access.token).then((answer) => {
      if (answer.ok) {
        open(answer.result.embed, false);
        return;
      }
      if (answer.refused) removeAccess(localStorage, demoId);
      setState({ step: 'locked', problem: answer.refused ? null : notices.verifyFailed.title });
    });
  }, [demoId, open]);

  useEffect(() => {
    if (state.step !== 'open') return;
    const access = readAccess(localStorage, demoId, Date.now());
    const lasts = access ? remaining(access, Date.now()) : durations.demoAccess;
    const timer = setTimeout(() => {
      removeAccess(localStorage, demoId);
      setState({ step: 'locked', problem: null });
    }, lasts);
    return () => clearTimeout(timer);
  }, [demoId, state.step]);

  const verify = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    setState({ step: 'verifying' });
    const answer = await verifyPassword(demoId, password);
    if (!answer.ok) {
      setState({ step: 'locked', problem: notices.verifyFailed.title });
      return;
    }
    const { valid, token, embed } = answer.result;
    if (!valid) {
      setState({ step: 'locked', problem: notices.incorrectPassword.title });
      return;
    }
    if (token !== null) {
      const access: Access = { at: Date.now(), token };
      writeAccess(localStorage, demoId, access);
    }
    open(embed, true);
  };

  if (state.step === 'open') {
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
  }
  if (state.step === 'recalling') {
    return (
      <div className="demo-viewer">
        <p className="loading" role="status">
          {texts.loadingDemo}
        </p>
      </div>
    );
  }
  const problem = state.step === 'locked' ? state.problem : null;
  return (
    <div className="gate">
      <form className="gate-form" method="post" onSubmit={(event) => void verify(event)}>
        <svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
          <path d="M6 10.5h12v9H6zM8.5 10.5V7.5a3.5 3.5 0 0 1 7 0v3M12 14v2.5" />
        </svg>
        <h2>{texts.gate.title}</h2>
        <fieldset disabled={state.step !== 'locked'}>
          <label htmlFor="demo-password">Password</label>
          <input
            id="demo-password"
            name="password"
            type="password"
            required
            autoComplete="off"
            aria-invalid={problem !== null}
            aria-describedby="demo-password-problem"
          />
          <button className="button" type="submit">
            {state.step === 'verifying' ? texts.gate.pending : texts.gate.action}
          </button>
        </fieldset>
        <p className="problem" id="demo-password-problem" role="alert">
          {problem}
        </p>
      </form>
    </div>
  );
}

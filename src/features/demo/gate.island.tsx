import { useEffect, useState, useSyncExternalStore } from 'react';
import { parseEmbed, type Embed } from '@frontage/model/embed-parser';
import { durations } from '@frontage/model/limits';
import { demoTexts, gateNotices } from '@frontage/model/messages';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { readAccess, remaining, removeAccess, writeAccess } from './access.ts';
import { fetchEmbed, verifyPassword, type Answer } from './demo.queries.ts';
import { frameAttributes } from './frame-attributes.ts';
import { GateForm } from './gate-form.tsx';

interface Props {
  demoId: string;
  heading: string;
  embedOrigin: string;
}

type State =
  | { step: 'starting' }
  | { step: 'locked'; problem: string | null }
  | { step: 'verifying' }
  | { step: 'open'; embed: Embed; isNew: boolean };

/**
 * The gate of a protected demo. The page contains nothing of the demo: the server returns it for a password or a token.
 */
export function Gate({ demoId, heading, embedOrigin }: Props) {
  const isReady = useHydrated();
  const token = useRememberedToken(demoId);
  const [state, setState] = useState<State>({ step: 'starting' });
  const isOpen = state.step === 'open';
  const isRecalling = state.step === 'starting' && token !== null;

  useEffect(() => {
    if (!isRecalling) return;
    void fetchEmbed(demoId, token).then((answer) => {
      if (answer.ok) return setState(opened(answer.result.embed, false));
      const isOver = answer.status === 'PERMISSION_DENIED';
      if (isOver) removeAccess(localStorage, demoId);
      setState({ step: 'locked', problem: isOver ? null : problemOf(answer) });
    });
  }, [demoId, isRecalling, token]);

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
    if (!valid) return setState({ step: 'locked', problem: gateNotices.incorrectPassword.title });
    if (granted !== null) writeAccess(localStorage, demoId, { at: Date.now(), token: granted });
    setState(opened(embed, true));
  };

  if (state.step === 'open') {
    return (
      <>
        <EmbedFrame heading={heading} embed={state.embed} embedOrigin={embedOrigin} />
        {state.isNew && (
          <p className="toast" role="status">
            {gateNotices.accessGranted.title}
          </p>
        )}
      </>
    );
  }
  if (isRecalling) {
    return (
      <div className="demo-viewer">
        <p className="loading" role="status">
          {demoTexts.loading}
        </p>
      </div>
    );
  }
  const isVerifying = state.step === 'verifying';
  return (
    <GateForm
      isOpen={isReady && !isVerifying}
      isVerifying={isVerifying}
      problem={state.step === 'locked' ? state.problem : null}
      onPassword={(password) => void verify(password)}
    />
  );
}

const never = (): (() => void) => () => undefined;

/** The stored token of a demo; null in the static page. */
function useRememberedToken(demoId: string): string | null {
  const read = (): string | null => readAccess(localStorage, demoId, Date.now())?.token ?? null;
  return useSyncExternalStore(never, read, () => null);
}

/** The browser's decoder of character references. The library's table would be a quarter of the page's scripts. */
function decodeInBrowser(text: string): string {
  const markup = `<p title="${text.replaceAll('"', '&quot;')}">`;
  return new DOMParser().parseFromString(markup, 'text/html').querySelector('p')?.title ?? '';
}

function opened(code: string | null, isNew: boolean): State {
  const embed = code === null ? null : parseEmbed(code, decodeInBrowser);
  return embed ? { step: 'open', embed, isNew } : { step: 'locked', problem: gateNotices.verifyFailed.title };
}

const problemOf = ({ message, status }: Extract<Answer<unknown>, { ok: false }>): string =>
  status === 'RESOURCE_EXHAUSTED' && message
    ? `${gateNotices.verifyFailed.title}. ${message}`
    : gateNotices.verifyFailed.title;

interface EmbedFrameProps {
  heading: string;
  embed: Embed;
  embedOrigin: string;
}

/** The frame of an unlocked demo. Counterpart of open-demo.astro for embeds that are known only in the browser. */
function EmbedFrame({ heading, embed, embedOrigin }: EmbedFrameProps) {
  return (
    <demo-frame className="demo-viewer">
      <p className="loading">{demoTexts.loading}</p>
      <iframe {...frameAttributes(embed, { heading, embedOrigin })} />
    </demo-frame>
  );
}

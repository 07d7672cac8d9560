import { useEffect, useRef, type SubmitEvent } from 'react';
import { demoTexts } from '@frontage/model/messages';

interface Props {
  /** Whether the form accepts input: false in the static page and during a request. */
  isOpen: boolean;
  isVerifying?: boolean;
  /** The error of the last attempt. */
  problem?: string | null;
  onPassword?: (password: string) => void;
}

/** The password form of a protected demo. */
export function GateForm({ isOpen, isVerifying = false, problem = null, onPassword }: Props) {
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    // The field was disabled during the request.
    if (problem === null) return;
    input.current?.focus();
    input.current?.select();
  }, [problem]);

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get('password');
    if (typeof password === 'string') onPassword?.(password);
  };

  return (
    <div className="gate">
      <form className="gate-form" method="post" onSubmit={submit}>
        <svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
          <path d="M6 10.5h12v9H6zM8.5 10.5V7.5a3.5 3.5 0 0 1 7 0v3M12 14v2.5" />
        </svg>
        <h2>{demoTexts.gate.title}</h2>
        <label htmlFor="demo-password">Password</label>
        <input
          ref={input}
          id="demo-password"
          name="password"
          type="password"
          required
          disabled={!isOpen}
          autoComplete="current-password"
          aria-invalid={problem !== null}
          aria-describedby="demo-password-problem"
        />
        <p className="problem" id="demo-password-problem" role="alert">
          {problem !== null && (
            <>
              <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
                <path d="M12 3.5 22 20.5H2zM12 10v4.5M12 17.4v.1" />
              </svg>
              {problem}
            </>
          )}
        </p>
        <button className="button" type="submit" disabled={!isOpen}>
          {isVerifying ? demoTexts.gate.pending : demoTexts.gate.action}
        </button>
      </form>
    </div>
  );
}

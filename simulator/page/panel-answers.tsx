// What the virtual panel was answered: for each press its URL, and every call that it made.
import { useRef, type ReactElement } from 'react';
import { Badge } from '../../adapters/web/console/ui/badge.js';
import { Empty } from '../../adapters/web/console/ui/card.js';
import { CopyButton } from '../../adapters/web/console/ui/copy-button.js';
import { statusTone } from '../../adapters/web/console/ui/tone.js';
import type { PanelAttempt, PanelCall } from '../panel/panel-call.js';
import { urlOf } from './panel-choices.js';

/** A press. `attempts` is undefined until the client has ended. */
export interface Press {
  readonly number: number;
  readonly label: string;
  readonly call: PanelCall;
  readonly attempts: readonly PanelAttempt[] | undefined;
}

const outcomeTexts: Readonly<Record<PanelAttempt['outcome'], string>> = {
  answered: '',
  streaming: 'a stream, which was not read',
  timed_out: 'no answer in time',
  hung_up: 'the client hung up',
  failed: 'no answer: the connection was closed',
};

const Attempt = ({ attempt }: { readonly attempt: PanelAttempt }): ReactElement => {
  const { status, body, errorMessage, outcome, durationMs } = attempt;
  return (
    <li className="attempt">
      {status === null ? <Badge tone="warn">no answer</Badge> : <Badge tone={statusTone(status)}>{status}</Badge>}
      <code>{(body ?? outcomeTexts[outcome]).trim()}</code>
      <span className="hint">{durationMs} ms</span>
      {errorMessage !== null && <span className="hint attempt-message">{errorMessage}</span>}
    </li>
  );
};

interface RowProps {
  readonly press: Press;
  readonly base: string;
  readonly showsToken: boolean;
}

const PressRow = ({ press: { label, call, attempts }, base, showsToken }: RowProps): ReactElement => {
  const shown = useRef<HTMLElement>(null);
  return (
    <li className="press" aria-label={label}>
      <strong>{label}</strong>
      <CopyButton
        text={urlOf(base, call, true)}
        look="quiet"
        name={`the URL of ${label}`}
        select={() => {
          if (shown.current) getSelection()?.selectAllChildren(shown.current);
        }}
      />
      <code ref={shown} className="press-url">
        {urlOf(base, call, showsToken)}
      </code>
      {attempts === undefined ? (
        <span className="hint">waiting …</span>
      ) : (
        <ul>
          {attempts.map((attempt, index) => (
            <Attempt key={index} attempt={attempt} />
          ))}
        </ul>
      )}
    </li>
  );
};

interface AnswersProps {
  readonly presses: readonly Press[];
  readonly base: string;
  readonly showsToken: boolean;
}

/** Renders the answers, newest first, in a box of a fixed height. */
export const PanelAnswers = ({ presses, base, showsToken }: AnswersProps): ReactElement => (
  <div className="answers" role="region" aria-label="Answers of the panel" tabIndex={0}>
    {presses.length === 0 && <Empty>Press a button of the panel.</Empty>}
    <ol>
      {presses.map((press) => (
        <PressRow key={press.number} press={press} base={base} showsToken={showsToken} />
      ))}
    </ol>
  </div>
);

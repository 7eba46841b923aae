// One key of a panel: it calls at a press, after it was held, or after a question.
import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'preact/hooks';
import type { VNode } from 'preact';
import type { StudioRecords } from '../live/records.js';
import { KeyIcon } from './icons.js';
import { keyState, type Key, type KeyState, type Light } from './key-state.js';
import { KeyUrl, plainUrl } from './key-url.js';
import { usePress, type Pressed } from './press.js';

interface KeyProps {
  readonly definition: Key;
  readonly token: string;
  /** Where its URL begins; undefined if it doesn't show it. */
  readonly urls: string | undefined;
  readonly station: string | null;
  readonly records: StudioRecords;
  readonly now: number;
  /** Whether what is shown can be vouched for. */
  readonly isLive: boolean;
}

/** The properties of a button that calls after it was held for its time. */
interface Hold {
  readonly isHeld: boolean;
  readonly handlers: Readonly<Record<string, (event: Event) => void>>;
}

const isActivation = (event: Event): boolean =>
  event instanceof KeyboardEvent && !event.repeat && (event.key === 'Enter' || event.key === ' ');

/** A timer that calls the last function that it was given. */
const makeTimer = () => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (): void => {
    clearTimeout(timer);
  };
  return {
    end,
    begin: (ms: number, then: () => void): void => {
      end();
      timer = setTimeout(then, ms);
    },
  };
};

/** Calls after a key was held for its time, with a finger or on the keyboard. Without a time, a press calls at once. */
const useHold = (holdMs: number, act: () => void): Hold => {
  const [isHeld, setHeld] = useState(false);
  const [timer] = useState(makeTimer);
  useEffect(() => timer.end, [timer]);
  const begin = (): void => {
    setHeld(true);
    timer.begin(holdMs, () => {
      setHeld(false);
      act();
    });
  };
  const end = (): void => {
    timer.end();
    setHeld(false);
  };
  if (holdMs === 0) return { isHeld, handlers: { onClick: act } };
  return {
    isHeld,
    handlers: {
      onPointerDown: begin,
      onPointerUp: end,
      onPointerLeave: end,
      onPointerCancel: end,
      onKeyDown: (event) => {
        if (isActivation(event)) begin();
      },
      onKeyUp: end,
      onBlur: end,
      onContextMenu: (event) => {
        event.preventDefault();
      },
    },
  };
};

const Outcome = ({ pressed, text }: { readonly pressed: Pressed | undefined; readonly text: string }): VNode => {
  if (pressed?.is === 'failed')
    return (
      <span className="outcome failed" role="alert">
        {pressed.message}
      </span>
    );
  if (pressed?.is === 'pending') return <span className="outcome">…</span>;
  return <span className="outcome">{pressed?.is === 'done' ? '✓' : text}</span>;
};

const Face = ({
  definition: { label, icon },
  text,
  pressed,
}: Pick<KeyProps, 'definition'> & {
  readonly text: string;
  readonly pressed: Pressed | undefined;
}): VNode => (
  <>
    {icon !== null && <KeyIcon icon={icon} />}
    <span className="label">{label}</span>
    <Outcome pressed={pressed} text={text} />
  </>
);

/** Renders a key that shows a value. */
const ShownKey = ({ definition, records, now, isLive }: KeyProps): VNode => {
  const { light, text, isAway } = keyState(definition, records, now);
  const shown = isAway ? t`away` : text;
  return (
    <div className={`key shows colour-${definition.colour} light-${isLive ? light : 'off'}`}>
      <span className="label">{definition.label}</span>
      <span className="value">{isLive ? shown : '—'}</span>
    </div>
  );
};

const Question = ({
  label,
  onAnswer,
}: {
  readonly label: string;
  readonly onAnswer: (isYes: boolean) => void;
}): VNode => (
  <div className="question" role="alertdialog" aria-label={`${label}?`}>
    <p>{label}?</p>
    <button
      type="button"
      className="answer yes"
      onClick={() => {
        onAnswer(true);
      }}
    >
      {t`Yes`}
    </button>
    <button
      type="button"
      className="answer"
      ref={(button) => button?.focus()}
      onClick={() => {
        onAnswer(false);
      }}
    >
      {t`No`}
    </button>
  </div>
);

const faceText = ({ hold }: Key, isLive: boolean, { isAway, text }: KeyState): string => {
  if (!isLive) return '';
  if (isAway) return t`away`;
  return text === '' && hold > 0 ? t`hold` : text;
};

const classOf = ({ colour }: Key, light: Light, isHeld: boolean, pressed: Pressed | undefined): string =>
  [
    `key presses colour-${colour} light-${light}`,
    ...(isHeld ? ['is-held'] : []),
    ...(pressed === undefined ? [] : [`is-${pressed.is}`]),
  ].join(' ');

/** Renders a key that calls an action. */
const PressedKey = ({ definition, token, station, records, now, isLive }: KeyProps): VNode => {
  const [asks, setAsks] = useState(false);
  const { pressed, press } = usePress(token, definition.path, station);
  const state = keyState(definition, records, now);
  const { isHeld, handlers } = useHold(definition.hold, () => {
    if (definition.confirm) setAsks(true);
    else press();
  });
  const light = isLive ? state.light : 'off';
  return (
    <>
      <button
        type="button"
        className={classOf(definition, light, isHeld, pressed)}
        style={{ '--hold': `${String(definition.hold)}ms` }}
        disabled={!isLive || state.isAway}
        aria-pressed={light === 'air' || light === 'on'}
        {...handlers}
      >
        <Face definition={definition} text={faceText(definition, isLive, state)} pressed={pressed} />
      </button>
      {asks && (
        <Question
          label={definition.label}
          onAnswer={(isYes) => {
            setAsks(false);
            if (isYes) press();
          }}
        />
      )}
    </>
  );
};

const Key = (props: KeyProps): VNode =>
  props.definition.press === null ? <ShownKey {...props} /> : <PressedKey {...props} />;

/** Renders a key, with its URL if it is asked for. */
export const PanelKey = (props: KeyProps): VNode => {
  const { urls, station, definition } = props;
  if (urls === undefined) return <Key {...props} />;
  const url = plainUrl(urls, definition.path, definition.press === null ? null : station);
  return (
    <div className="with-url">
      <Key {...props} />
      <KeyUrl label={definition.label} url={url} />
    </div>
  );
};

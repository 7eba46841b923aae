// The page of an output's display: what remains, the clip, the next one, the lamp and the time of day.
import { t } from '@lingui/core/macro';
import type { ComponentChildren, VNode } from 'preact';
import type { Output, Scene } from '../../../../domain/studio/output.js';
import { timeOfDay } from '../live/clock.js';
import type { Live } from '../live/records.js';
import { useAwake, useLive, useServiceTime } from '../live/use-live.js';
import { Notice, noticeOf } from '../notice.js';
import { BigText } from './big-text.js';
import { useClipNames } from './clip-names.js';
import {
  lampOf,
  lampTexts,
  markTexts,
  recordNamed,
  sceneOf,
  sceneState,
  unknownScene,
  type Lamp,
} from './display-state.js';
import { shownParts, textSize } from './options.js';

/** The parts of a display. The first that is shown fills the place that is left. */
const parts = ['remaining', 'clock', 'clip', 'next', 'lamp'] as const;
type Part = (typeof parts)[number];

/** What each part shows. */
type Texts = Readonly<Record<Part, string>>;

/** What is shown beside the texts. */
interface Look {
  readonly lamp: Lamp;
  readonly urgency: string;
  readonly mark: string;
  /** Why the texts are missing; empty if they aren't. */
  readonly fault: string;
}

const roles: Partial<Readonly<Record<Part, 'timer' | 'status'>>> = { remaining: 'timer', lamp: 'status' };

const Small = ({ part, values, look }: { readonly part: Part; readonly values: Texts; readonly look: Look }): VNode => (
  <p className={part === 'lamp' ? `lamp light-${look.lamp}` : part} role={roles[part]}>
    {part === 'next' && <span className="word">{t`Next`} </span>}
    {values[part]}
  </p>
);

const Row = ({ children }: { readonly children: ComponentChildren }): VNode => <div className="row">{children}</div>;

interface FaceProps {
  readonly name: string;
  readonly shown: ReadonlySet<Part>;
  readonly size: number;
  readonly values: Texts;
  readonly look: Look;
}

const Face = ({ name, shown, size, values, look }: FaceProps): VNode => {
  const big = parts.find((part) => shown.has(part));
  const small = (...of: readonly Part[]): readonly VNode[] =>
    of
      .filter((part) => shown.has(part) && part !== big)
      .map((part) => <Small key={part} part={part} values={values} look={look} />);
  const [top, bottom] = [small('lamp', 'clock'), small('clip', 'next')];
  return (
    <main
      className={`display ${look.fault === '' ? '' : 'is-lost'} ${big === 'lamp' ? `light-${look.lamp}` : ''}`}
      style={{ '--size': String(size) }}
    >
      <h1 className="unseen">{name}</h1>
      {top.length > 0 && <Row>{top}</Row>}
      {big !== undefined && (
        <BigText text={values[big]} role={roles[big]} className={`${big} urgency-${look.urgency}`} />
      )}
      {big === 'remaining' && look.mark !== '' && <p className="mark">{look.mark}</p>}
      {bottom.length > 0 && <Row>{bottom}</Row>}
      {look.fault !== '' && (
        <p className="banner" role="alert">
          {look.fault}
        </p>
      )}
    </main>
  );
};

const faultOf = ({ link }: Live, { connected }: Output): string => {
  if (link.is !== 'live') return t`Disconnected`;
  return connected ? '' : t`Player not connected`;
};

interface OutputDisplayProps {
  readonly live: Live;
  readonly token: string;
  readonly output: Output;
  readonly scene: Scene;
  readonly shown: ReadonlySet<Part>;
  readonly size: number;
}

const OutputDisplay = ({ live, token, output, scene, shown, size }: OutputDisplayProps): VNode => {
  const now = useServiceTime(live.aheadMs);
  const fault = faultOf(live, output);
  const isLive = live.link.is === 'live';
  const state = fault === '' ? sceneState(scene, now) : unknownScene;
  const nameOf = useClipNames(token, [state.clip, state.next], live.begun);
  const lamp = isLive ? lampOf(output.tally) : 'unknown';
  const values: Texts = {
    remaining: state.remaining,
    clock: isLive ? timeOfDay(now, live.timeZone) : '––:––:––',
    clip: nameOf(state.clip) || '–',
    next: nameOf(state.next) || '–',
    lamp: lampTexts[lamp],
  };
  const { urgency, mark } = state;
  return (
    <Face
      name={output.name}
      shown={shown}
      size={size}
      values={values}
      look={{ lamp, urgency, mark: markTexts[mark], fault }}
    />
  );
};

interface ScreenProps {
  readonly token: string;
  readonly name: string;
  readonly search: URLSearchParams;
}

/** Renders the display of an output, by its slot or id. */
export const DisplayScreen = ({ token, name, search }: ScreenProps): VNode => {
  const live = useLive(token);
  useAwake();
  const { parts: shown, unknown } = shownParts(parts, search);
  const notice = noticeOf(live, token);
  if (notice !== null) return notice;
  const output = recordNamed(live.records, 'outputs', name, ['slot', 'id']) as Output | undefined;
  if (output === undefined)
    return <Notice title={t`No such output`} text={t`There is no output "${name}" that this screen may read.`} />;
  const scene = sceneOf(output, search.get('scene'));
  if (scene === undefined)
    return (
      <Notice title={t`No such scene`} text={t`${output.name} has ${output.scenes.map(({ id }) => id).join(', ')}.`} />
    );
  if (unknown.length > 0 || shown.size === 0)
    return (
      <Notice title={t`Nothing to show`} text={t`show may name ${parts.join(', ')}; it names ${unknown.join(', ')}.`} />
    );
  return (
    <OutputDisplay live={live} token={token} output={output} scene={scene} shown={shown} size={textSize(search)} />
  );
};

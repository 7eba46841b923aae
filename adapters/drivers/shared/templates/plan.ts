// What the templates of one record mean: which text switches it, which one accepts or refuses, and which one shows its state.
import * as E from 'fp-ts/lib/Either.js';
import type { ClipSelection } from '../../../../application/ports/players.js';
import type { Values } from './placeholders.js';
import type { Comparison } from './text-match.js';
import {
  defaultEveryMs,
  type AskSettings,
  type Confirm,
  type HeadSettings,
  type LineSettings,
  type PlayerSettings,
  type ReplySettings,
  type TextCodecs,
} from './settings.js';

/** A protocol of templates: `Out` is what it sends, `In` what it receives. */
export interface TextProtocol<Template, Match, Out, In> extends TextCodecs<Template, Match> {
  /** Fills a template. Fails with the reason why the values can't stand in it. */
  readonly fill: (template: Template, values: Values) => E.Either<string, Out>;
  /** Prepares a comparison with a match. Whatever is received is compared with every state, so little may be left to do then. */
  readonly matches: (match: Match, values: Values) => Comparison<In>;
  /** Prepares a comparison with a match, whatever the values of its other placeholders are. */
  readonly resembles: (match: Match, values: Values) => Comparison<In>;
}

/** The kinds of records, as messages name them. */
export type TemplateKind = 'signal' | 'camera' | 'output';

/** What the templates of a record mean. A state is a text, such as `on` or the id of an angle. */
export interface Plan<Out, In> {
  readonly kind: TemplateKind;
  readonly confirm: Confirm;
  /** Returns what commands a state; the reason if nothing can. */
  readonly command: (state: string) => E.Either<string, Out>;
  /** Whether the device replies to commands, so that one isn't accepted by being sent. */
  readonly hasReplies: boolean;
  readonly isAccepted: (received: In, state: string) => boolean;
  readonly isRefused: (received: In, state: string) => boolean;
  /** What asks for the state; undefined if the device sends it by itself, or never. */
  readonly ask: Out | undefined;
  readonly everyMs: number;
  /**
   * Returns the state that a received text shows: null if it shows one that isn't configured, undefined if it shows none.
   * Absent if the state can't be read.
   */
  readonly read: ((received: In) => string | null | undefined) | undefined;
}

/** A state, the values of its placeholders, and the match that shows it. */
interface Shown<Match> {
  readonly state: string;
  readonly match: Match;
  readonly values: Values;
}

/** What the plans of all kinds are made of. */
interface PlanParts<Template, Match> {
  readonly kind: TemplateKind;
  readonly settings: ReplySettings<Match> & { readonly state?: AskSettings<Template> };
  /** The values of the placeholders of a state. */
  readonly valuesOf: (state: string) => Values;
  readonly template: (state: string) => E.Either<string, Template>;
  /** The values that are the same in all states. */
  readonly fixedValues: Values;
  readonly shown: readonly Shown<Match>[];
}

const planOf = <T, M, Out, In>(
  { fill, matches, resembles, hasReplies }: TextProtocol<T, M, Out, In>,
  { kind, settings, valuesOf, template, fixedValues, shown }: PlanParts<T, M>,
): Plan<Out, In> => {
  const { accepted, refused, state: asked, confirm = 'state' } = settings;
  const matchOf = (match: M | undefined) => (received: In, state: string) =>
    match !== undefined && matches(match, valuesOf(state))(received);
  const states = shown.map(({ state, match, values }) => ({ state, isShown: matches(match, values) }));
  const similar = [...new Set(shown.map(({ match }) => match))].map((match) => resembles(match, fixedValues));
  const unknownState = (received: In) => (similar.some((resembled) => resembled(received)) ? null : undefined);
  const readWith = (received: In) => {
    for (const { state, isShown } of states) if (isShown(received)) return state;
    return unknownState(received);
  };
  const ask = asked?.ask === undefined ? E.left('') : fill(asked.ask, fixedValues);
  return {
    kind,
    confirm,
    command: (state) => E.chain((found: T) => fill(found, valuesOf(state)))(template(state)),
    hasReplies: hasReplies || accepted !== undefined,
    isAccepted: accepted === undefined ? () => hasReplies : matchOf(accepted),
    isRefused: matchOf(refused),
    ask: E.isRight(ask) ? ask.right : undefined,
    everyMs: asked?.everyMs ?? defaultEveryMs,
    read: asked && readWith,
  };
};

/** The states of a line. */
export const lineStates = { on: 'on', off: 'off' } as const;

/** Returns what the templates of a signal's line mean. */
export const linePlan = <T, M, Out, In>(
  protocol: TextProtocol<T, M, Out, In>,
  settings: LineSettings<T, M>,
): Plan<Out, In> =>
  planOf(protocol, {
    kind: 'signal',
    settings,
    valuesOf: () => ({}),
    template: (state) =>
      E.fromNullable('it can be read, but not switched')(state === lineStates.on ? settings.on : settings.off),
    fixedValues: {},
    shown:
      settings.state === undefined
        ? []
        : [
            { state: lineStates.on, match: settings.state.on, values: {} },
            { state: lineStates.off, match: settings.state.off, values: {} },
          ],
  });

/** Returns how the device names a thing: as configured, else by its id. */
const labelOf = (labels: Readonly<Record<string, string | number>>, id: string): string | number =>
  (Object.hasOwn(labels, id) ? labels[id] : undefined) ?? id;

/** Returns what the templates of a camera mean. Its states are the ids of its angles. */
export const headPlan = <T, M, Out, In>(
  protocol: TextProtocol<T, M, Out, In>,
  settings: HeadSettings<T, M>,
): Plan<Out, In> => {
  const { presets, recall, state } = settings;
  const valuesOf = (angle: string): Values => ({ angle, preset: labelOf(presets, angle) });
  return planOf(protocol, {
    kind: 'camera',
    settings,
    valuesOf,
    template: (angle) =>
      Object.hasOwn(presets, angle)
        ? E.right(recall)
        : E.left(`no preset is configured for the angle "${angle}", but for ${Object.keys(presets).join(', ')}`),
    fixedValues: {},
    shown:
      state === undefined
        ? []
        : Object.keys(presets).map((angle) => ({ state: angle, match: state.is, values: valuesOf(angle) })),
  });
};

/** The state of a scene that plays nothing. */
export const idleState = '';

/** Returns the state of a scene that plays a clip. */
export const playingState = ({ bank, clip: { key } }: ClipSelection): string => JSON.stringify([bank, key]);

/** A scene of a player, and the clips that it may play, by their state. */
export interface PlannedScene {
  readonly scene: string;
  readonly selections: ReadonlyMap<string, ClipSelection>;
}

const clipValues = ({ bank, clip: { key, media = key, number } }: ClipSelection): Values => ({
  bank,
  clip: key,
  media,
  number,
});

/** Returns what the templates of a player mean for one of its scenes. */
export const scenePlan = <T, M, Out, In>(
  protocol: TextProtocol<T, M, Out, In>,
  settings: PlayerSettings<T, M>,
  { scene: id, selections }: PlannedScene,
): Plan<Out, In> => {
  const { play, stop, scenes = {}, state } = settings;
  const scene: Values = { scene: labelOf(scenes, id) };
  const valuesOf = (playing: string): Values => {
    const selection = selections.get(playing);
    return selection === undefined ? scene : { ...scene, ...clipValues(selection) };
  };
  return planOf(protocol, {
    kind: 'output',
    settings,
    valuesOf,
    template: (playing) => E.right(playing === idleState ? stop : play),
    fixedValues: scene,
    shown:
      state === undefined
        ? []
        : [
            { state: idleState, match: state.stopped, values: scene },
            ...[...selections.keys()].map((playing) => ({
              ...{ state: playing, match: state.playing },
              values: valuesOf(playing),
            })),
          ],
  });
};

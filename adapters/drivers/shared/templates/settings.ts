// The settings of signals, cameras and outputs whose device speaks a text protocol: templates of what is sent, and matches of
// what is received.
import * as t from 'io-ts';
import { field, integer, oneOf, refined, text } from '../../../../domain/codec/codec.js';
import { withPlaceholders } from './placeholders.js';

/** Pause between two questions for the state if the settings have none, in milliseconds. */
export const defaultEveryMs = 1_000;

/** What confirms a command: the device's state, its reply, or nothing (`sent`): see `confirmedBy` of the records. */
const Confirm = oneOf('state', 'accepted', 'sent');
export type Confirm = t.TypeOf<typeof Confirm>;

/** Creates the codec of a template or match that may contain these placeholders. */
export type CodecWith<A> = (names: readonly string[]) => t.Type<A, unknown>;

/** What a protocol sends (templates) and receives (matches). */
export interface TextCodecs<Template, Match> {
  readonly template: CodecWith<Template>;
  readonly match: CodecWith<Match>;
  /** Whether the protocol itself has a reply to every command, so that `accepted` may be missing. */
  readonly hasReplies: boolean;
}

/** How the device replies to commands. */
export interface ReplySettings<Match> {
  readonly accepted?: Match;
  readonly refused?: Match;
  readonly confirm?: Confirm;
}

/** How the state of a device is read: by asking every `everyMs` milliseconds, or from what it sends by itself. */
export interface AskSettings<Template> {
  readonly ask?: Template;
  readonly everyMs?: number;
}

export interface LineSettings<Template, Match> extends ReplySettings<Match> {
  readonly on?: Template;
  readonly off?: Template;
  readonly state?: AskSettings<Template> & { readonly on: Match; readonly off: Match };
}

export interface HeadSettings<Template, Match> extends ReplySettings<Match> {
  readonly recall: Template;
  readonly presets: Readonly<Record<string, string | number>>;
  readonly state?: AskSettings<Template> & { readonly is: Match };
}

export interface PlayerSettings<Template, Match> extends ReplySettings<Match> {
  readonly play: Template;
  readonly stop: Template;
  readonly scenes?: Readonly<Record<string, string | number>>;
  readonly state?: AskSettings<Template> & { readonly playing: Match; readonly stopped: Match };
}

const replyFields = <Match>(match: t.Type<Match, unknown>) => ({
  accepted: field(match, 'The reply to a command that is executed'),
  refused: field(match, 'The reply to a command that is not executed'),
  confirm: field(Confirm, "What confirms a command: the device's state, its reply, or nothing but that it was sent", {
    default: 'state',
  }),
});

const askFields = <Template>(template: t.Type<Template, unknown>) => ({
  ask: field(template, 'What asks for the state; if left out, the device shows changes by itself'),
  everyMs: field(integer(50, 60_000), 'Pause between two questions, in milliseconds', { default: defaultEveryMs }),
});

const shows = <State extends t.Mixed>(state: State): State =>
  field(state, 'What shows the state of the device; nothing does if left out');

/** A text or a whole number, as devices number presets. */
const Label = t.union([text(1, 128), integer(0, 65_535)]);
const Labels = t.readonly(t.record(t.string, Label));

interface Confirmed {
  readonly accepted?: unknown;
  readonly refused?: unknown;
  readonly confirm?: Confirm;
  readonly state?: unknown;
}

const isConfirmed = (hasReplies: boolean, { state, accepted, confirm = 'state' }: Confirmed): boolean =>
  confirm === 'state' ? state !== undefined : confirm === 'sent' ? !hasReplies : hasReplies || accepted !== undefined;

const confirmation = (hasReplies: boolean): string =>
  hasReplies
    ? 'state, by which the device shows its state, or confirm: accepted'
    : 'state, by which the device shows its state; or confirm: accepted and accepted, its reply; or confirm: sent';

/** Restricts settings. */
const restricted = <A>(codec: t.Type<A, unknown>, test: (settings: A) => boolean, expectation: string) =>
  refined(codec as t.Type<A>, test, expectation, {});

/** Restricts settings to those that say how commands are confirmed. */
const confirmed = <A extends Confirmed>(codec: t.Type<A, unknown>, hasReplies: boolean): t.Type<A, unknown> =>
  restricted(
    restricted(codec, (settings) => isConfirmed(hasReplies, settings), confirmation(hasReplies)),
    ({ accepted, refused }) => hasReplies || refused === undefined || accepted !== undefined,
    'accepted besides refused: the reply to a command that is executed',
  );

const canSwitchOrRead = ({ on, off, state }: LineSettings<unknown, unknown>): boolean =>
  (on === undefined) === (off === undefined) && (on !== undefined || state !== undefined);

/** The settings of a signal's line. Without `on` and `off` it can only be read. */
export const lineSettings = <T, M>({
  template,
  match,
  hasReplies,
}: TextCodecs<T, M>): t.Type<LineSettings<T, M>, unknown> => {
  const [toSend, received] = [template([]), match([])];
  const state = t.readonly(
    t.intersection([
      t.type({ on: field(received, 'What shows that it is on'), off: field(received, 'What shows that it is off') }),
      t.partial(askFields(toSend)),
    ]),
  );
  const line: t.Type<LineSettings<T, M>, unknown> = t.readonly(
    t.partial({
      on: field(toSend, 'What switches the signal on; without `on` and `off` it can only be read'),
      off: field(toSend, 'What switches the signal off'),
      state: shows(state),
      ...replyFields(received),
    }),
  );
  const complete = restricted(line, canSwitchOrRead, 'on and off, or state alone for a line that is only read');
  return confirmed(complete, hasReplies);
};

/** The placeholders of a camera's templates. */
const headNames = ['angle', 'preset'];

/** The settings of a camera. */
export const headSettings = <T, M>({
  template,
  match,
  hasReplies,
}: TextCodecs<T, M>): t.Type<HeadSettings<T, M>, unknown> => {
  const [toSend, received] = [template(headNames), match(headNames)];
  const state = t.readonly(
    t.intersection([t.type({ is: field(received, 'What shows the angle') }), t.partial(askFields(template([])))]),
  );
  const head: t.Type<HeadSettings<T, M>, unknown> = t.readonly(
    t.intersection([
      t.type({
        recall: field(toSend, withPlaceholders('What moves the camera to an angle', headNames)),
        presets: field(Labels, "The camera's preset for each angle, by the angle's id"),
      }),
      t.partial({ state: shows(state), ...replyFields(received) }),
    ]),
  );
  return confirmed(head, hasReplies);
};

/** The placeholders of a player's templates. */
const clipNames = ['scene', 'bank', 'clip', 'media', 'number'];

/** The settings of a player that plays and stops clips. */
export const playerSettings = <T, M>({
  template,
  match,
  hasReplies,
}: TextCodecs<T, M>): t.Type<PlayerSettings<T, M>, unknown> => {
  const ofScene = ['scene'];
  const state = t.readonly(
    t.intersection([
      t.type({
        playing: field(match(clipNames), 'What shows that a clip plays'),
        stopped: field(match(ofScene), 'What shows that no clip plays'),
      }),
      t.partial(askFields(template(ofScene))),
    ]),
  );
  const player: t.Type<PlayerSettings<T, M>, unknown> = t.readonly(
    t.intersection([
      t.type({
        play: field(template(clipNames), withPlaceholders('What plays a clip', clipNames)),
        stop: field(template(ofScene), withPlaceholders('What stops the clip of a scene', ofScene)),
      }),
      t.partial({
        scenes: field(Labels, "What stands for each scene in templates, by the scene's id; the id if left out"),
        state: shows(state),
        ...replyFields(match(clipNames)),
      }),
    ]),
  );
  return confirmed(player, hasReplies);
};

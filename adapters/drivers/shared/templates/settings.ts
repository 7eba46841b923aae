// The settings of signals, cameras and outputs whose device speaks a text protocol: templates of what is sent, and matches of
// what is received.
import * as t from 'io-ts';
import { integer, oneOf, refined, text } from '../../../../domain/codec/codec.js';

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

const replyFields = <Match>(match: t.Type<Match, unknown>) => ({ accepted: match, refused: match, confirm: Confirm });

const askFields = <Template>(template: t.Type<Template, unknown>) => ({ ask: template, everyMs: integer(50, 60_000) });

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
  const state = t.readonly(t.intersection([t.type({ on: received, off: received }), t.partial(askFields(toSend))]));
  const line: t.Type<LineSettings<T, M>, unknown> = t.readonly(
    t.partial({ on: toSend, off: toSend, state, ...replyFields(received) }),
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
  const state = t.readonly(t.intersection([t.type({ is: received }), t.partial(askFields(template([])))]));
  const head: t.Type<HeadSettings<T, M>, unknown> = t.readonly(
    t.intersection([t.type({ recall: toSend, presets: Labels }), t.partial({ state, ...replyFields(received) })]),
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
      t.type({ playing: match(clipNames), stopped: match(ofScene) }),
      t.partial(askFields(template(ofScene))),
    ]),
  );
  const player: t.Type<PlayerSettings<T, M>, unknown> = t.readonly(
    t.intersection([
      t.type({ play: template(clipNames), stop: template(ofScene) }),
      t.partial({ scenes: Labels, state, ...replyFields(match(clipNames)) }),
    ]),
  );
  return confirmed(player, hasReplies);
};

// What editors of the studio file ask of the service that has it: at its host, or over the console.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { boundedListOf, described, integer, oneOf, text } from '../../domain/codec/codec.js';
import { decodeOrFailure, type Failure } from '../../domain/failure.js';
import { maxRecords } from '../../domain/studio/bounds.js';
import { PlayerHost } from '../../domain/studio/player.js';
import { VariableValue } from '../../domain/studio/variable.js';

/** The largest text of a studio file, in characters. */
export const maxTextLength = 1_048_576;

const Version = described(integer(1, Number.MAX_SAFE_INTEGER), { description: 'A version of the studio file' });

/** A secret that is set with a change: the value of a field of a connection or webhook that names a file. Nobody can read it afterwards. */
const NewSecret = t.intersection([
  t.union([t.type({ connection: text(1, 64) }), t.type({ webhook: text(1, 64) })]),
  t.type({ field: text(1, 160), secret: text(1, 8_192) }),
]);
export type NewSecret = t.TypeOf<typeof NewSecret>;

const StudioText = new t.Type<string>(
  `a text of up to ${String(maxTextLength)} characters`,
  (value): value is string => typeof value === 'string' && value.length <= maxTextLength,
  (input, context) =>
    typeof input === 'string' && input.length <= maxTextLength ? t.success(input) : t.failure(input, context),
  t.identity,
);

/** A changed studio file: its text, or its value in the form of the file. */
const Change = t.intersection([
  t.union([t.type({ text: StudioText }), t.type({ value: t.UnknownRecord })]),
  t.partial({ secrets: t.readonlyArray(NewSecret) }),
]);
export type Change = t.TypeOf<typeof Change>;

/** A change of a version. `base` is the version that the editor has begun with. */
const Edit = t.type({ base: Version, change: Change });
export type Edit = t.TypeOf<typeof Edit>;

const nothing = t.type({});

const Values = t.readonly(t.record(t.string, t.union([t.string, t.number])));

const EnteredPart = t.readonly(
  t.intersection([
    t.type({ part: t.string }),
    t.partial({ values: Values, each: t.readonly(t.record(t.string, Values)) }),
  ]),
);

/** As many names as a studio may have records with two names. */
const maxTaken = 6 * maxRecords;

const parts = boundedListOf(EnteredPart, maxRecords);

/** What was entered for a template. */
const Entered = t.readonly(
  t.intersection([
    t.type({ id: t.string, connection: Values }),
    t.partial({ lines: parts, heads: parts, players: parts }),
  ]),
);

/** What each request about equipment has besides its name. */
const equipmentRequests = {
  state: nothing,
  report: nothing,
  find: t.partial({ host: PlayerHost }),
  templates: nothing,
  try: t.intersection([
    t.type({
      kind: oneOf('signal', 'camera', 'output'),
      id: text(1, 64),
      action: oneOf('on', 'off', 'pulse', 'recall', 'play', 'stop'),
    }),
    t.partial({ angle: text(1, 64), clip: text(1, 64), bank: text(1, 64), scene: text(1, 64) }),
  ]),
  media: t.partial({ connection: text(1, 64), output: text(1, 64) }),
  expand: t.intersection([
    t.type({ template: t.string, values: Entered }),
    // The names in a change, beside those of the file in force.
    t.partial({ taken: boundedListOf(t.string, maxTaken) }),
  ]),
} as const;

/** A macro or automation whose steps are planned, with the values of its parameters. */
const PlannedSequence = t.intersection([
  t.type({ kind: oneOf('macro', 'automation'), id: text(1, 64) }),
  t.partial({ with: t.readonly(t.record(t.string, VariableValue)) }),
]);

/** What each request has besides its name. */
const requests = {
  read: nothing,
  check: Edit,
  test: t.intersection([Edit, t.type({ connection: text(1, 64) })]),
  testWebhook: t.intersection([Edit, t.type({ webhook: text(1, 64) })]),
  plan: t.intersection([Edit, PlannedSequence]),
  save: Edit,
  schema: nothing,
  versions: nothing,
  version: t.type({ version: Version }),
  restore: t.type({ version: Version, base: Version }),
  ...equipmentRequests,
} as const;

type Requests = typeof requests;
type RequestName = keyof Requests;

type RequestOf<Name extends RequestName> = Name extends RequestName
  ? { readonly ask: Name } & t.TypeOf<Requests[Name]>
  : never;

/** A request of an editor. */
export type EditingRequest = RequestOf<RequestName>;

/** A request about equipment. */
export type EquipmentRequest = RequestOf<keyof typeof equipmentRequests>;

/** A request to test a connection or a webhook of a change. */
export type TestRequest = RequestOf<'test' | 'testWebhook'>;

/** A request for what a macro or automation of a change would do now. */
export type PlanRequest = RequestOf<'plan'>;

/** A request for the clips of a player. */
export type MediaRequest = RequestOf<'media'>;

/** A request to try a record on its device. */
export type TryRequest = RequestOf<'try'>;

/** Whether a request is about equipment. */
export const isAboutEquipment = (request: EditingRequest): request is EquipmentRequest =>
  Object.hasOwn(equipmentRequests, request.ask);

/** The part that all requests have. */
export const Asked = t.type({ ask: oneOf(...(Object.keys(requests) as RequestName[])) });

/** Reads a request, or returns what is wrong with it. */
export const readEditingRequest = (input: unknown): E.Either<Failure, EditingRequest> =>
  pipe(
    decodeOrFailure(Asked, input),
    E.chain(({ ask }) =>
      pipe(
        decodeOrFailure(requests[ask] as t.Decoder<unknown, object>, input),
        E.map((fields) => ({ ...fields, ask }) as EditingRequest),
      ),
    ),
  );

// What reads and actions share: a typed declaration folded into a catalogue entry.
import * as E from 'fp-ts/lib/Either.js';
import { described } from '../../domain/codec/codec.js';
import type { Failure } from '../../domain/failure.js';
import type { Feature } from '../../domain/feature.js';
import type { CallContext, Operation, OperationOutcome } from './operation.js';
import { decodeCall, optional, someText, type Codecs, type Values } from './parameters.js';

/** What every declaration tells. */
export interface Declaration<Path extends Codecs, Query extends Codecs, Body extends Codecs> {
  readonly name: string;
  readonly summary: string;
  readonly feature: Feature | null;
  /** The feature unless said otherwise. */
  readonly tag?: Feature;
  readonly stationScoped?: boolean;
  readonly path: string;
  readonly params?: Path;
  readonly query?: Query;
  /** Headers by lower-case name. */
  readonly headers?: Codecs;
  /** The fields of the answer: a record under its singular name, or a list under its plural. */
  readonly result: Body;
}

/** A declaration's run: what it makes of typed parameters. */
export type RunFunction<Ports, Input, Made> = (
  ports: Ports,
  input: Input,
  context: CallContext,
) => E.Either<Failure, Made>;

/** No parameters. */
export const none = {} satisfies Codecs;
export type None = typeof none;

const stationQuery = {
  station: described(optional(someText), {
    description: 'Id or name of the station the call is meant for: refused while another holds the studio',
    examples: ['alpha'],
  }),
};

/** Folds a declaration: reads the parameters, runs it, and makes an outcome of what it gave. */
export const declare = <Ports, Path extends Codecs, Query extends Codecs, Body extends Codecs, Made>(
  declared: Declaration<Path, Query, Body>,
  kind: Pick<Operation<Ports>, 'access' | 'admission' | 'plainForm'> & Partial<Pick<Operation<Ports>, 'isStream'>>,
  query: Query,
  run: RunFunction<Ports, Values<Path> & Values<Query>, Made>,
  finish: (made: Made, input: Values<Query>, ports: Ports) => OperationOutcome,
): Operation<Ports> => {
  const { name, summary, feature, tag = feature, path, result, stationScoped = false } = declared;
  const ofPath = (declared.params ?? none) as Path;
  const ofQuery = { ...query, ...(stationScoped ? stationQuery : {}) } as Query & Partial<typeof stationQuery>;
  return {
    ...{ name, summary, feature, tag, path, result, stationScoped, isStream: false, ...kind },
    parameters: { path: ofPath, query: ofQuery },
    prepare: (raw) =>
      E.map((input: Values<Path> & Values<typeof ofQuery>) => ({
        station: input.station,
        run: (ports: Ports, context: CallContext) =>
          E.map((made: Made) => finish(made, input, ports))(run(ports, input, context)),
      }))(decodeCall(ofPath, ofQuery, raw)),
  };
};

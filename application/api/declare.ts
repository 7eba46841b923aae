// What all kinds of operations share: turns a typed declaration into a catalogue entry.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { described } from '../../domain/codec/codec.js';
import type { Failure } from '../../domain/failure.js';
import type { Feature } from '../../domain/feature.js';
import type { CallContext, Deprecation, Operation, OperationOutcome, PreparedCall } from './operation.js';
import { decodeCall, optional, someText, type Codecs, type RawParameters, type Values } from './parameters.js';

/** What every declaration contains. */
export interface Declaration<Path extends Codecs, Query extends Codecs, Body extends Codecs> {
  readonly name: string;
  readonly summary: string;
  readonly feature: Feature | null;
  /** Default: the feature. */
  readonly tag?: Feature;
  readonly stationScoped?: boolean;
  readonly path: string;
  readonly params?: Path;
  readonly query?: Query;
  /** What further query parameters mean, whose names depend on the record. */
  readonly recordParameters?: string;
  /** The fields of the response: a record under its singular name, or a list under its plural name. */
  readonly result: Body;
  /** The features of fields that are left out while their feature may not be read. Default: none are. */
  readonly fieldFeatures?: Readonly<Record<string, Feature>>;
  readonly deprecation?: Deprecation;
}

/** What a declared operation knows about its call. */
export interface RunContext extends CallContext {
  /** All query parameters, undecoded. */
  readonly query: RawParameters;
}

/** Runs a declared operation with typed parameters. */
export type RunFunction<Ports, Input, Result> = (
  ports: Ports,
  input: Input,
  context: RunContext,
) => E.Either<Failure, Result>;

/** No parameters. */
export const none = {} satisfies Codecs;
export type None = typeof none;

const stationQuery = {
  station: described(optional(someText), {
    description: 'Id or name of the station that the call is meant for. Refused while another station holds the studio',
    examples: ['alpha'],
  }),
};

/** Returns the operation: decodes the parameters, calls `run`, and turns its result into an outcome with `finish`. */
export const declare = <Ports, Path extends Codecs, Query extends Codecs, Body extends Codecs, Result>(
  declared: Declaration<Path, Query, Body>,
  kind: Pick<Operation<Ports>, 'access' | 'admission' | 'plainForm'> &
    Partial<Pick<Operation<Ports>, 'isStream'>> & {
      readonly timeoutOf?: (input: Values<Query>) => number;
    },
  query: Query,
  run: RunFunction<Ports, Values<Path> & Values<Query>, Result>,
  finish: (result: Result, input: Values<Query>, ports: Ports) => OperationOutcome,
): Operation<Ports> => {
  const { name, summary, feature, tag = feature, path, result, fieldFeatures = {}, stationScoped = false } = declared;
  const { timeoutOf, ...kindFields } = kind;
  const pathCodecs = (declared.params ?? none) as Path;
  const queryCodecs = { ...query, ...(stationScoped ? stationQuery : {}) } as Query & Partial<typeof stationQuery>;

  const prepared = (input: Values<Path> & Values<typeof queryCodecs>, raw: RawParameters): PreparedCall<Ports> => ({
    input,
    station: input.station,
    timeoutMs: timeoutOf?.(input),
    run: (ports, context) =>
      pipe(
        run(ports, input, { ...context, query: raw }),
        E.map((made) => finish(made, input, ports)),
      ),
  });

  return {
    name,
    summary,
    feature,
    tag,
    path,
    result,
    fieldFeatures,
    stationScoped,
    isStream: false,
    ...kindFields,
    parameters: { path: pathCodecs, query: queryCodecs },
    recordParameters: declared.recordParameters ?? null,
    deprecation: declared.deprecation,
    prepare: (raw) =>
      pipe(
        decodeCall(pathCodecs, queryCodecs, raw),
        E.map((input) => prepared(input, raw.query)),
      ),
  };
};

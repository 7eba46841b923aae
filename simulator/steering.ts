// What people and tests can do to a simulated studio: look at it, give its devices faults, wind its clock, start it over.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { Clock } from '../application/ports/clock.js';
import { integer } from '../domain/codec/codec.js';
import { decodeOrFailure } from '../domain/codec/issues.js';
import { failure, type Failure } from '../domain/failure.js';
import type { ManualClock } from './clock.js';
import type { LoggedCommand } from './command-log.js';
import { InjectedFault } from './fault.js';
import type { ChangeListener, SimulatedStudio } from './studio.js';
import type { DeviceSnapshot } from './simulated-world.js';

/** The studio's clock: `now` is ISO-8601; only a manual one can be advanced. */
export interface ClockView {
  readonly now: string;
  readonly manual: boolean;
}

/** How something asked for has ended. */
export type Steered<A> = E.Either<Failure, A>;

/** The studio's devices; `studio` is its name. */
export interface DevicesView {
  readonly studio: string;
  readonly devices: readonly DeviceSnapshot[];
}

/** The steering of one studio. Input comes as parsed JSON and is validated here. */
export interface Steering {
  readonly devices: () => Steered<DevicesView>;
  /** Input: a {@link InjectedFault}. */
  readonly setFault: (device: string, input: unknown) => Steered<{ readonly device: DeviceSnapshot }>;
  readonly clearFault: (device: string) => Steered<{ readonly device: DeviceSnapshot }>;
  /** Newest first. */
  readonly commands: () => Steered<{ readonly commands: readonly LoggedCommand[] }>;
  readonly clock: () => Steered<{ readonly clock: ClockView }>;
  /** Input: `{ ms }`, 0 to 86400000; `conflict` where time can't be wound. Resolves once that time has passed. */
  readonly advance: (input: unknown) => Promise<Steered<{ readonly clock: ClockView }>>;
  readonly reset: Steering['devices'];
  readonly onChange: (listener: ChangeListener) => () => void;
}

/** A day, milliseconds: the longest span that is wound at once. */
const longestSpanMs = 86_400_000;

const Span = t.type({ ms: integer(0, longestSpanMs) }, 'an object');

const notManual = failure('conflict', "the clock shows real time and can't be wound");

const read = <A>(codec: t.Decoder<unknown, A>, input: unknown): Steered<A> => decodeOrFailure(codec, input, 'body');

const isManual = (clock: Clock): clock is ManualClock => 'advance' in clock;

const viewOf = (clock: Clock): { readonly clock: ClockView } => ({
  clock: { now: new Date(clock.now()).toISOString(), manual: isManual(clock) },
});

const advance = async (clock: Clock, input: unknown): ReturnType<Steering['advance']> => {
  if (!isManual(clock)) return E.left(notManual);
  const span = read(Span, input);
  if (E.isLeft(span)) return span;
  await clock.advance(span.right.ms);
  return E.right(viewOf(clock));
};

/** Steers a studio that runs on `clock`. */
export const steering = (studio: SimulatedStudio, clock: Clock): Steering => {
  const give = (device: string, fault: InjectedFault | null) =>
    E.map((snapshot: DeviceSnapshot) => ({ device: snapshot }))(studio.setFault(device, fault));
  const devices = () => E.right({ studio: studio.layout.name, devices: studio.devices() });
  return {
    devices,
    setFault: (device, input) => E.chain((fault: InjectedFault) => give(device, fault))(read(InjectedFault, input)),
    clearFault: (device) => give(device, null),
    commands: () => E.right({ commands: studio.commands().toReversed() }),
    clock: () => E.right(viewOf(clock)),
    advance: (input) => advance(clock, input),
    reset: () => {
      studio.reset();
      return devices();
    },
    onChange: studio.onChange,
  };
};

// The steering of a simulated studio: reading its devices, injecting faults, advancing its clock, and resetting it.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import type { Clock } from '../application/ports/clock.js';
import { integer } from '../domain/codec/codec.js';
import { decodeOrFailure } from '../domain/codec/issues.js';
import { utcTime } from '../domain/codec/utc-time.js';
import { failure, type Failure } from '../domain/failure.js';
import { dayMs } from '../domain/time-units.js';
import type { ManualClock } from './clock.js';
import type { LoggedCommand } from './command-log.js';
import { InjectedFault } from './fault.js';
import type { ChangeListener, SimulatedStudio } from './studio.js';
import type { DeviceSnapshot } from './simulated-world.js';

/** The studio's clock. `now` is ISO 8601; only a manual clock can be advanced. */
export interface ClockView {
  readonly now: string;
  readonly manual: boolean;
}

/** The result of a steering function. */
export type SteeringResult<A> = E.Either<Failure, A>;

/** The studio's devices; `studio` is its name. */
export interface DevicesView {
  readonly studio: string;
  readonly devices: readonly DeviceSnapshot[];
}

/** The steering of one studio. Input is parsed JSON and is validated here. */
export interface Steering {
  readonly devices: () => SteeringResult<DevicesView>;
  /** Input: an {@link InjectedFault}. */
  readonly setFault: (device: string, input: unknown) => SteeringResult<{ readonly device: DeviceSnapshot }>;
  readonly clearFault: (device: string) => SteeringResult<{ readonly device: DeviceSnapshot }>;
  /** Newest first. */
  readonly commands: () => SteeringResult<{ readonly commands: readonly LoggedCommand[] }>;
  readonly clock: () => SteeringResult<{ readonly clock: ClockView }>;
  /** Input: `{ ms }`, 0 to 86400000. Resolves when that time has passed; `conflict` if the clock isn't manual. */
  readonly advance: (input: unknown) => Promise<SteeringResult<{ readonly clock: ClockView }>>;
  readonly reset: Steering['devices'];
  readonly onChange: (listener: ChangeListener) => () => void;
}

/** The longest span of one call, in milliseconds: a day. */
const maxSpanMs = dayMs;

const Span = t.type({ ms: integer(0, maxSpanMs) }, 'an object');

const notManual = failure('conflict', "the clock shows real time and can't be advanced");

const read = <A>(codec: t.Decoder<unknown, A>, input: unknown): SteeringResult<A> =>
  decodeOrFailure(codec, input, 'body');

const isManual = (clock: Clock): clock is ManualClock => 'advance' in clock;

const viewOf = (clock: Clock): { readonly clock: ClockView } => ({
  clock: { now: utcTime(clock.now()), manual: isManual(clock) },
});

const advance = async (clock: Clock, input: unknown): ReturnType<Steering['advance']> => {
  if (!isManual(clock)) return E.left(notManual);
  const span = read(Span, input);
  if (E.isLeft(span)) return span;
  await clock.advance(span.right.ms);
  return E.right(viewOf(clock));
};

/** Returns the steering of a studio that runs on `clock`. */
export const steering = (studio: SimulatedStudio, clock: Clock): Steering => {
  const applyFault = (device: string, fault: InjectedFault | null) =>
    pipe(
      studio.setFault(device, fault),
      E.map((snapshot) => ({ device: snapshot })),
    );
  const devices = () => E.right({ studio: studio.layout.name, devices: studio.devices() });
  return {
    devices,
    setFault: (device, input) => {
      const fault = read(InjectedFault, input);
      return E.isLeft(fault) ? fault : applyFault(device, fault.right);
    },
    clearFault: (device) => applyFault(device, null),
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

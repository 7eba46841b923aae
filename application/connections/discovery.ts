// How drivers find equipment that the studio file doesn't list yet.
import type * as E from 'fp-ts/lib/Either.js';
import type { Clock } from '../ports/clock.js';

/** Where equipment may listen. */
export interface ProbedAddress {
  readonly host: string;
  readonly port: number;
}

export interface ProbeDeps {
  readonly clock: Clock;
  /** Ends the probe. It closes what it has opened then. */
  readonly signal: AbortSignal;
}

/** Equipment that has answered a probe. */
export interface FoundEquipment {
  /** What it is, such as `vMix 25.0.0.34`. */
  readonly description: string;
  /** The fields of the connection besides `id`, `protocol`, `host` and `port`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** What the entry still lacks. */
  readonly notes?: readonly string[];
}

/** The equipment, or why there is none: a clause of which the address is the subject. */
export type ProbeResult = E.Either<string, FoundEquipment>;

/** How a driver finds its equipment. */
export interface Discovery {
  /** The port that the equipment listens on by default. */
  readonly port: number;
  /** The types of services by which the equipment announces itself (DNS-SD), such as `_ember._tcp`. */
  readonly services?: readonly string[];
  /** Asks whether the equipment listens at an address. Changes nothing there, and accepts no other protocol's answer (DISCOVER-6). */
  readonly probe: (address: ProbedAddress, deps: ProbeDeps) => Promise<ProbeResult>;
}

/** Equipment that was found, with what a connection to it needs besides an id. */
export interface FoundConnection extends ProbedAddress, Required<FoundEquipment> {
  readonly protocol: string;
  /** The name under which it announces itself; null if it doesn't. */
  readonly announcedAs: string | null;
  /** The id of the template that its description names; null if there is none. */
  readonly template: string | null;
}

/** What a search has found. */
export interface Search {
  readonly found: readonly FoundConnection[];
  /** A line for each announcement that is left out, and for what went wrong. */
  readonly problems: readonly string[];
}

/** Finds the equipment that announces itself, and what listens at a host if one is named. Resolves soon after the signal. */
export type FindEquipment = (host: string | undefined, signal: AbortSignal) => Promise<Search>;

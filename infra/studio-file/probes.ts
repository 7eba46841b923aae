// Probes addresses for the equipment of the drivers.
import * as E from 'fp-ts/lib/Either.js';
import type { DriverTable } from '../../application/connections/connection-driver.js';
import type { Discovery, FoundEquipment, ProbedAddress, ProbeResult } from '../../application/connections/discovery.js';
import { browse, type Browsed } from '../../adapters/mdns/browse.js';
import { visible } from '../../domain/codec/codec.js';
import { SystemClock } from '../../adapters/node/clock.js';

/** How long a probe may take, in milliseconds. */
export const probeMs = 3_000;

/** An address that equipment of a protocol may have. */
export interface Candidate extends ProbedAddress {
  readonly protocol: string;
  readonly discovery: Discovery;
  /** The name under which it announces itself; undefined if it was only addressed. */
  readonly announcedAs?: string;
}

/** A candidate, and what its probe has found. */
export interface Probed extends Candidate {
  readonly result: ProbeResult;
}

/** Equipment that a probe has found. */
export interface Found extends Candidate {
  readonly equipment: FoundEquipment;
}

/** Drivers that can find their equipment, by protocol. */
export type Discoveries = readonly (readonly [string, Discovery])[];

/** Returns the drivers that can find their equipment. */
export const discoveriesOf = (table: DriverTable): Discoveries =>
  Object.entries(table).flatMap(([protocol, { discovery }]) =>
    discovery === undefined ? [] : [[protocol, discovery] as const],
  );

/** Why there is no result of a probe that was ended with its search. */
const ended = 'was not asked to the end';

/** Probes one address until the signal. A driver that fails or that doesn't end makes no difference to the others. */
export const probe = async (candidate: Candidate, timeoutMs = probeMs, signal?: AbortSignal): Promise<Probed> => {
  if (signal?.aborted === true) return { ...candidate, result: E.left(ended) };
  const controller = new AbortController();
  const { promise: late, resolve } = Promise.withResolvers<ProbeResult>();
  const end = (reason: string): void => {
    resolve(E.left(reason));
    controller.abort();
  };
  const endWithAll = (): void => {
    end(ended);
  };
  signal?.addEventListener('abort', endWithAll);
  const timer = setTimeout(end, timeoutMs, `does not answer within ${String(timeoutMs / 1_000)} s`);
  const deps = { clock: new SystemClock(), signal: controller.signal };
  const asked = Promise.resolve()
    .then(() => candidate.discovery.probe(candidate, deps))
    .catch((error: unknown): ProbeResult => E.left(`can not be asked: ${E.toError(error).message}`));
  const result = await Promise.race([late, asked]);
  clearTimeout(timer);
  signal?.removeEventListener('abort', endWithAll);
  return { ...candidate, result };
};

/** How many addresses are probed at once. */
const maxProbes = 16;

/** Probes addresses, at most {@link maxProbes} at once. Returns the results in the order of the addresses. */
export const probeAll = async (
  candidates: readonly Candidate[],
  timeoutMs = probeMs,
  signal?: AbortSignal,
): Promise<readonly Probed[]> => {
  const waiting = [...candidates.entries()];
  const results: Probed[] = [];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      results[next[0]] = await probe(next[1], timeoutMs, signal);
  };
  await Promise.all(Array.from({ length: maxProbes }, work));
  return results;
};

/** Returns the equipment that was found. */
export const foundIn = (all: readonly Probed[]): readonly Found[] =>
  all.flatMap(({ result, ...candidate }) => (E.isRight(result) ? [{ ...candidate, equipment: result.right }] : []));

/** Returns a line for each address without equipment, which states why. */
export const failuresIn = (all: readonly Probed[]): readonly string[] =>
  all.flatMap(({ protocol, host, port, announcedAs, result }) => {
    if (E.isRight(result)) return [];
    const name = announcedAs === undefined ? '' : `${JSON.stringify(announcedAs)} at `;
    return [`${name}${host} port ${String(port)} (${protocol}) ${result.left}`];
  });

/** What was announced, with the results of its probes. */
export interface Announced {
  readonly probed: readonly Probed[];
  readonly problems: readonly string[];
}

/** Returns an address for each protocol of each announced service. Two announcements of one address are one. */
const candidatesOf = (discoveries: Discoveries, { services }: Browsed): readonly Candidate[] => {
  const candidates = services.flatMap(({ type, name, host, port }) =>
    discoveries
      .filter(([, discovery]) => discovery.services?.includes(type) === true)
      .map(([protocol, discovery]) => ({ protocol, discovery, host, port, announcedAs: visible(name) })),
  );
  const byAddress = candidates.map((one) => [`${one.protocol} ${one.host} ${String(one.port)}`, one] as const);
  return [...new Map(byAddress).values()];
};

/** An announcement can be stale or false, so each address is probed (DISCOVER-7). */
export const probeAnnounced = async (discoveries: Discoveries, signal?: AbortSignal): Promise<Announced> => {
  const types = discoveries.flatMap(([, { services = [] }]) => services);
  const browsed = await browse([...new Set(types)], signal);
  const probed = await probeAll(candidatesOf(discoveries, browsed), probeMs, signal);
  return { probed, problems: browsed.problems };
};
